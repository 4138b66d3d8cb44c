import type { CollectionHits } from './candidate.ts';
import { splitByLiveness } from './live-hits.ts';
import type { RankedCandidate } from './rank-candidates.ts';

/** How to search again. */
interface UnfilteredSearch {
  /** Both legs without the filter, but within what the caller may see. */
  readonly search: () => Promise<readonly CollectionHits[]>;
  /** The live version of each document that something was found of, by id. */
  readonly liveVersions: (found: readonly CollectionHits[]) => Promise<ReadonlyMap<string, number>>;
  readonly rank: (searched: readonly CollectionHits[]) => readonly RankedCandidate[];
}

/**
 * Finds the candidates that only a filter kept from being found: those of a search without it that are not among
 * the ones found with it. A leg takes its best of what matches, so whatever matches and ranks as high was found.
 * Best first, with the scores that they would have had without the filter.
 */
export async function findFilteredOut(
  found: readonly CollectionHits[],
  { search, liveVersions, rank }: UnfilteredSearch,
): Promise<readonly RankedCandidate[]> {
  const unfiltered = await search();
  const matching = new Set<string>();
  for (const { vector, keyword } of found) {
    for (const { chunkId } of vector) matching.add(chunkId);
    for (const { chunkId } of keyword) matching.add(chunkId);
  }
  const { live } = splitByLiveness(unfiltered, await liveVersions(unfiltered));
  return rank(live).filter(({ candidate }) => !matching.has(candidate.chunkId));
}
