/** Which collection is meant. */
export interface InCollection {
  /** Default: the configured collection. */
  readonly collection?: string;
}

/** Which documents are there for the caller. */
export interface ForGroups {
  /**
   * Groups of the caller: a document that has groups is there only where it shares one of them, and one without is
   * there for everybody. Default: all documents are there.
   */
  readonly groups?: readonly string[];
}

/** Whose conversations and answers are there for the caller. */
export interface OfOwner {
  /**
   * Who asks, as the caller's own program names them: what is kept becomes theirs, and what is others' is not there.
   * Default: what is kept is nobody's, and everything is there.
   */
  readonly owner?: string;
}
