import { byChunkId, type Candidate } from './candidate.ts';
import type { Fusion } from './fusion.ts';

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
 * that is found in several places is more likely the right one.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  fusion: Fusion,
  documentSupport: number,
): RankedCandidate[] {
  const { vector, keyword } = fusion.shares(candidates);
  const fused = vector.map((share, at) => share + (keyword[at] as number));
  const support = documentSupport === 0 ? undefined : supportOf(candidates, fused);
  const ranked = candidates.map((candidate, at): RankedCandidate => {
    const added = support ? documentSupport * (support.get(candidate.documentId) as number) : 0;
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

/** For each document the mean score of its best candidates. */
function supportOf(candidates: readonly Candidate[], scores: Float64Array): Map<string, number> {
  const best = new Map<string, number[]>();
  for (const [at, { documentId }] of candidates.entries()) {
    const score = scores[at] as number;
    const held = best.get(documentId);
    if (held) held.push(score);
    else best.set(documentId, [score]);
  }
  const support = new Map<string, number>();
  for (const [documentId, held] of best) {
    const top =
      held.length > supportingChunks ? held.toSorted((a, b) => b - a).slice(0, supportingChunks) : held;
    support.set(documentId, top.reduce((sum, score) => sum + score, 0) / top.length);
  }
  return support;
}
