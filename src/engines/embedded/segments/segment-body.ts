import { LazyPieces, type Pieces } from './lazy-pieces.ts';

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
  readonly #pieces: LazyPieces | undefined;

  /** Without `pieces` all bytes are there. They start where any number may. */
  constructor(bytes: Uint8Array, pieces?: Pieces) {
    this.bytes = bytes;
    this.#pieces = pieces && new LazyPieces(pieces, (piece, at) => bytes.set(piece, at));
  }

  /** Reads those of the bytes `[from, to)` that have not been. Errors: {@link LostSegment}. */
  need(from: number, to: number): void {
    this.#pieces?.need(from, to);
  }

  /** See {@link LazyPieces.readNext}. Errors: {@link LostSegment}. */
  readNext(end: number): boolean {
    return this.#pieces?.readNext(end) ?? false;
  }
}

/** Numbers that are part of a segment's body, read when they are first asked for. */
export class LazyNumbers<Numbers extends Uint8Array | Uint16Array | Uint32Array> {
  readonly #numbers: Numbers;
  /** Undefined where all are there. */
  #body: SegmentBody | undefined;
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
    if (this.#body === undefined) return this.#numbers;
    const { BYTES_PER_ELEMENT: size } = this.#numbers;
    this.#body.need(this.#start + from * size, this.#start + to * size);
    return this.#numbers;
  }

  /** All numbers. Errors: {@link LostSegment}. */
  all(): Numbers {
    if (this.#body !== undefined) {
      this.with(0, this.#numbers.length);
      this.#body = undefined;
    }
    return this.#numbers;
  }
}
