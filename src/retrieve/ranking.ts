import { type Candidate, type CollectionHits, joinLegs, type Leg } from './candidate.ts';
import { createFusion, type FusionSettings, type KnownLanguage } from './fuse/create-fusion.ts';
import type { Fusion } from './fuse/fusion.ts';
import type { RankingTrace } from './hit.ts';
import { splitByLiveness } from './legs/live-hits.ts';
import { type RankedCandidate, rankCandidates } from './rank-candidates.ts';
import {
  type AskedTerms,
  applyThreshold,
  measureRelevance,
  type RelevanceThreshold,
  type ThresholdResult,
} from './relevance.ts';

/** The settings of `retrieval` that say in which order candidates stand, and which of them count. */
export interface RankingSettings extends FusionSettings, RelevanceThreshold {
  /** Cosine from which a chunk counts as found by the vector leg, in [0, 1]; 0 for any. */
  readonly vectorMinCosine: number;
  /** How much of the mean score of a document's three best candidates each of its candidates gets. */
  readonly documentSupport: number;
}

/** What the legs found, ranked: live candidates on both sides of the threshold, and those that are not live. */
export interface RankedHits extends ThresholdResult {
  /** Candidates of versions that are not live. */
  readonly notLive: readonly RankedCandidate[];
  /** How hits come into their order, but for a reranker. */
  readonly trace: Omit<RankingTrace, 'rerank'>;
}

/** Orders what the legs found for one question. */
export class Ranking {
  readonly fusion: Fusion;
  readonly #settings: RankingSettings;
  readonly #language: KnownLanguage;

  /** @param language what the embedder knows of the language of the question */
  constructor(settings: RankingSettings, language: KnownLanguage) {
    this.fusion = createFusion(settings, language);
    this.#settings = settings;
    this.#language = language;
  }

  /** Both legs of all collections as one list, held against the threshold; what is not live has no say in it. */
  rankLive(
    found: readonly CollectionHits[],
    liveVersions: ReadonlyMap<string, number>,
    asked: AskedTerms,
  ): RankedHits {
    const { live, notLive } = splitByLiveness(found, liveVersions);
    const candidates = joinLegs(live, this.#settings.candidates);
    // Before any is left out as too far: that there is something near says that the collection is about the question.
    const measured = measureRelevance(candidates, asked, {
      ...this.#settings,
      usesCosine: this.#language !== 'unknown',
    });
    const { vectorMinCosine, minCosine, minCoverage, documentSupport } = this.#settings;
    const ranked = this.#rank(nearCandidates(candidates, vectorMinCosine));
    const { method, scale } = this.fusion;
    return {
      ...applyThreshold(ranked, measured, this.#settings),
      notLive: this.#rankAll(notLive),
      trace: {
        candidates: countCandidates(ranked),
        fusion: { method, scale, documentSupport },
        threshold: { minCosine, minCoverage },
      },
    };
  }

  /**
   * The candidates that only a filter kept from being found: those of a search without it that are not among the ones
   * found with it. A leg takes its best of what matches, so whatever matches and ranks as high was found. Best first,
   * with the scores that they would have had without the filter.
   */
  rankFilteredOut(
    found: readonly CollectionHits[],
    unfiltered: readonly CollectionHits[],
    liveVersions: ReadonlyMap<string, number>,
  ): readonly RankedCandidate[] {
    const matching = new Set(
      found.flatMap(({ vector, keyword }) => [...vector, ...keyword]).map(({ chunkId }) => chunkId),
    );
    const { live } = splitByLiveness(unfiltered, liveVersions);
    return this.#rankAll(live).filter(({ candidate }) => !matching.has(candidate.chunkId));
  }

  #rankAll(found: readonly CollectionHits[]): readonly RankedCandidate[] {
    return this.#rank(joinLegs(found, this.#settings.candidates));
  }

  #rank(candidates: readonly Candidate[]): readonly RankedCandidate[] {
    return rankCandidates(candidates, this.fusion, this.#settings.documentSupport);
  }
}

/**
 * Takes what the vector leg found under a cosine for not found by it, which leaves what the keyword leg found as well;
 * 0 leaves everything as it is, also what points the other way.
 */
function nearCandidates(candidates: readonly Candidate[], minCosine: number): readonly Candidate[] {
  if (minCosine === 0) return candidates;
  return candidates.flatMap((candidate) => {
    const { vector, keyword } = candidate;
    if (!vector || vector.score >= minCosine) return [candidate];
    return keyword ? [{ ...candidate, vector: null }] : [];
  });
}

function countCandidates(ranked: readonly RankedCandidate[]): RankingTrace['candidates'] {
  const found = (leg: Leg) => ranked.filter(({ candidate }) => candidate[leg] !== null).length;
  return { vector: found('vector'), keyword: found('keyword'), fused: ranked.length };
}
