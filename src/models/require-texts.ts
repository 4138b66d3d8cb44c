import { FootnoteError } from '../errors.ts';

/** Refuses what is no list of texts before a model is given it. Errors: `request_invalid`, naming what is none. */
export function requireTexts(texts: readonly string[]): void {
  if (!Array.isArray(texts)) throw invalid('texts', 'it must be a list');
  const place = texts.findIndex((text) => typeof text !== 'string');
  if (place >= 0) throw invalid(`texts.${place}`, 'it must be a text');
}

/** {@link requireTexts} for one. */
export function requireText(text: string): void {
  if (typeof text !== 'string') throw invalid('text', 'it must be a text');
}

function invalid(field: string, problem: string): FootnoteError<'request_invalid'> {
  return new FootnoteError('request_invalid', { field, problem });
}
