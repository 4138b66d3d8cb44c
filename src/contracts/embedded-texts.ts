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
