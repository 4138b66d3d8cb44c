import * as fc from 'fast-check';
import type { EngineHit } from '../contracts/engine.ts';
import { type Candidate, type CollectionHits, joinLegs } from './candidate.ts';
import type { Fusion } from './fuse/fusion.ts';
import { rankCandidates } from './rank-candidates.ts';

/** A hit of one leg, the only chunk of its document. */
export function hit(chunkId: string, score: number, documentId = chunkId): EngineHit {
  return { chunkId, documentId, version: 1, score };
}

/** What both legs of one collection found. */
export function legs(vector: readonly EngineHit[], keyword: readonly EngineHit[]): CollectionHits[] {
  return [{ collection: 'default', vector, keyword }];
}

/** The candidates of one collection, as many as there are. */
export function candidatesOf(vector: readonly EngineHit[], keyword: readonly EngineHit[]): Candidate[] {
  return joinLegs(legs(vector, keyword), 1000);
}

/** What both legs found, ranked by a fusion, without what documents add. */
export function fuseBy(fusion: Fusion, vector: readonly EngineHit[], keyword: readonly EngineHit[]) {
  return rankCandidates(candidatesOf(vector, keyword), fusion, 0).map((ranked) => {
    return { ...ranked, chunkId: ranked.candidate.chunkId };
  });
}

/** A leg of up to 20 hits out of 31 chunks, best first. */
export const anyLeg: fc.Arbitrary<EngineHit[]> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 1000 })), {
    selector: ([id]) => id,
    maxLength: 20,
  })
  .map((pairs) =>
    pairs
      .map(([id, score]) => hit(`c${id}`, score / 100, `d${id % 7}`))
      .toSorted((a, b) => b.score - a.score),
  );

export const anyWeight = fc.double({ min: 0, max: 1, noNaN: true });
