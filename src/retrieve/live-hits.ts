import type { EngineHit } from '../contracts/engine.ts';
import type { CollectionHits } from './candidate.ts';

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

/** The documents that hits belong to, each once. */
export function documentIds(searched: readonly CollectionHits[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { vector, keyword } of searched) {
    for (const { documentId } of vector) ids.add(documentId);
    for (const { documentId } of keyword) ids.add(documentId);
  }
  return ids;
}

function keep(searched: readonly CollectionHits[], holds: (hit: EngineHit) => boolean): CollectionHits[] {
  return searched.map(({ collection, vector, keyword }) => ({
    collection,
    vector: vector.filter(holds),
    keyword: keyword.filter(holds),
  }));
}
