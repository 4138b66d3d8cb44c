import { FootnoteError, messageOf } from '../../errors.ts';
import { readingRemedy } from '../../files/path-error.ts';

const restore = 'Restore it from its source, or choose another folder in the settings';

/** The `model_missing` error for a file of a model folder that could not be opened or understood. */
export function modelMissing(file: string, cause: unknown): FootnoteError<'model_missing'> {
  const remedy = readingRemedy(cause) ?? restore;
  return new FootnoteError('model_missing', { file, reason: messageOf(cause), remedy }, { cause });
}
