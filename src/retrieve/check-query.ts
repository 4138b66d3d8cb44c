import { FootnoteError } from '../errors.ts';

/** Most hits that one search may ask for. */
export const maxTopK = 100;

/** Most collections that one search may go through. */
export const maxCollections = 20;

/** The parts of a search that a caller may get wrong in ways that types do not show. */
export interface CheckedQuery {
  readonly topK?: number;
  readonly collections?: readonly string[];
  readonly documents?: readonly string[];
}

/** Refuses what no search could mean. Errors: `request_invalid` naming the field and the limit. */
export function checkQuery({ topK, collections, documents }: CheckedQuery): void {
  if (topK !== undefined && !(Number.isInteger(topK) && topK >= 1 && topK <= maxTopK)) {
    throw invalid('topK', `${topK} is not a whole number in 1–${maxTopK}`);
  }
  if (collections && (collections.length === 0 || collections.length > maxCollections)) {
    throw invalid('collections', `there are ${collections.length}, it must be 1–${maxCollections}`);
  }
  if (documents?.some((id) => typeof id !== 'string')) {
    throw invalid('documents', 'it must hold ids of documents');
  }
}

function invalid(field: string, problem: string): FootnoteError<'request_invalid'> {
  return new FootnoteError('request_invalid', { field, problem });
}
