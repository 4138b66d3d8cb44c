import { FootnoteError } from '../errors.ts';

/** Most hits that one search may ask for. */
export const maxTopK = 100;

/** Most collections that one search may go through. */
export const maxCollections = 20;

/** What a caller may get wrong in ways that types do not show, or where none are checked. */
export interface CheckedQuery {
  readonly topK?: number;
  readonly collections?: readonly string[];
  readonly documents?: readonly string[];
}

/** Refuses what no search could mean. Errors: `request_invalid` naming the field and the limit. */
export function checkQuery(question: string, { topK, collections, documents }: CheckedQuery): void {
  if (typeof question !== 'string') throw invalid('question', 'it must be a text');
  if (topK !== undefined && !(Number.isInteger(topK) && topK >= 1 && topK <= maxTopK)) {
    throw invalid('topK', `${topK} is not a whole number in 1–${maxTopK}`);
  }
  if (collections && !isListOfTexts(collections)) throw invalid('collections', 'it must be a list of names');
  if (collections && (collections.length === 0 || collections.length > maxCollections)) {
    throw invalid('collections', `there are ${collections.length}, it must be 1–${maxCollections}`);
  }
  if (documents && !isListOfTexts(documents))
    throw invalid('documents', 'it must be a list of ids of documents');
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function invalid(field: string, problem: string): FootnoteError<'request_invalid'> {
  return new FootnoteError('request_invalid', { field, problem });
}
