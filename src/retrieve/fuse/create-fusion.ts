import { settingInvalid } from '../../errors.ts';
import { convexFusion } from './fuse-convex.ts';
import { cosineFusion } from './fuse-cosine.ts';
import { rrfFusion } from './fuse-rrf.ts';
import { weightedFusion } from './fuse-weighted.ts';
import type { Fusion } from './fusion.ts';

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
