/** What is said, or shown, from one moment on. */
export interface Cue {
  /** From the beginning of the recording; undefined where the file does not say it. */
  readonly startMs: number | undefined;
  /** `startMs` where the file does not say it. */
  readonly endMs: number | undefined;
  /** Not blank, without markup; at least one. */
  readonly lines: readonly CueLine[];
}

/** A line of a cue. */
export interface CueLine {
  readonly text: string;
  /** Who says it, where that is marked up. */
  readonly speaker?: string;
}
