import type { Analyser } from '../../../contracts/analyser.ts';
import type { KeywordQuery } from '../../../contracts/keyword-query.ts';
import { unusable } from '../../../require-arguments.ts';
import { type TextField, textFields } from '../text/text-segment.ts';

/** What a field counts for where the query does not say: the content and its grams always, the others by default. */
const fieldWeights: Readonly<Record<TextField, number>> = { content: 1, title: 0.3, headingPath: 0.3 };
const gramWeight = 0.3;

const maxBoost = 10;
const maxExpansions = 100;

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

/** Checks a query and turns it into terms. Errors: `request_invalid` for a boost or an expansion outside its limits. */
export function keywordQuestion(
  { text, language, phrases = [], expansions = [], boosts = {} }: KeywordQuery,
  analyser: Analyser,
): KeywordQuestion {
  const termsOf = (of: string) => analyser.terms(of, language).map((term) => term.text);
  const terms = termsOf(text);
  if (expansions.length > maxExpansions) {
    throw unusable('expansions', `${expansions.length} are more than the limit of ${maxExpansions}`);
  }
  const weighted = new Map<string, number>();
  for (const { term, weight } of expansions) {
    if (!(weight > 0 && weight <= 1)) throw unusable('expansions', `the weight ${weight} is not in (0, 1]`);
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
  const weight = (field === 'content' ? undefined : boosts[field]) ?? fieldWeights[field];
  if (weight >= 0 && weight <= maxBoost) return weight;
  throw unusable('boosts', `${weight} for ${field} is not in 0–${maxBoost}`);
}
