/** What became of one text: a vector for each window of it, and its length in the model's tokens. */
export interface TextEmbedding {
  /** Unit length, finite, `dimension` long each. One where the text fits the model, more where it does not. */
  readonly vectors: readonly Float32Array[];
  readonly tokens: number;
}

/**
 * What a model's cosines are worth beside those of the model that comes with the package, on whose scale all thresholds
 * are: e5 models, for instance, give unrelated texts about .75.
 */
export interface CosineScale {
  /** Its cosine where the shipped model has 0. */
  readonly unrelated: number;
  /** Its cosine where the shipped model has .4, from which a passage is near a question. Above `unrelated`. */
  readonly near: number;
  /**
   * How much higher its cosines are where question and documents are both in a language, by BCP 47 primary subtag: to
   * `multilingual-e5-small` any two Chinese texts are nearer than English ones. Default: nothing.
   */
  readonly higherIn?: Readonly<Record<string, number>>;
}

/** What an embedder has done since it was opened. */
export interface EmbedderUsage {
  /** Requests that a provider answered, refusals not counted; 0 for a model that runs here. */
  readonly requests: number;
  /** Tokens that the provider counted and may charge for; 0 for a model that runs here. */
  readonly billedTokens: number;
  /** Passages whose vectors were known, so that the model was not asked. */
  readonly reusedTexts: number;
}

/** How a call for passages is stopped and followed. */
export interface EmbedOptions {
  readonly signal?: AbortSignal;
  /**
   * Told, as vectors come, of how many more texts have theirs: in all no more than were given, and none twice. An
   * embedder need not tell.
   */
  readonly onEmbedded?: (texts: number) => void;
}

/**
 * Turns text into vectors. Deterministic: a text's vectors never depend on the texts embedded with it.
 * Errors: `request_invalid` for what is no text, `model_missing`, `model_altered`, `vector_invalid`, `model_rejected`,
 * `aborted`; remote ones also `model_unavailable`, `model_answer_invalid`. Where one text is to blame,
 * `details.position` of `vector_invalid` and `model_rejected` is its place among the texts given, from 0: the others
 * may be embedded without it.
 */
export interface Embedder {
  /** Names model, weights and settings: part of the index stamp. Two embedders of one id are interchangeable. */
  readonly id: string;
  readonly dimension: number;
  /** SHA-256 of the model's weights, hexadecimal. Absent where a server has them. */
  readonly weights?: string;
  /** Primary language subtags the model was trained on; `any` for a multilingual one. */
  readonly languages: readonly string[] | 'any';
  /** How its cosines compare with the shipped model's. Default: they are taken as they are. */
  readonly cosines?: CosineScale;
  readonly tokenizer: Tokenizer;
  /** How many passages it can be busy with, as in several requests at a time. Without it: one call has some hundred. */
  readonly passagesAtOnce?: number;

  /** Embeds passages, in the order given. An empty text is embedded like any other. */
  embedDocuments(texts: readonly string[], options?: EmbedOptions): Promise<readonly TextEmbedding[]>;

  /** Embeds a question; one longer than the model reads is averaged over its windows. Never waits behind documents. */
  embedQuery(text: string, options?: { signal?: AbortSignal }): Promise<Float32Array>;

  /**
   * The vector of each token of each text, marks of begin and end left out: one array a text, `tokens × dimension`
   * numbers in the order of the text, every vector of unit length. `tokens` is what the tokenizer counts: a text
   * longer than the model reads is read in windows. Neither prefix is put before. Optional: what late interaction
   * needs, and remote embedders do not have.
   */
  embedTokens?(
    texts: readonly string[],
    options?: { signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;

  /** What has been done so far. An embedder without it costs nothing but time. */
  usage?(): EmbedderUsage;

  /** Ends worker threads and connections; pending calls reject with `aborted`. */
  close(): Promise<void>;
}

/** How texts are to be embedded. */
export interface EmbedTextsOptions {
  /**
   * What they are: some models are trained to see other words before a question than before a passage. Default:
   * passages.
   */
  readonly as?: 'passages' | 'questions';
  readonly signal?: AbortSignal;
}

/** Vectors of texts. */
export interface EmbeddedTexts {
  /** Names model, weights and settings: vectors compare only with those of the same. */
  readonly model: string;
  /** Numbers in each vector. */
  readonly dimension: number;
  /** One a text, in the order given. */
  readonly vectors: readonly Float32Array[];
  /** Of all texts, as the model counts them. */
  readonly tokens: number;
}

/** Vectors of single words, by which words that mean nearly the same are known without running a model. */
export interface WordVectors {
  /** BCP 47 primary subtag of the words' language. */
  readonly language: string;
  /** The vector of a word in small letters, of unit length; undefined where it has none. */
  vectorOf(word: string): Float32Array | undefined;
}

/** Counts text in the units that a model reads. Pure and synchronous: chunkers call it in their inner loop. */
export interface Tokenizer {
  /** Part of the index stamp, since chunk borders depend on it. */
  readonly id: string;
  /** Tokens of `text`, without the model's begin and end marks. */
  count(text: string): number;
}
