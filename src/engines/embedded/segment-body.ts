/** Most bytes of a piece that a segment's bytes are stored and read in. */
export const pieceBytes = 262_144;

/** Copies pieces `[first, last]` of a segment to where they belong in `target`. Errors: {@link LostSegment}. */
type ReadPieces = (first: number, last: number, target: Uint8Array) => void;

/** The file has a segment no more, or not as it was written. */
export class LostSegment extends Error {
  readonly segment: number;

  constructor(segment: number) {
    super(`Segment ${segment} is not in the file as it was written.`);
    this.segment = segment;
  }
}

/**
 * The bytes of a segment in memory of their full size. What a search does not need is never read from the file, and
 * memory that was never written to costs nothing.
 */
export class SegmentBody {
  readonly bytes: Uint8Array;
  readonly #readPieces: ReadPieces | undefined;
  /** By piece: 1 where it has been read. */
  readonly #isRead: Uint8Array;

  /** Without `readPieces` all bytes are there. They start where any number may. */
  constructor(bytes: Uint8Array, readPieces?: ReadPieces) {
    this.bytes = bytes;
    this.#readPieces = readPieces;
    this.#isRead = new Uint8Array(readPieces === undefined ? 0 : Math.ceil(bytes.length / pieceBytes));
  }

  /** Reads those of the bytes `[from, to)` that have not been. Errors: {@link LostSegment}. */
  need(from: number, to: number): void {
    if (this.#readPieces === undefined || from >= to) return;
    const end = Math.ceil(to / pieceBytes);
    for (let first = Math.floor(from / pieceBytes); first < end; first++) {
      if (this.#isRead[first] === 1) continue;
      let last = first;
      while (last + 1 < end && this.#isRead[last + 1] === 0) last++;
      this.#readPieces(first, last, this.bytes);
      this.#isRead.fill(1, first, last + 1);
    }
  }

  /** Reads the first piece that has not been; false where there is none. Errors: {@link LostSegment}. */
  readPiece(): boolean {
    const piece = this.#isRead.indexOf(0);
    if (piece >= 0) this.need(piece * pieceBytes, Math.min((piece + 1) * pieceBytes, this.bytes.length));
    return piece >= 0;
  }
}

/** Numbers that are part of a segment's body, read when they are first asked for. */
export class LazyNumbers<Numbers extends Uint8Array | Uint32Array> {
  readonly #numbers: Numbers;
  readonly #body: SegmentBody | undefined;
  readonly #start: number;

  /** Without a `body` the numbers are there. */
  constructor(numbers: Numbers, body?: SegmentBody) {
    this.#numbers = numbers;
    this.#body = body;
    this.#start = numbers.byteOffset - (body?.bytes.byteOffset ?? 0);
  }

  get length(): number {
    return this.#numbers.length;
  }

  /** All numbers, of which those in `[from, to)` can be relied on. Errors: {@link LostSegment}. */
  with(from: number, to: number): Numbers {
    const { BYTES_PER_ELEMENT: size } = this.#numbers;
    this.#body?.need(this.#start + from * size, this.#start + to * size);
    return this.#numbers;
  }

  /** All numbers. Errors: {@link LostSegment}. */
  all(): Numbers {
    return this.with(0, this.#numbers.length);
  }
}
