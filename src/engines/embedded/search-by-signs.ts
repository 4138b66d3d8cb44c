import { countRows, mostDifferences, type NearRows, rowsWithin } from './nearest-signs.ts';
import type { SignFilter } from './sign-filter.ts';
import { searchVector, type VectorMatch, type VectorSearch } from './vector-search.ts';
import { rowsOf } from './vector-segment.ts';

/** So many of the best are found whatever the question: those behind them as far as the measurement says. */
const assuredHits = 10;

/** Share of all rows up to which multiplying those near by signs is less than multiplying all. */
const maxNearShare = 0.25;

/**
 * Searches among the rows that are near the question by their signs, where the index is so large that this pays. How
 * many these are was measured with vectors of the index; a question may be farther from all of them than they are from
 * one another. So what was found says how many signs one as good may differ in, and if that is more, the search is
 * made again among all that differ in no more.
 */
export function searchBySigns(search: VectorSearch, signFilter: SignFilter): readonly VectorMatch[] {
  const { segments, question, limit, allowed } = search;
  const near = signFilter.narrow(segments, question, allowed);
  if (near === undefined) return searchVector(search);
  const matches = searchVector({ ...search, allowed: near.rows });
  // Windows of few chunks may have taken the place of others.
  if (matches.length < limit) return searchVector(search);
  const scores = Float64Array.from(matches, ({ score }) => score).toSorted();
  const least = scores.at(-Math.min(limit, assuredHits)) as number;
  const farthest = Math.ceil(mostDifferences(least, question.length));
  if (farthest <= near.farthest) return matches;
  const wider: NearRows = rowsWithin(segments, question, farthest, allowed);
  return searchVector(
    countRows(wider) > maxNearShare * rowsOf(segments) ? search : { ...search, allowed: wider.rows },
  );
}
