import type { MatchedTerm, TermStatistics } from '../contracts/engine.ts';
import type { WeightedTerm } from '../contracts/generator.ts';
import type { Candidate } from './candidate.ts';
import type { Expansion, Relevance } from './hit.ts';
import type { RankedCandidate } from './rank-candidates.ts';
import { isUncertain } from './terms/expand-question.ts';

/** What a search must reach to count as having found something. */
export interface RelevanceThreshold {
  /** Cosine that the best hit must reach, in [0, 1]. */
  readonly minCosine: number;
  /** How far the words of one hit must cover the question, in [0, 1]. */
  readonly minCoverage: number;
  /** Fused score that every hit must reach, on the fusion's scale; 0 for none. */
  readonly minScore: number;
}

/** What the keyword leg was asked for. */
export interface AskedTerms {
  /** The distinct terms of the question, weighed by how rare they are in all that is searched together. */
  readonly terms: readonly WeightedTerm[];
  /**
   * Those of them that a passage must hold to bear on the question, with what lacking each counts for; of several
   * questions in one, those of each, of which one is enough.
   */
  readonly contents: readonly (readonly WeightedTerm[])[];
  /** Those of the terms that only ask or join and that no chunk holds: they could not have scored. Default: none. */
  readonly needless?: ReadonlySet<string>;
  /** What may stand in for them, in any of the collections, counting its weight of them. */
  readonly expansions: readonly Expansion[];
  /** Chunks that were searched; absent where the engine does not tell. */
  readonly chunks?: number;
  /** What their share counts for in the question's language. Default: 1. */
  readonly wordShare?: number | undefined;
}

