import { FootnoteError, isFootnoteError, messageOf } from '../errors.ts';

/**
 * What an adapter that anyone may have written failed with: its own error where that is typed, `aborted` where the
 * caller left, else `model_unavailable`, which names it.
 */
export function adapterFailure(error: unknown, name: string, signal: AbortSignal | undefined): FootnoteError {
  if (isFootnoteError(error)) return error;
  if (signal?.aborted) return new FootnoteError('aborted', {}, { cause: error });
  const remedy = 'Try again; if it keeps happening, check this adapter';
  return new FootnoteError(
    'model_unavailable',
    { model: name, reason: messageOf(error), remedy },
    { cause: error },
  );
}
