/**
 * What is found in a collection, and by what: the same for the same documents under the same models and settings,
 * wherever they lie, in whatever order they came and whichever engine holds them. Nothing in it names a place, an
 * address or a secret.
 */
export interface IndexManifest {
  readonly format: 1;
  /** SHA-256 of all the rest as canonical JSON (RFC 8785), hexadecimal. */
  readonly sha256: string;
  readonly versions: ManifestVersions;
  /** The settings that decide what is found, by section. A file of synonyms is there by the SHA-256 of its text. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Ordered by `contentHash`; files of equal content and metadata are one. */
  readonly documents: readonly ManifestDocument[];
}

/** What the index was built with, and what reads it. */
export interface ManifestVersions {
  /** Of the package. */
  readonly footnote: string;
  readonly chunker: string;
  readonly analyser: string;
  readonly embedder: {
    readonly id: string;
    readonly dimension: number;
    /** In order. */
    readonly languages: readonly string[] | 'any';
    /** SHA-256 of the model's weights, hexadecimal; null for a model that does not run here. */
    readonly weights: string | null;
  };
  readonly reranker: { readonly name: string; readonly weights: string | null } | null;
}

/** A live document, by what is in it. */
export interface ManifestDocument {
  /** SHA-256 of the source's bytes, hexadecimal. */
  readonly contentHash: string;
  /** Name and version of the parser that read it; empty where the document waits to be read again. */
  readonly parser: string;
  /** SHA-256 of its metadata as canonical JSON, hexadecimal; an address of its page (`url`) does not count. */
  readonly metadata: string;
  readonly passages: number;
  /** Passages that have their vectors. */
  readonly embedded: number;
}

/** Where two manifests differ. */
export interface ManifestDifferences {
  readonly documents: {
    /** Content hashes. */
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** Those of one content that came out otherwise. */
    readonly changed: readonly ChangedDocument[];
  };
  /** Versions and settings by dotted name; null for what one of them does not have. */
  readonly values: readonly { readonly name: string; readonly before: unknown; readonly after: unknown }[];
}

/** A content in both manifests. */
export interface ChangedDocument {
  readonly contentHash: string;
  /** What differs of it; `copies`: how many documents have it. */
  readonly what: readonly (Exclude<keyof ManifestDocument, 'contentHash'> | 'copies')[];
}

/** How likely a question is answerable by its relevance: 1 / (1 + exp(-(slope · relevance + intercept))). */
export interface AnswerabilityCurve {
  /** 0 or more: what is more relevant is no less likely. */
  readonly slope: number;
  readonly intercept: number;
}

/**
 * Below which relevance a collection does not answer, as chosen for its index: both measures stay under theirs. The
 * shares are those of questions that the thresholds were not chosen on.
 */
export interface Calibration {
  /** Cosine of the best hit, in [0, 1]. */
  readonly minCosine: number;
  /** IDF-weighted share of the question's terms in one hit, in [0, 1]. */
  readonly minCoverage: number;
  /** Questions that the collection answers, of those it was calibrated with. */
  readonly answerableQuestions: number;
  /** Share of such that were refused. */
  readonly answerableRefused: number;
  readonly offTopicQuestions: number;
  /** Share of such that were refused. */
  readonly offTopicRefused: number;
  /** Fitted on the questions that the thresholds were chosen on; absent where there were none of one kind. */
  readonly answerability?: AnswerabilityCurve | undefined;
  /** ISO 8601. */
  readonly calibratedAt: string;
}