/** Candidates before and after the threshold, in the order they came in. */
export interface ThresholdResult {
  readonly relevance: Relevance;
  readonly passed: readonly RankedCandidate[];
  readonly failed: readonly RankedCandidate[];
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
 * @param background chunks without any of the terms that are counted with those of the statistics
 */
export function weighTerms(
  terms: readonly string[],
  statistics: TermStatistics | undefined,
  background = backgroundChunks,
): WeightedTerm[] {
  if (!statistics) return terms.map((term) => ({ term, weight: 1 }));
  const total = statistics.chunks + background;
  return terms.map((term, position) => {
    // Statistics may lag behind removals: a term is never held to be in more chunks than there are.
    const holding = Math.min(statistics.frequencies[position] ?? 0, statistics.chunks);
    return { term, weight: inverseFrequency(holding, total) };
  });
}

function inverseFrequency(holding: number, total: number): number {
  return Math.log1p((total - holding + 0.5) / (holding + 0.5));
}

/**
 * Measures the share of the terms' weight that a candidate's matched terms hold, in [0, 1]; 0 without terms. What is
 * {@link isUncertain} counts for no more than what is held besides, but for a question of one word: in a passage that
 * holds nothing else of the question, two words that resemble words of it are a coincidence.
 */
export function coverageOf(
  terms: readonly WeightedTerm[],
  expansions: readonly Expansion[] = [],
): (matched: readonly MatchedTerm[]) => number {
  const weights = new Map(terms.map(({ term, weight }) => [term, weight]));
  let total = 0;
  for (const weight of weights.values()) total += weight;
  const uncertain = expansions.filter(isUncertain);
  const certain = expansions.filter((one) => !isUncertain(one));
  const heldInStead = (matched: readonly MatchedTerm[], by: readonly Expansion[]) => {
    let held = 0;
    // Almost always: every candidate of every search comes by here.
    if (by.length === 0) return held;
    for (const [term, share] of sharesInStead(matched, by)) held += (weights.get(term) ?? 0) * share;
    return held;
  };
  return (matched) => {
    let held = heldInStead(matched, certain);
    for (const { term } of matched) held += weights.get(term) ?? 0;
    const perhaps = heldInStead(matched, uncertain);
    const covered = held + (weights.size === 1 ? perhaps : Math.min(perhaps, held));
    return total === 0 ? 0 : Math.min(1, covered / total);
  };
}

/** For the question's terms that did not match, how far expansions that did stand in for them, at most 1. */
function sharesInStead(
  matched: readonly MatchedTerm[],
  expansions: readonly Expansion[],
): ReadonlyMap<string, number> {
  const found = new Set(matched.map(({ term }) => term));
  const shares = new Map<string, number>();
  for (const { term, standsFor, weight } of expansions) {
    if (!found.has(term)) continue;
    for (const meant of standsFor) {
      if (!found.has(meant)) shares.set(meant, Math.min(1, (shares.get(meant) ?? 0) + weight));
    }
  }
  return shares;
}

/** Chunks within which it was measured how scores by chance grow with their number. */
const fewestChunks = 3;
const mostChunks = 150;

/**
 * Measures how strong the score of a keyword leg is for a question of so many terms, in [0, 1]. It also knows words in
 * other forms and words side by side, which the share of the terms does not. With {@link backgroundChunks}. The more
 * terms, and the more chunks of which one may score by chance, the less a score says: the logarithms of the three weigh
 * as in a logistic model over them and the share, in units of the share, that was fitted on some 2 000 answerable and
 * 2 300 unrelated questions in 17 languages to collections of 3 to 150 chunks; the constant puts its limit where share
 * and strength are .45 in the mean.
 */
function strengthOf(terms: number, chunks: number | undefined): (score: number) => number {
  const scale = chunks ? inverseFrequency(1, chunks + backgroundChunks) / inverseFrequency(1, chunks) : 1;
  const searched = Math.min(Math.max(chunks ?? mostChunks, fewestChunks), mostChunks);
  const constant = 0.401 - 0.244 * Math.log1p(terms) - 0.069 * Math.log(searched);
  return (score) => (score <= 0 ? 0 : Math.min(1, Math.max(0, constant + 0.436 * Math.log1p(scale * score))));
}

/** What relevance was measured to be, and what it is held against. */
type Measured = Pick<Relevance, 'bestCosine' | 'passageCosine' | 'coverage'>;
type Least = Pick<RelevanceThreshold, 'minCosine' | 'minCoverage'>;

/**
 * What {@link togetherOf} must be where the best cosine is not enough by itself: half of both and more, or far more of
 * the words. Chosen on short questions to small and large collections, answerable and off-topic, and judged on others.
 */
export const leastTogether = 1.5;

/** Cosine and coverage of a passage, each as a share of its threshold, in one sum; a threshold of 0 counts as 1. */
export function togetherOf(
  { passageCosine, coverage }: Omit<Measured, 'bestCosine'>,
  { minCosine, minCoverage }: Least,
): number {
  return passageCosine / (minCosine || 1) + coverage / (minCoverage || 1);
}

/**
 * Whether something that was found bears on a question: it is near enough to it, since a paraphrase shares no words, or
 * near and of its words together, since a name or a part number means little to an embedder. Words alone tell where
 * there is no cosine.
 */
export function isRelevant(measured: Measured, least: Least): boolean {
  const { bestCosine, coverage } = measured;
  if (bestCosine === null || least.minCoverage === 0) return coverage >= least.minCoverage;
  return bestCosine >= least.minCosine || togetherOf(measured, least) >= leastTogether;
}

/**
 * Measures how relevant candidates are, on scales that do not depend on how they are fused: the best cosine, and how
 * near and how far covered by its words the question is in the one passage that has most of both. `usesCosine` is false
 * where the embedder does not know the question's language: its cosines are then high between any two texts, and words
 * alone must tell. These cover the question as far as the share of its terms and the strength of the keyword leg's
 * score do in the mean: half as many questions are refused as by the share alone, at next to as few wrong answers.
 */
export function measureRelevance(
  candidates: readonly Candidate[],
  { terms, contents, needless = none, expansions, chunks, wordShare = 1 }: AskedTerms,
  { usesCosine, ...least }: Least & { readonly usesCosine: boolean },
): Measured {
  const shares = contents.map((content) => coverageOf(content, expansions));
  const strength = strengthOf(terms.length - needless.size, chunks);
  const weighed = (share: number) => Math.min(1, wordShare * share);
  let bestCosine: number | null = null;
  let most = { passageCosine: 0, coverage: 0 };
  for (const { vector, keyword, matchedTerms } of candidates) {
    const held = Math.max(0, ...shares.map((share) => share(matchedTerms)));
    const passage = usesCosine
      ? { passageCosine: Math.max(0, vector?.score ?? 0), coverage: weighed(held) }
      : { passageCosine: 0, coverage: weighed((held + strength(keyword?.score ?? 0)) / 2) };
    if (togetherOf(passage, least) > togetherOf(most, least)) most = passage;
    if (usesCosine && vector) bestCosine = Math.max(bestCosine ?? -1, vector.score);
  }
  return { bestCosine, ...most };
}

const none: ReadonlySet<string> = new Set();

/** Parts candidates by whether they pass: those that reach `minScore` where something is relevant at all. */
export function applyThreshold(
  ranked: readonly RankedCandidate[],
  measured: Measured,
  threshold: RelevanceThreshold,
): ThresholdResult {
  const isEnough = isRelevant(measured, threshold);
  const passed: RankedCandidate[] = [];
  const failed: RankedCandidate[] = [];
  for (const one of ranked) {
    const reachesScore = threshold.minScore === 0 || one.vectorShare + one.keywordShare >= threshold.minScore;
    (isEnough && reachesScore ? passed : failed).push(one);
  }
  return { relevance: { ...measured, relevant: passed.length > 0 }, passed, failed };
}
