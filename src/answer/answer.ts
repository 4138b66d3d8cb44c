import type { Hit, Relevance, SearchResult, Timings } from '../retrieve/hit.ts';

/** What checking a sentence against its source came to. */
export type Verdict = 'verbatim';

/** A piece of the answer tied to its exact place. `text.slice(start, end) === quote` of the document's text. */
export interface Citation {
  /** 1-based: the footnote's number in the answer. */
  readonly number: number;
  readonly documentId: string;
  readonly path: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly page: number | null;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
  readonly verdict: Verdict;
}

/** What `ask` returns. */
export interface Answer {
  /** The sentences, each followed by its `[n]`; when abstained, what to do next instead. */
  readonly answer: string;
  /** True where nothing relevant was found: then there are no citations. */
  readonly abstained: boolean;
  readonly citations: readonly Citation[];
  /** In [0, 1]: how well the question is covered by what was found. 0 when abstained. */
  readonly confidence: number;
  readonly hits: readonly Hit[];
  readonly dropped: readonly Hit[];
  readonly question: SearchResult['question'];
  readonly relevance: Relevance;
  readonly timings: Timings;
  readonly warnings: readonly string[];
}
