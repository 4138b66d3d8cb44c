import type { Analyser } from '../../../contracts/analyser.ts';
import type { KeywordQuery } from '../../../contracts/keyword-query.ts';
import { type TextField, textFields } from '../text/text-segment.ts';

/** What a field counts for where the query does not say: the content and its grams always, the others by default. */
const fieldWeights: Readonly<Record<TextField, number>> = { content: 1, title: 0.3, headingPath: 0.3 };
const gramWeight = 0.3;

/** A keyword query as terms. */
export interface KeywordQuestion {
  /** In reading order, repeated as often as they occur. */
  readonly terms: readonly string[];
  /** Terms that `terms` lacks, with what each counts for beside one of them. */
  readonly expansions: ReadonlyMap<string, number>;
  readonly grams: readonly string[];
  /** None is empty. */
  readonly phrases: readonly (readonly string[])[];
  /** By number of the field, see {@link textFields}, and that of the grams behind them. */
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
  return {
    terms,
    expansions: weighted,
    grams: analyser.grams?.(text, language).map((gram) => gram.text) ?? [],
    phrases: phrases.map(termsOf).filter((phrase) => phrase.length > 0),
    weights: [...textFields.map((field) => weightOf(field, boosts)), gramWeight],
  };
}

function weightOf(field: TextField, boosts: NonNullable<KeywordQuery['boosts']>): number {
  return (field === 'content' ? undefined : boosts[field]) ?? fieldWeights[field];
}
