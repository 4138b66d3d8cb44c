import type { Metadata } from '../contracts/chunk.ts';
import type { KeywordExpansion, MatchedTerm } from '../contracts/engine.ts';
import type { WeightedTerm } from '../contracts/generator.ts';
import type { Recognised } from '../question/recognised.ts';
import type { FusionMethod, FusionScale } from './fuse/fusion.ts';

/** A term that is looked for beside those of the question, and why. */
export interface Expansion extends KeywordExpansion {
  readonly kind: 'spelling' | 'synonym' | 'compound' | 'rephrasing' | 'writing';
  /** The words of the question that it was made from. */
  readonly from: string;
  /** The same as terms: what the question asked for where only this is found. */
  readonly standsFor: readonly string[];
}

/** How one leg saw a hit. */
export interface LegTrace {
  /** 1-based place in the leg's own order. */
  readonly rank: number;
  /** The leg's own score: cosine, or BM25. */
  readonly score: number;
}

/** What a reranker did to a hit. */
export interface RerankTrace {
  /** The reranker's own score. */
  readonly score: number;
  /** The score as relevance in [0, 1], which compares between questions; absent where the reranker does not say it. */
  readonly relevance?: number;
  /** 1-based place before and after. */
  readonly from: number;
  readonly to: number;
}

/** Why a hit is ranked where it is. */
export interface HitExplanation {
  readonly vector?: LegTrace;
  readonly keyword?: LegTrace;
  /** Question terms found in the hit with their share of the keyword score, best first. */
  readonly matchedTerms: readonly MatchedTerm[];
  /**
   * What parts of words added to the keyword score, which they make up with the matched terms: words written a little
   * otherwise. Absent where they added nothing.
   */
  readonly gramScore?: number;
  /** What each leg added to the fused score. */
  readonly fusion: { readonly method: FusionMethod; readonly vector: number; readonly keyword: number };
  /** What the other candidates of its document added; with the two shares it sums to the hit's score. */
  readonly documentSupport: number;
  /** Present if a reranker scored it. */
  readonly rerank?: RerankTrace;
  /** The stage that took the hit out, for hits listed under `dropped`. */
  readonly droppedBy?: 'filter' | 'threshold' | 'not-live' | 'duplicate' | 'per-document' | 'links' | 'top-k';
  /** The chunk that a hit dropped as `duplicate` repeats. */
  readonly duplicateOf?: string;
}

/** A chunk that answers a search, with its place in its document. */
export interface Hit {
  readonly collection: string;
  readonly documentId: string;
  /** The document's source as the user knows it; empty where the document has gone. */
  readonly path: string;
  readonly title: string;
  readonly chunkId: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly content: string;
  /** Of the passage: what its document says of itself, and `chapter`, `section`, `url`, `has_code` and the like. */
  readonly metadata: Metadata;
  /**
   * Fused score with what the document added; its scale belongs to the fusion method. A reranker changes the order
   * of the hits, not this score.
   */
  readonly score: number;
  /**
   * The score on 0–1, as a share of the highest that the fusion can give with what a document adds: these compare
   * between searches. Absent where the fusion has no scale.
   */
  readonly scaledScore?: number;
  /** True for a span that was not found but surrounds hits. */
  readonly expansion: boolean;
  /** Other chunks, adjacent to this one, that the span covers as well. */
  readonly merged: readonly string[];
  readonly explain: HitExplanation;
}

/** A term of the question. */
export interface AskedTerm extends WeightedTerm {
  /** The word that it was made from; absent if that is spelled like the term. */
  readonly word?: string;
  /** Set where no document has it, nor anything that would stand in for it, and it is in their language. */
  readonly absent?: true;
}

/** How the question was read. */
export interface QuestionTrace {
  readonly language: string;
  /** The question in a language model's words, searched for together with it; null where no model was asked. */
  readonly rephrased: string | null;
  /** What the keyword leg searched for after question words were dropped. */
  readonly keywords: string;
  /** The distinct terms of the keywords with their inverse document frequency in the collection. */
  readonly terms: readonly AskedTerm[];
  /** Filters, phrases, dates, identifiers and numbers in the question. */
  readonly recognised: readonly Recognised[];
  /** Terms that were looked for beside those of the keywords, and why. */
  readonly expansions: readonly Expansion[];
}

/** How relevant the best hits are, on scales that do not depend on the fusion. */
export interface Relevance {
  /** Best cosine of the vector leg; null where it found nothing or its model does not know the question's language. */
  readonly bestCosine: number | null;
  /** Cosine of the passage that `coverage` is of, in [0, 1]; 0 where it has none that counts. */
  readonly passageCosine: number;
  /**
   * How far the words of one passage cover the question, in [0, 1], of the one that has most of words and cosine
   * together: the share of the question's content words, weighed by IDF; where the model does not know its language,
   * the mean of that and of how strong the keyword leg's score is.
   */
  readonly coverage: number;
  /** Whether anything passed the threshold. */
  readonly relevant: boolean;
}

/** What a reranker did in a search. */
export interface RerankSummary {
  readonly reranker: string;
  /** Passages that it scored. */
  readonly candidates: number;
  /** Of its scores. */
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

/** How the hits were put in order. */
export interface RankingTrace {
  /** Chunks that each leg found and that are live, and their union. */
  readonly candidates: { readonly vector: number; readonly keyword: number; readonly fused: number };
  /**
   * `scale` is null where fused scores compare only within one search. `documentSupport` is the share of the mean score
   * of a document's best candidates that was added to each of its own; 0 where nothing was.
   */
  readonly fusion: {
    readonly method: FusionMethod;
    readonly scale: FusionScale | null;
    readonly documentSupport: number;
  };
  /** What the best cosine had to reach, or what the cosine and the coverage of one passage are measured by together. */
  readonly threshold: { readonly minCosine: number; readonly minCoverage: number };
  /** Null if nothing was reranked. */
  readonly rerank: RerankSummary | null;
}

/** Milliseconds by stage, in the order the stages ran. */
export type Timings = Readonly<Record<string, number>>;

/** What `search` returns. */
export interface SearchResult {
  /** Best first, expansions after all others. Empty where nothing passed the threshold. */
  readonly hits: readonly Hit[];
  /** The best hits that were left out, and why each was dropped. */
  readonly dropped: readonly Hit[];
  readonly question: QuestionTrace;
  readonly relevance: Relevance;
  readonly ranking: RankingTrace;
  readonly timings: Timings;
  readonly warnings: readonly string[];
}
