/** The file that a document was read from, as it was then. */
export interface OriginalFile {
  /** Its name without folders, with its ending. */
  readonly name: string;
  /** By its ending; `application/octet-stream` where that is not known. */
  readonly mediaType: string;
  /** Length in bytes. */
  readonly bytes: number;
}

/** The same, to be read from. */
export interface Original extends OriginalFile {
  /** SHA-256 of the whole, hexadecimal. */
  readonly contentHash: string;
  /** The bytes `[start, end)`, within its length. Errors: `original_missing` where they are there no more. */
  read(start: number, end: number): Promise<Uint8Array>;
}
