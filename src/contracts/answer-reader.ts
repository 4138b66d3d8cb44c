/** Part of a text: `[start, end)`. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A passage as it is read beside a question. */
export interface PassageToRead {
  /** What stands above it, outermost first: the document's title, its headings. */
  readonly headings: readonly string[];
  readonly text: string;
  /** What may be quoted of `text`, by place. */
  readonly units: readonly Part[];
}

/**
 * Reads a question and a passage together and says which parts of the passage answer it.
 * Errors: `model_missing`, `model_altered`, `model_rejected`, `model_unavailable`, `aborted`.
 */
export interface AnswerReader {
  /** BCP 47 primary subtag of what it was trained to read. */
  readonly language: string;

  /**
   * By passage, for each of its units the log-odds that it answers, against nothing of the passage doing so: 0 is even.
   * A unit that the model reads no further than has -Infinity.
   */
  read(
    question: string,
    passages: readonly PassageToRead[],
    signal?: AbortSignal,
  ): Promise<readonly Float32Array[]>;

  /** Loads what the first question would wait for. */
  warmUp(): Promise<void>;

  /** Pending readings end with `aborted`. */
  close(): Promise<void>;
}
