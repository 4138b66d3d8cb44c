import type { BlockKind } from './parser.ts';
import type { TextPlace } from './text-place.ts';

/**
 * What checking a sentence against the spans that it cites may come to, the strongest first. `verbatim`: it stands
 * there letter for letter. `supported`: its words, numbers, names, dates and negations do. `partial`: some of them
 * are missing. `unsupported`: it says something else. `uncited`: it names no source.
 */
export const verdicts = ['verbatim', 'supported', 'partial', 'unsupported', 'uncited'] as const;

/** One of {@link verdicts}. */
export type Verdict = (typeof verdicts)[number];

/** A piece of the answer tied to its exact place. `text.slice(start, end) === quote` of the document's text. */
export interface Citation {
  /** 1-based: the footnote's number in the answer. */
  readonly number: number;
  /** The collection that its document was found in. */
  readonly collection: string;
  readonly documentId: string;
  readonly chunkId: string;
  readonly path: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  /**
   * What the block is that the quote lies in, `table-header` in the header rows of a table; null where it lies in none,
   * or in several.
   */
  readonly kind: BlockKind | 'table-header' | null;
  /** Where its first line stands in the file, where that is known. */
  readonly place?: TextPlace;
  /** The weakest verdict among the sentences that cite it. */
  readonly verdict: Verdict;
}

/** A sentence of the answer, checked. */
export interface CheckedSentence {
  /** `[start, end)` of the answer's text, its markers included. */
  readonly start: number;
  readonly end: number;
  readonly verdict: Verdict;
  /** Numbers of the citations it names. */
  readonly citations: readonly number[];
  /** Words, numbers and names of it that its sources do not hold. */
  readonly missing: readonly string[];
}
