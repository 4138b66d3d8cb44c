import { FootnoteError } from '../errors.ts';

/** The `model_missing` error for a file of a model folder that could not be opened or understood. */
export function modelMissing(file: string, cause: unknown): FootnoteError<'model_missing'> {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new FootnoteError('model_missing', { file, reason }, { cause });
}
