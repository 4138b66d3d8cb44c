import type { TermStatistics } from '../contracts/engine.ts';
import type { WeightedTerm } from '../contracts/generator.ts';
import type { FusedHit } from './fuse-convex.ts';
import type { Relevance } from './hit.ts';

/** What a search must reach on one of the two scales to count as having found something. */
export interface RelevanceThreshold {
  /** Cosine that the best hit must reach, in [0, 1]. */
  readonly minCosine: number;
  /** IDF-weighted share of the question's terms that one hit must contain, in [0, 1]. */
  readonly minCoverage: number;
}

/**
 * Chunks without any of the terms that are counted with the collection's own. In a handful of chunks a term that
 * all of them hold would else weigh next to nothing beside one that none holds.
 */
const backgroundChunks = 30;

/**
 * Weighs each distinct term by BM25's inverse document frequency, ln(1 + (N − n + ½) / (n + ½)): above 0 also for
 * a term that every chunk contains. Without statistics every term weighs 1.
 * Source: Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, in Lucene's form.
 */
export function weighTerms(terms: readonly string[], statistics: TermStatistics | undefined): WeightedTerm[] {
  if (!statistics) return terms.map((term) => ({ term, weight: 1 }));
  const total = statistics.chunks + backgroundChunks;
  return terms.map((term, position) => {
    // Statistics may lag behind removals: a term is never held to be in more chunks than there are.
    const holding = Math.min(statistics.frequencies[position] ?? 0, statistics.chunks);
    return { term, weight: Math.log1p((total - holding + 0.5) / (holding + 0.5)) };
  });
}

/** Share of the terms' weight that `contained` holds, in [0, 1]; 0 where there are no terms. */
export function coverage(terms: readonly WeightedTerm[], contained: ReadonlySet<string>): number {
  let total = 0;
  let covered = 0;
  for (const { term, weight } of terms) {
    total += weight;
    if (contained.has(term)) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}

/**
 * How relevant the candidates are, on scales that do not depend on how they were fused: the best cosine, and the
 * best coverage of the question's terms by a single candidate. Either one reaching its threshold is enough, since a
 * paraphrase shares no words and a name or a part number means little to an embedder. `usesCosine` is false where
 * the embedder does not know the question's language: its cosines are then high between any two texts.
 */
export function measureRelevance(
  candidates: readonly FusedHit[],
  terms: readonly WeightedTerm[],
  options: RelevanceThreshold & { readonly usesCosine: boolean },
): Relevance {
  let bestCosine: number | null = null;
  let bestCoverage = 0;
  for (const { explain } of candidates) {
    if (explain.vector && options.usesCosine) bestCosine = Math.max(bestCosine ?? -1, explain.vector.score);
    const contained = new Set(explain.matchedTerms.map(({ term }) => term));
    bestCoverage = Math.max(bestCoverage, coverage(terms, contained));
  }
  const relevant =
    candidates.length > 0 && ((bestCosine ?? -1) >= options.minCosine || bestCoverage >= options.minCoverage);
  return { bestCosine, coverage: bestCoverage, relevant };
}
