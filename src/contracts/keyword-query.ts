import type { Filter } from './filter.ts';

/** What the keyword leg of an engine is asked for. */
export interface KeywordQuery {
  /** The words to look for, as the question's understanding left them; the engine analyses them like its text. */
  readonly text: string;
  /** BCP 47 primary subtag of `text`. */
  readonly language: string;
  /**
   * Phrases that a chunk must contain to be found, each term next to the one before it, in one field. Analysed
   * like the text; one without any term restricts nothing. They do not rank: for that `text` says their words too.
   *
   */
  readonly phrases?: readonly string[];
  /** Terms looked for beside those of `text`, at most 100. Default none. */
  readonly expansions?: readonly KeywordExpansion[];
  /** What a match in title or headings counts for beside one in the content, 0–10. Default .3 each. */
  readonly boosts?: KeywordBoosts;
  /** Most hits to return, 1–1000. */
  readonly limit: number;
  readonly filter?: Filter | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A term that the question does not hold and a chunk may hold instead: a corrected spelling, a synonym, a part of a
 * compound. It scores `weight` times what it would as a term of the question, in every field that terms are looked
 * for in, and shows among the matched terms. A term that the text holds is not counted again, and one given twice
 * counts with its greater weight. No grams are taken of it, and no pairs formed with it.
 */
export interface KeywordExpansion {
  /** As the analyser spells it: it is not analysed again. */
  readonly term: string;
  /** Above 0, at most 1. */
  readonly weight: number;
}

/** Weights of the fields beside the content, whose weight is 1. */
export interface KeywordBoosts {
  readonly title?: number;
  readonly headingPath?: number;
}
