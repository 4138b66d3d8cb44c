/** Most bytes of a piece that a segment's bytes are stored and read in. */
export const pieceBytes = 262_144;

/** Takes a piece of something larger, to be copied at once, and where it starts there. */
export type TakePiece = (piece: Uint8Array, at: number) => void;

/** Hands over pieces `[first, last]` of something that is stored. Errors: `LostSegment`. */
export type ReadPieces = (first: number, last: number, take: TakePiece) => void;

/** Pieces of bytes that are in memory. */
export function piecesOf(bytes: Uint8Array): ReadPieces {
  return (first, last, take) =>
    take(bytes.subarray(first * pieceBytes, (last + 1) * pieceBytes), first * pieceBytes);
}

/** The number of the last of the pieces that so many bytes are cut into. */
export function lastPiece(bytes: number): number {
  return Math.ceil(bytes / pieceBytes) - 1;
}

/** So many bytes of which the pieces are read as they are needed, each once. */
export class LazyPieces {
  readonly bytes: number;
  readonly #read: (first: number, last: number) => void;
  /** By piece: 1 where it has been read. */
  readonly #isRead: Uint8Array;
  #unread: number;

  /** `read` puts pieces `[first, last]` where they belong. */
  constructor(bytes: number, read: (first: number, last: number) => void) {
    this.bytes = bytes;
    this.#read = read;
    this.#unread = lastPiece(bytes) + 1;
    this.#isRead = new Uint8Array(this.#unread);
  }

  /** Whether all has been read. */
  get isWhole(): boolean {
    return this.#unread === 0;
  }

  /** Reads those of the bytes `[from, to)` that have not been. Errors: `LostSegment`. */
  need(from: number, to: number): void {
    if (this.isWhole || from >= to) return;
    const end = lastPiece(to) + 1;
    for (let first = Math.floor(from / pieceBytes); first < end; first++) {
      if (this.#isRead[first] === 1) continue;
      let last = first;
      while (last + 1 < end && this.#isRead[last + 1] === 0) last++;
      this.#read(first, last);
      this.#isRead.fill(1, first, last + 1);
      this.#unread -= last + 1 - first;
    }
  }

  /** Reads the first piece before `end` that has not been; false where there is none. Errors: `LostSegment`. */
  readNext(end = this.bytes): boolean {
    const from = this.isWhole ? end : this.#isRead.indexOf(0) * pieceBytes;
    if (from >= end) return false;
    this.need(from, Math.min(from + pieceBytes, this.bytes));
    return true;
  }
}
