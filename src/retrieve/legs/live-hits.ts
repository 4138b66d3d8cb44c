import type { EngineHit } from '../../contracts/engine.ts';
import type { CollectionHits } from '../candidate.ts';

/** Parts hits into those of versions that readers see and those of others. */
export function splitByLiveness(
  searched: readonly CollectionHits[],
  liveVersions: ReadonlyMap<string, number>,
): { readonly live: readonly CollectionHits[]; readonly notLive: readonly CollectionHits[] } {
  const isLive = (hit: EngineHit) => liveVersions.get(hit.documentId) === hit.version;
  const isNotLive = (hit: EngineHit) => !isLive(hit);
  if (searched.every(({ vector, keyword }) => vector.every(isLive) && keyword.every(isLive))) {
    return { live: searched, notLive: [] };
  }
  return { live: keep(searched, isLive), notLive: keep(searched, isNotLive) };
}

/**
 * Whether some document was replaced after the search, or after one of its legs: the hits of it there are all of
 * versions before the live one. While the old version is taken away that may also be so because nothing in the new one
 * was found.
 */
export function isOvertaken(
  searched: readonly CollectionHits[],
  liveVersions: ReadonlyMap<string, number>,
): boolean {
  return searched.some(({ vector, keyword }) =>
    [vector, keyword].some((leg) => {
      const overtaken = new Set<string>();
      const found = new Set<string>();
      for (const { documentId, version } of leg) {
        const live = liveVersions.get(documentId);
        if (live === version) found.add(documentId);
        else if (live !== undefined && live > version) overtaken.add(documentId);
      }
      return !overtaken.isSubsetOf(found);
    }),
  );
}

/** The document of each hit: one of several hits as many times, since to sort them out costs more than to ask again. */
export function documentIds(searched: readonly CollectionHits[]): readonly string[] {
  return searched.flatMap(({ vector, keyword }) =>
    [...vector, ...keyword].map(({ documentId }) => documentId),
  );
}

function keep(searched: readonly CollectionHits[], holds: (hit: EngineHit) => boolean): CollectionHits[] {
  return searched.map(({ collection, vector, keyword }) => ({
    collection,
    vector: vector.filter(holds),
    keyword: keyword.filter(holds),
  }));
}
