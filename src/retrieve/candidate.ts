import type { EngineHit, MatchedTerm } from '../contracts/engine.ts';
import { requireList, requireNumber, requireObject } from '../values/require-arguments.ts';
import type { LegTrace } from './hit.ts';

/** What both legs found in one collection, each best first. */
export interface CollectionHits {
  readonly collection: string;
  readonly vector: readonly EngineHit[];
  readonly keyword: readonly EngineHit[];
}

/** A chunk that at least one leg found, with its place in each. */
export interface Candidate {
  readonly collection: string;
  readonly chunkId: string;
  readonly documentId: string;
  readonly version: number;
  /** Null where the leg did not find it. */
  readonly vector: LegTrace | null;
  readonly keyword: LegTrace | null;
  /** As the keyword leg gave them. */
  readonly matchedTerms: readonly MatchedTerm[];
  readonly gramScore: number;
}

/** The two searches of a question. */
export type Leg = 'vector' | 'keyword';

const noTerms: readonly MatchedTerm[] = [];

/**
 * Joins the legs over all collections: one candidate for each chunk, ranked in each leg by score over all of them,
 * of which the best `limit` of a leg count. Chunk ids are unique in a store. In the order of the vector leg, then
 * of what only the keyword leg found. Errors: `request_invalid`.
 */
export function joinLegs(searched: readonly CollectionHits[], limit: number): Candidate[] {
  requireList('searched', searched);
  requireNumber('limit', limit, 0, Number.POSITIVE_INFINITY);
  for (const [place, hits] of searched.entries()) {
    requireObject(`searched.${place}`, hits);
    requireList(`searched.${place}.vector`, hits.vector);
    requireList(`searched.${place}.keyword`, hits.keyword);
  }
  /** By chunk, what no candidate was made of yet. */
  const words = new Map(rankLeg(searched, 'keyword', limit).map((word) => [word.hit.chunkId, word]));
  const candidates: Candidate[] = [];
  for (const { collection, hit, trace } of rankLeg(searched, 'vector', limit)) {
    const word = words.get(hit.chunkId);
    if (word) words.delete(hit.chunkId);
    candidates.push(candidateOf(collection, hit, trace, word));
  }
  for (const word of words.values()) candidates.push(candidateOf(word.collection, word.hit, null, word));
  return candidates;
}

interface RankedHit {
  readonly collection: string;
  readonly hit: EngineHit;
  readonly trace: LegTrace;
}

function rankLeg(searched: readonly CollectionHits[], leg: Leg, limit: number): RankedHit[] {
  const found = searched.flatMap((one) => one[leg].map((hit) => ({ collection: one.collection, hit })));
  // The hits of one collection come in order.
  if (searched.length > 1) found.sort((a, b) => bestFirst(a.hit, b.hit));
  return found.slice(0, limit).map(({ collection, hit }, place) => {
    return { collection, hit, trace: { rank: place + 1, score: hit.score } };
  });
}

function candidateOf(
  collection: string,
  { chunkId, documentId, version }: EngineHit,
  vector: LegTrace | null,
  word: Pick<RankedHit, 'hit' | 'trace'> | undefined,
): Candidate {
  return {
    collection,
    chunkId,
    documentId,
    version,
    vector,
    keyword: word?.trace ?? null,
    matchedTerms: word?.hit.matchedTerms ?? noTerms,
    gramScore: word?.hit.gramScore ?? 0,
  };
}

/** The order of hits in a leg. */
export function bestFirst(a: EngineHit, b: EngineHit): number {
  return b.score - a.score || byChunkId(a, b);
}

/** What decides between equals everywhere, so that the same search always gives the same order. */
export function byChunkId(a: { readonly chunkId: string }, b: { readonly chunkId: string }): number {
  return a.chunkId < b.chunkId ? -1 : Number(a.chunkId > b.chunkId);
}
