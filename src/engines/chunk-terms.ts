import type { Analyser, Term } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import type { TermField, TextTerms } from '../contracts/engine.ts';

/** The fields that terms are looked for in, in the order in which engines store them. */
export const termFields = [
  'content',
  'title',
  'headingPath',
  'grams',
] as const satisfies readonly TermField[];

/** The terms of one field of a chunk. */
export interface FieldTerms extends TextTerms {
  /** How often each occurs, in order of first occurrence. */
  readonly frequencies: ReadonlyMap<string, number>;
}

/** The terms of a chunk by field: what a term index stores of it. */
export type ChunkTerms = Readonly<Record<TermField, FieldTerms>>;

/**
 * Analyses a chunk as the keyword leg does: its content, its title, its headings line by line, and the grams of its
 * content, in the chunk's language.
 * @example chunkTerms(chunk, analyser).content.frequencies.get('dose') // 2
 */
export function chunkTerms(chunk: Chunk, analyser: Analyser): ChunkTerms {
  const { content, title, headingPath, grams } = textTerms(chunk, analyser, true);
  return {
    content: counted(content),
    title: counted(title),
    headingPath: counted(headingPath),
    grams: counted(grams),
  };
}

/** The same terms in order, without counting them; grams only where they are asked for. */
export function textTerms(chunk: Chunk, analyser: Analyser, hasGrams: boolean): Record<TermField, TextTerms> {
  const { content, title, headingPath, language } = chunk;
  return {
    content: inOrder(analyser.terms(content, language)),
    title: inOrder(analyser.terms(title, language)),
    headingPath: inOrder(analyser.terms(headingPath.join('\n'), language)),
    grams: inOrder(hasGrams ? (analyser.grams?.(content, language) ?? []) : []),
  };
}

function inOrder(terms: readonly Term[]): TextTerms {
  return { terms: terms.map(({ text }) => text), length: terms.filter(({ isNumber }) => !isNumber).length };
}

function counted(texts: TextTerms): FieldTerms {
  const frequencies = new Map<string, number>();
  for (const term of texts.terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return { ...texts, frequencies };
}
