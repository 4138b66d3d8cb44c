import type { Analyser, Term } from '../contracts/analyser.ts';
import type { Chunk } from '../contracts/chunk.ts';
import type { KeywordQuery, TermField, TextTerms } from '../contracts/engine.ts';

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

/** What a field counts for where the query does not say: content and grams always, the others by default. */
const fieldWeights: Readonly<Record<TermField, number>> = {
  content: 1,
  title: 0.3,
  headingPath: 0.3,
  grams: 0.3,
};

/** A keyword query as terms. */
export interface KeywordQuestion {
  /** In reading order, repeated as often as they occur. */
  readonly terms: readonly string[];
  /** Terms that `terms` lacks, with what each counts for beside one of them. */
  readonly expansions: ReadonlyMap<string, number>;
  readonly grams: readonly string[];
  /** None is empty. */
  readonly phrases: readonly (readonly string[])[];
  /** In the order of {@link termFields}. */
  readonly weights: readonly number[];
}

/** Turns a query that has been checked into terms. */
export function keywordQuestion(
  { text, language, phrases = [], expansions = [], boosts = {} }: KeywordQuery,
  analyser: Analyser,
): KeywordQuestion {
  const termsOf = (of: string) => analyser.terms(of, language).map((term) => term.text);
  const terms = termsOf(text);
  const weighted = new Map<string, number>();
  for (const { term, weight } of expansions) {
    if (!terms.includes(term)) weighted.set(term, Math.max(weight, weighted.get(term) ?? 0));
  }
  const given: Partial<Record<TermField, number>> = boosts;
  return {
    terms,
    expansions: weighted,
    grams: analyser.grams?.(text, language).map((gram) => gram.text) ?? [],
    phrases: phrases.map(termsOf).filter((phrase) => phrase.length > 0),
    weights: termFields.map((field) => given[field] ?? fieldWeights[field]),
  };
}

/** Strings with how often each occurs, in order of first occurrence. */
export function timesOf(strings: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const string of strings) times.set(string, (times.get(string) ?? 0) + 1);
  return times;
}
