/** The version of a document that readers see, and how it is shown. */
export interface LiveDocument {
  readonly version: number;
  /** The document's source as the user knows it. */
  readonly path: string;
  readonly title: string;
}

/**
 * Looks up documents in the records, which alone decide what is live. One lookup for all the ids of a search;
 * documents that have no live version are left out.
 */
export type LiveDocuments = (
  documentIds: readonly string[],
  options?: { signal?: AbortSignal },
) => Promise<ReadonlyMap<string, LiveDocument>>;
