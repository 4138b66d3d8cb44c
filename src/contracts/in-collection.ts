/** Which collection is meant. */
export interface InCollection {
  /** Default: the configured collection. */
  readonly collection?: string;
}
