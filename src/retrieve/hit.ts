import type { MatchedTerm } from '../contracts/engine.ts';
import type { WeightedTerm } from '../contracts/generator.ts';

/** How one leg saw a hit. */
export interface LegTrace {
  /** 1-based place in the leg's own order. */
  readonly rank: number;
  /** The leg's own score: cosine, or BM25. */
  readonly score: number;
}

/** Why a hit stands where it stands. */
export interface HitExplanation {
  readonly vector?: LegTrace;
  readonly keyword?: LegTrace;
  /** Question terms found in the hit with their share of the keyword score, best first. */
  readonly matchedTerms: readonly MatchedTerm[];
  /** What each leg added to the fused score. They sum to it. */
  readonly fusion: { readonly method: string; readonly vector: number; readonly keyword: number };
  /** The stage that took the hit out, for hits listed under `dropped`. */
  readonly droppedBy?: 'threshold' | 'not-live' | 'top-k';
}

/** A chunk that answers a search, with its place in its document. */
export interface Hit {
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
  /** Fused score; its scale belongs to the fusion method. */
  readonly score: number;
  readonly explain: HitExplanation;
}

/** How the question was read. */
export interface QuestionTrace {
  readonly language: string;
  /** What the keyword leg looked for after question words were dropped. */
  readonly keywords: string;
  /** The distinct terms of the keywords with their inverse document frequency in the collection. */
  readonly terms: readonly WeightedTerm[];
}

/** How relevant the best hits are, on scales that do not depend on the fusion. */
export interface Relevance {
  /** Best cosine of the vector leg; null where it found nothing or its model does not know the question's language. */
  readonly bestCosine: number | null;
  /** Largest share of the question's terms, weighted by IDF, that one candidate contains; in [0, 1]. */
  readonly coverage: number;
  /** Whether the threshold was passed. */
  readonly relevant: boolean;
}

/** Milliseconds by stage, in the order the stages ran. */
export type Timings = Readonly<Record<string, number>>;

/** What `search` returns. */
export interface SearchResult {
  /** Best first. Empty where nothing passed the threshold. */
  readonly hits: readonly Hit[];
  /** The best hits that were left out, with what dropped each. */
  readonly dropped: readonly Hit[];
  readonly question: QuestionTrace;
  readonly relevance: Relevance;
  readonly timings: Timings;
  readonly warnings: readonly string[];
}
