/**
 * Looks up documents in the records, which alone decide what is live: one lookup for all the ids of a search. What is
 * given back may hold other documents as well.
 */
export interface LiveDocuments {
  /** The versions that readers see; documents without one are not among them. */
  versions(
    documentIds: Iterable<string>,
    options?: { signal?: AbortSignal },
  ): Promise<ReadonlyMap<string, number>>;
  /** The documents' sources as the user knows them; documents without one are not among them. */
  paths(
    documentIds: Iterable<string>,
    options?: { signal?: AbortSignal },
  ): Promise<ReadonlyMap<string, string>>;
}
