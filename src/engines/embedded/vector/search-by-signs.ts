import { countRows } from './nearest-signs.ts';
import { mostDifferences, rowsAsNear } from './rows-as-near.ts';
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
 * one another. So what was found says in how much of its signs one as good may differ, and if that is more, all that
 * differ in no more are searched as well.
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
  if (near.farthest >= mostDifferences(question, new Uint8Array(question.length).fill(1), least))
    return matches;
  const asNear = rowsAsNear(segments, question, least, allowed);
  if (countRows(asNear) > maxNearShare * rowsOf(segments)) return searchVector(search);
  return bestOfBoth(matches, searchVector({ ...search, allowed: asNear.rows }));
}

function bestOfBoth(left: readonly VectorMatch[], right: readonly VectorMatch[]): readonly VectorMatch[] {
  const best = new Map(left.map((match) => [match.seq, match]));
  for (const match of right)
    if (match.score > (best.get(match.seq)?.score ?? Number.NEGATIVE_INFINITY)) best.set(match.seq, match);
  return [...best.values()];
}
