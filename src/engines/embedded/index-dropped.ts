import { FootnoteError } from '../../errors.ts';

/** The error for an index of the store at `path` that was dropped while it was in use. */
export function indexDropped(path: string, indexId: string): FootnoteError<'store_unavailable'> {
  return new FootnoteError('store_unavailable', {
    path,
    reason: `the index "${indexId}" was dropped`,
    remedy: 'Try again with the index that replaced it',
  });
}
