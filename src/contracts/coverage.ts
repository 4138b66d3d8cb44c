/** What documents are about, in a few of their own words: for saying what can be asked where nothing was found. */
export interface Coverage {
  /** Those that hold most of the text, the largest first. */
  readonly documents: readonly CoveredDocument[];
  /** Whether there are others. */
  readonly hasMore: boolean;
}

/** A document by its title, and by its chapters where it holds a good part of all the text. */
export interface CoveredDocument {
  readonly documentId: string;
  readonly title: string;
  /** Headings of its longest chapters, in their order; none where the title has to do. */
  readonly headings: readonly string[];
  /** Whether it has other chapters than these. */
  readonly hasMoreHeadings: boolean;
}

/** Where an answer names what a document is about: its title and the headings of it, with their quotation marks. */
export interface NamedTopic {
  readonly documentId: string;
  /** `[start, end)` of the answer's text. */
  readonly start: number;
  readonly end: number;
}
