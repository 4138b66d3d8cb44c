/** Where a Chroma server is, and how to get in. */
export interface ChromaServerOptions {
  /** Of http or https, without a path. Default `http://127.0.0.1:8000`. */
  readonly url?: string;
  /** Sent as `x-chroma-token` and as a bearer token. Default: none. */
  readonly apiKey?: string;
  /** Default `default_tenant`. */
  readonly tenant?: string;
  /** Default `default_database`. */
  readonly database?: string;
  /** How long a call may take with all its tries, in milliseconds; changes may take six times as long. Default 5000. */
  readonly timeoutMs?: number;
}

/** Which Chroma server to use, and what its collections are called. */
export interface ChromaEngineOptions extends ChromaServerOptions {
  /**
   * What the names of the collections begin with, one for each index: `footnote` makes `footnote.default-1`. 1–400
   * characters of `a-z`, `A-Z`, `0-9`, `.`, `_` and `-`, beginning with a letter or a digit. Default `footnote`.
   */
  readonly collection?: string;
}
