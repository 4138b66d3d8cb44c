/** Counts text in the units that a model reads. Pure and synchronous: chunkers call it in their inner loop. */
export interface Tokenizer {
  /** Part of the index stamp, since chunk borders depend on it. */
  readonly id: string;
  /** Tokens of `text`, without the model's begin and end marks. */
  count(text: string): number;
}
