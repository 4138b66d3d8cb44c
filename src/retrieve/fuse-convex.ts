import type { EngineHit } from '../contracts/engine.ts';
import type { HitExplanation } from './hit.ts';

/** A candidate of either leg with its place in each and its fused score. */
export interface FusedHit {
  readonly chunkId: string;
  readonly documentId: string;
  readonly version: number;
  /** Sum of the two shares under `explain.fusion`; 0 is an average candidate. */
  readonly score: number;
  readonly explain: HitExplanation;
}

export interface ConvexFusionInput {
  /** Hits of the vector leg, best first. */
  readonly vector: readonly EngineHit[];
  /** Hits of the keyword leg, best first. */
  readonly keyword: readonly EngineHit[];
  /** Share of the vector leg in [0, 1]; the keyword leg has the rest. */
  readonly vectorWeight: number;
}

/**
 * Convex combination of the two legs' scores, each standardised over the union of both legs' candidates
 * (z = (score − mean) / standard deviation). A candidate that a leg did not return takes that leg's lowest
 * returned score: it is known to be no better than that. A leg whose scores are all equal adds nothing.
 * Best first, equal scores in order of chunk id.
 *
 * Source: Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42(1), 2023
 * (convex combination against reciprocal rank fusion, and the choice of normalisation).
 */
export function fuseConvex(input: ConvexFusionInput): FusedHit[] {
  const vectorPlaces = places(input.vector);
  const keywordPlaces = places(input.keyword);
  const union = new Map<string, EngineHit>();
  for (const hit of input.vector) union.set(hit.chunkId, hit);
  for (const hit of input.keyword) union.set(hit.chunkId, hit);

  const candidates = [...union.values()];
  const vectorShares = shares(candidates, vectorPlaces, input.vectorWeight);
  const keywordShares = shares(candidates, keywordPlaces, 1 - input.vectorWeight);

  return candidates
    .map((hit, position) => {
      const vector = vectorShares[position] as number;
      const keyword = keywordShares[position] as number;
      const vectorPlace = vectorPlaces.get(hit.chunkId);
      const keywordPlace = keywordPlaces.get(hit.chunkId);
      const explain: HitExplanation = {
        ...(vectorPlace && { vector: { rank: vectorPlace.rank, score: vectorPlace.hit.score } }),
        ...(keywordPlace && { keyword: { rank: keywordPlace.rank, score: keywordPlace.hit.score } }),
        matchedTerms: (keywordPlace?.hit.matchedTerms ?? []).toSorted((a, b) => b.score - a.score),
        fusion: { method: 'convex', vector, keyword },
      };
      const { chunkId, documentId, version } = hit;
      return { chunkId, documentId, version, score: vector + keyword, explain };
    })
    .toSorted((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}

interface Place {
  readonly rank: number;
  readonly hit: EngineHit;
}

function places(hits: readonly EngineHit[]): Map<string, Place> {
  return new Map(hits.map((hit, position) => [hit.chunkId, { rank: position + 1, hit }]));
}

/** Weighted z-scores of one leg, in the order of the candidates. */
function shares(candidates: readonly EngineHit[], leg: ReadonlyMap<string, Place>, weight: number): number[] {
  let lowest = Number.POSITIVE_INFINITY;
  for (const { hit } of leg.values()) lowest = Math.min(lowest, hit.score);
  const scores = candidates.map((candidate) => leg.get(candidate.chunkId)?.hit.score ?? lowest);
  if (scores.length === 0 || leg.size === 0) return scores.map(() => 0);

  const mean = sum(scores) / scores.length;
  const deviation = Math.sqrt(sum(scores.map((score) => (score - mean) ** 2)) / scores.length);
  // Equal scores differ by rounding only: dividing by that would blow noise up to the size of a signal.
  const isFlat = deviation <= 1e-9 * Math.max(1, Math.abs(mean));
  return scores.map((score) => (isFlat ? 0 : (weight * (score - mean)) / deviation));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
