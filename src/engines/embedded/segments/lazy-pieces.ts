/** Takes a piece of something larger, to be copied at once, and where it starts there. */
export type TakePiece = (piece: Uint8Array, at: number) => void;

/** Bytes that are stored in pieces. */
export interface Pieces {
  readonly bytes: number;
  /** Bytes of each piece; the last may have fewer. */
  readonly pieceBytes: number;
  /** Hands over pieces `[first, last]`. Errors: `LostSegment`. */
  readonly read: (first: number, last: number, take: TakePiece) => void;
}

/** Least bytes that are read at once where nothing waits for them. */
const readAtOnce = 262_144;

/** Bytes that are in memory, as a single piece. */
export function inOnePiece(bytes: Uint8Array): Pieces {
  const { length } = bytes;
  return { bytes: length, pieceBytes: Math.max(1, length), read: (_first, _last, take) => take(bytes, 0) };
}

/** The number of the last piece. */
export function lastPiece({ bytes, pieceBytes }: Pick<Pieces, 'bytes' | 'pieceBytes'>): number {
  return Math.ceil(bytes / pieceBytes) - 1;
}

/** Hands over all pieces. Errors: `LostSegment`. */
export function readAll(pieces: Pieces, take: TakePiece): void {
  pieces.read(0, lastPiece(pieces), take);
}

/** Bytes of which the pieces are read as they are needed, each once. */
export class LazyPieces {
  readonly #pieces: Pieces;
  readonly #take: TakePiece;
  /** By piece: 1 where it has been read. */
  readonly #isRead: Uint8Array;
  #unread: number;

  /** `take` puts a piece where it belongs. */
  constructor(pieces: Pieces, take: TakePiece) {
    this.#pieces = pieces;
    this.#take = take;
    this.#unread = lastPiece(pieces) + 1;
    this.#isRead = new Uint8Array(this.#unread);
  }

  get bytes(): number {
    return this.#pieces.bytes;
  }

  /** Whether all has been read. */
  get isWhole(): boolean {
    return this.#unread === 0;
  }

  /** Reads those of the bytes `[from, to)` that have not been. Errors: `LostSegment`. */
  need(from: number, to: number): void {
    if (this.isWhole || from >= to) return;
    const { pieceBytes, read } = this.#pieces;
    const end = Math.ceil(to / pieceBytes);
    for (let first = Math.floor(from / pieceBytes); first < end; first++) {
      if (this.#isRead[first] === 1) continue;
      let last = first;
      while (last + 1 < end && this.#isRead[last + 1] === 0) last++;
      read(first, last, this.#take);
      this.#isRead.fill(1, first, last + 1);
      this.#unread -= last + 1 - first;
    }
  }

  /**
   * Reads on from the first piece before `end` that has not been read; false where there is none. Errors:
   * `LostSegment`.
   */
  readNext(end = this.bytes): boolean {
    const from = this.isWhole ? end : this.#isRead.indexOf(0) * this.#pieces.pieceBytes;
    if (from >= end) return false;
    this.need(from, Math.min(from + readAtOnce, end));
    return true;
  }
}
