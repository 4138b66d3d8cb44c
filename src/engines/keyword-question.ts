import type { Analyser } from '../contracts/analyser.ts';
import type { KeywordQuery, TermField } from '../contracts/engine.ts';
import { termFields } from './chunk-terms.ts';

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
