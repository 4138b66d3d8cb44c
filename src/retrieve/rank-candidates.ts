import { requireList, requireNumber, requireObject } from '../values/require-arguments.ts';
import { byChunkId, type Candidate } from './candidate.ts';
import type { Fusion } from './fuse/fusion.ts';

/** A candidate with what its score is made of. */
export interface RankedCandidate {
  readonly candidate: Candidate;
  /** What the vector leg added. */
  readonly vectorShare: number;
  /** What the keyword leg added. */
  readonly keywordShare: number;
  /** What the other candidates of its document added. */
  readonly documentSupport: number;
  /** The two shares and the support. */
  readonly score: number;
}

/** The best chunks of a document that speak for it. */
const supportingChunks = 3;

/**
 * Fuses the legs and orders the candidates, best first; equal scores by chunk id. `documentSupport` is how much of
 * the mean score of a document's three best candidates is added to each of its candidates, 0 for none: a document
 * that is found in several places is more likely the right one. Errors: `request_invalid`, also of one outside [0, 1].
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  fusion: Fusion,
  documentSupport: number,
): RankedCandidate[] {
  requireList('candidates', candidates);
  requireObject('fusion', fusion);
  requireNumber('documentSupport', documentSupport, 0, 1);
  const { vector, keyword } = fusion.shares(candidates);
  const fused = vector.map((share, at) => share + (keyword[at] as number));
  const support = documentSupport === 0 ? undefined : supportOf(candidates, fused);
  const ranked = candidates.map((candidate, at): RankedCandidate => {
    const added = support ? documentSupport * (support[at] as number) : 0;
    return {
      candidate,
      vectorShare: vector[at] as number,
      keywordShare: keyword[at] as number,
      documentSupport: added,
      score: (fused[at] as number) + added,
    };
  });
  return ranked.toSorted((a, b) => b.score - a.score || byChunkId(a.candidate, b.candidate));
}

/** For each candidate the mean score of the best of its document. */
function supportOf(candidates: readonly Candidate[], scores: Float64Array): number[] {
  const byDocument = Map.groupBy(scores.keys(), (at) => candidates[at]?.documentId);
  const support: number[] = [];
  for (const places of byDocument.values()) {
    const mean = meanOfBest(places.map((at) => scores[at] as number));
    for (const at of places) support[at] = mean;
  }
  return support;
}

function meanOfBest(scores: readonly number[]): number {
  const best =
    scores.length > supportingChunks ? scores.toSorted((a, b) => b - a).slice(0, supportingChunks) : scores;
  return best.reduce((sum, score) => sum + score, 0) / best.length;
}
