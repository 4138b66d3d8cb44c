import type { Analyser, Term } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import type { TermField } from '../contracts/engine.ts';

/** The fields that terms are looked for in, in the order in which engines store them. */
export const termFields = [
  'content',
  'title',
  'headingPath',
  'grams',
] as const satisfies readonly TermField[];

/** The terms of one field of a chunk. */
export interface FieldTerms {
  /** How often each occurs, in order of first occurrence. */
  readonly frequencies: ReadonlyMap<string, number>;
  /** Terms that count towards BM25's length: all occurrences but those of pure numbers. */
  readonly length: number;
}

/** The terms of a chunk by field: what a term index stores of it. */
export type ChunkTerms = Readonly<Record<TermField, FieldTerms>>;

/**
 * Analyses a chunk as the keyword leg does: its content, its title, its headings line by line, and the grams of its
 * content, in the chunk's language.
 * @example chunkTerms(chunk, analyser).content.frequencies.get('dose') // 2
 */
export function chunkTerms(chunk: Chunk, analyser: Analyser): ChunkTerms {
  const { content, title, headingPath, language } = chunk;
  return {
    content: fieldTerms(analyser.terms(content, language)),
    title: fieldTerms(analyser.terms(title, language)),
    headingPath: fieldTerms(analyser.terms(headingPath.join('\n'), language)),
    grams: fieldTerms(analyser.grams?.(content, language) ?? []),
  };
}

function fieldTerms(terms: readonly Term[]): FieldTerms {
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const { text, isNumber } of terms) {
    frequencies.set(text, (frequencies.get(text) ?? 0) + 1);
    if (!isNumber) length++;
  }
  return { frequencies, length };
}
