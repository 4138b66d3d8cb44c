import { settingInvalid } from '../../errors.ts';
import { requireNumber, requireObject } from '../../values/require-arguments.ts';
import type { Candidate, Leg } from '../candidate.ts';
import { type Fusion, type LegWeights, requireWeights, weighedShares } from './fusion.ts';

/** The settings of `retrieval` that a fusion is made from. */
export interface FusionSettings {
  /** `rrf-rerank` fuses like `rrf`; that a reranker follows is not the fusion's business. */
  readonly fusion: 'convex' | 'cosine' | 'rrf' | 'weighted' | 'rrf-rerank';
  /** Share of the vector leg in [0, 1], for languages that the embedder knows. */
  readonly vectorWeight: number;
  /** The k of reciprocal rank fusion. */
  readonly rrfK: number;
  /** Hits taken from each leg, 1–1000. */
  readonly candidates: number;
}

/** Vector weight for a language that the embedder does not know: best for German, Chinese and Arabic. */
const unknownLanguageVectorWeight = 0.1;

/**
 * Least vector weight for a question in another language than the documents, by a model that knows both: words of the
 * one are found in the other by names alone. Chosen on XQuAD.
 */
const acrossLanguagesVectorWeight = 0.9;

/** What the embedder knows of a question's language; `across`: it knows it, and no document is in it. */
export type KnownLanguage = 'known' | 'across' | 'unknown';

/**
 * The fusion for a question. Reciprocal rank fusion knows no weights, so it counts both legs alike in a language
 * that the embedder does not know.
 */
export function createFusion(settings: FusionSettings, language: KnownLanguage): Fusion {
  const { candidates } = settings;
  const weights: Readonly<Record<KnownLanguage, number>> = {
    known: settings.vectorWeight,
    // Whoever wants words alone has them alone.
    across: settings.vectorWeight === 0 ? 0 : Math.max(settings.vectorWeight, acrossLanguagesVectorWeight),
    unknown: Math.min(settings.vectorWeight, unknownLanguageVectorWeight),
  };
  const vectorWeight = weights[language];
  if (settings.fusion === 'convex') return convexFusion({ vectorWeight, candidates });
  if (settings.fusion === 'cosine') return cosineFusion();
  if (settings.fusion === 'weighted') return weightedFusion({ vectorWeight, candidates });
  return rrfFusion({ k: settings.rrfK });
}

/**
 * Refuses a threshold on fused scores that means nothing under the fusion: scores without a scale of their own, or a
 * threshold that none can reach. Errors: `config_invalid`.
 */
export function checkMinScore(settings: FusionSettings & { readonly minScore: number }): void {
  const { minScore } = settings;
  const { method, scale } = createFusion(settings, 'known');
  if (minScore === 0) return;
  if (!scale) {
    throw settingInvalid(
      `retrieval.minScore: scores of ${method} can be compared only within one search. Use retrieval.minCosine and retrieval.minCoverage, or another retrieval.fusion`,
    );
  }
  if (minScore > scale.highest) {
    throw settingInvalid(
      `retrieval.minScore: scores of ${method} lie in ${scale.lowest}–${scale.highest.toFixed(4)}, and ${minScore} is above that`,
    );
  }
}

/**
 * Convex combination of the two legs' scores, each standardised over the union of both legs' candidates. A leg that
 * found nothing, or whose scores are all equal, adds nothing. 0 is an average candidate. Errors: `request_invalid` of a
 * weight outside [0, 1].
 *
 * Source: Bruch, Gai, Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42(1), 2023
 * (convex combination against reciprocal rank fusion, and the choice of normalisation).
 */
export function convexFusion(options: LegWeights): Fusion {
  requireWeights(options);
  return {
    method: 'convex',
    scale: null,
    shares: (candidates) => weighedShares(candidates, options, standardise),
  };
}

/**
 * The vector leg alone: the score is the cosine between question and passage, and 0 for what only the keyword leg
 * found. Negative cosines count as 0, so that scores are in [0, 1] and mean the same in every search.
 */
export function cosineFusion(): Fusion {
  return {
    method: 'cosine',
    scale: { lowest: 0, highest: 1 },
    shares: (candidates) => ({
      vector: Float64Array.from(candidates, ({ vector }) => Math.max(0, vector?.score ?? 0)),
      keyword: new Float64Array(candidates.length),
    }),
  };
}

/**
 * Reciprocal rank fusion: each leg adds 1 / (k + rank), and nothing where it did not find the candidate. `k`, at
 * least 0, is how little the first places count more than the next ones; 60 in the paper. Errors: `request_invalid` of
 * a lower one.
 *
 * Source: Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank Learning
 * Methods", SIGIR 2009.
 */
export function rrfFusion(options: { readonly k: number }): Fusion {
  requireObject('options', options);
  const { k } = options;
  requireNumber('k', k, 0, Number.POSITIVE_INFINITY);
  return {
    method: 'rrf',
    scale: { lowest: 0, highest: 2 / (k + 1) },
    shares: (candidates) => ({
      vector: reciprocalRanks(candidates, 'vector', k),
      keyword: reciprocalRanks(candidates, 'keyword', k),
    }),
  };
}

function reciprocalRanks(candidates: readonly Candidate[], leg: Leg, k: number): Float64Array {
  return Float64Array.from(candidates, (candidate) => {
    const trace = candidate[leg];
    return trace ? 1 / (k + trace.rank) : 0;
  });
}

/**
 * Weighted sum of the two legs' scores, each brought into [0, 1] by its lowest and highest (min–max), see
 * {@link weighedShares}: 1 is the best of a leg, 0 the worst of the candidates. Where all that a leg returned score
 * alike, each has 1, and what it did not return 0. Errors: `request_invalid` of a weight outside [0, 1].
 */
export function weightedFusion(options: LegWeights): Fusion {
  requireWeights(options);
  return {
    method: 'weighted',
    scale: { lowest: 0, highest: 1 },
    shares: (candidates) =>
      weighedShares(candidates, options, (scores, leg) => {
        const lowest = Math.min(...scores);
        const range = Math.max(...scores) - lowest;
        return scores.map((score, at) => {
          if (!candidates[at]?.[leg]) return 0;
          return range > 0 ? (score - lowest) / range : 1;
        });
      }),
  };
}

/**
 * The z-scores of some scores: (score − mean) / standard deviation. All 0 where the scores are equal, because equal
 * scores differ by rounding only, and dividing by that would blow noise up to the size of a signal.
 */
export function standardise(scores: Float64Array): Float64Array {
  const { length } = scores;
  const mean = scores.reduce((sum, score) => sum + score, 0) / length;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / length);
  const isEqual = !(deviation > 1e-9 * Math.max(1, Math.abs(mean)));
  return scores.map((score) => (isEqual ? 0 : (score - mean) / deviation));
}
