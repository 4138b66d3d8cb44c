/** A stretch of erased bytes as it can be looked for by somebody who does not know them. */
export interface ErasedWindow {
  /** Rolling hash of the bytes, 32 bits: says quickly where they cannot be. */
  readonly hash: number;
  /** SHA-256 of the bytes, in hexadecimal: says that they are there. */
  readonly sha256: string;
}

/** A document that was erased. Its name is not told: the receipt may be kept where the document may not. */
export interface ErasedDocument {
  readonly documentId: string;
  readonly version: number;
  /** SHA-256 of the file that it was made from. */
  readonly contentHash: string;
}

/** What was done with a place where erased bytes lay. */
export interface ErasedPlace {
  /** A file, or a server, without credentials. */
  readonly place: string;
  /** What was done there, in words. */
  readonly done: string;
}

/** What was erased, where and when, signed by the store that did it. */
export interface ErasureReceipt {
  readonly format: 1;
  readonly collection: string;
  /** ISO 8601, when all of it was done. */
  readonly erasedAt: string;
  readonly documents: readonly ErasedDocument[];
  /** Ids of conversations. */
  readonly conversations: readonly string[];
  readonly overwritten: readonly ErasedPlace[];
  /** Length of each window in bytes. */
  readonly windowBytes: number;
  /** Stretches of the erased texts, spread over them; none of texts that are shorter. */
  readonly windows: readonly ErasedWindow[];
  /** The store's own key: Ed25519, SPKI in base64. */
  readonly publicKey: string;
  /** Ed25519 over the JSON of all fields before, in their order; base64. */
  readonly signature: string;
}

/** What looking for the bytes of a receipt came to. */
export interface ReceiptCheck {
  /** Whether the receipt is as it was signed. */
  readonly isSigned: boolean;
  /** Whether the key that signed it is that of this store. */
  readonly isOfThisStore: boolean;
  /** Files that were read to their end, and how many bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Servers whose texts were read through their clients, with what they came to in UTF-8. */
  readonly servers: readonly { readonly place: string; readonly values: number; readonly bytes: number }[];
  /**
   * Where bytes of erased texts stand, but for those that documents of the store have as well: a file and the byte in
   * it, or a table or collection on a server and the byte in one of its values.
   */
  readonly found: readonly { readonly place: string; readonly offset: number }[];
  /** Ids of erased documents and conversations that the records, or passages on a server, still have. */
  readonly present: readonly string[];
  /** What could not be looked into, in words. */
  readonly notRead: readonly string[];
}
