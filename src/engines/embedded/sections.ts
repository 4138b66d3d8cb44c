import { LazyNumbers, type SegmentBody } from './segment-body.ts';

/**
 * Several typed arrays in one blob: a header with the length of each section, then the sections, each aligned to
 * eight bytes so that it can be read in place. Little-endian, as every machine that Node runs on.
 */
export type Section = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

const alignment = 8;

/** Bytes that {@link packSections} will produce start with the count and byte lengths of the sections. */
export function packSections(sections: readonly Section[]): Uint8Array {
  const headerBytes = aligned((sections.length + 1) * 4);
  const total = sections.reduce((sum, section) => sum + aligned(section.byteLength), headerBytes);
  const bytes = new Uint8Array(total);
  new Uint32Array(bytes.buffer, 0, sections.length + 1).set([
    sections.length,
    ...sections.map((s) => s.byteLength),
  ]);
  let at = headerBytes;
  for (const section of sections) {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), at);
    at += aligned(section.byteLength);
  }
  return bytes;
}

/** Reads sections in the order they were packed, without copying. Errors of all reading: `LostSegment`. */
export class SectionReader {
  readonly #body: SegmentBody;
  readonly #lengths: Uint32Array;
  #index = 0;
  #at: number;

  constructor(body: SegmentBody) {
    this.#body = body;
    const { buffer, byteOffset } = body.bytes;
    body.need(0, alignment);
    const count = new Uint32Array(buffer, byteOffset, 1)[0] as number;
    this.#at = aligned((count + 1) * 4);
    body.need(0, this.#at);
    this.#lengths = new Uint32Array(buffer, byteOffset + 4, count);
  }

  /** Where in the body the next section begins. */
  get position(): number {
    return this.#at;
  }

  uint8(): Uint8Array {
    return this.lazyUint8().all();
  }
  uint16(): Uint16Array {
    return this.lazyUint16().all();
  }
  int32(): Int32Array {
    return new Int32Array(...this.#read(4));
  }
  uint32(): Uint32Array {
    return this.lazyUint32().all();
  }
  float64(): Float64Array {
    return new Float64Array(...this.#read(8));
  }
  /** Numbers that are read when they are first asked for. */
  lazyUint8(): LazyNumbers<Uint8Array> {
    const { buffer, start, end } = this.#next();
    return new LazyNumbers(
      new Uint8Array(buffer, this.#body.bytes.byteOffset + start, end - start),
      this.#body,
    );
  }
  lazyUint16(): LazyNumbers<Uint16Array> {
    const { buffer, start, end } = this.#next();
    return new LazyNumbers(
      new Uint16Array(buffer, this.#body.bytes.byteOffset + start, (end - start) / 2),
      this.#body,
    );
  }
  lazyUint32(): LazyNumbers<Uint32Array> {
    const { buffer, start, end } = this.#next();
    return new LazyNumbers(
      new Uint32Array(buffer, this.#body.bytes.byteOffset + start, (end - start) / 4),
      this.#body,
    );
  }

  /** Reads the next section, for an array of numbers of so many bytes each. */
  #read(size: number): [buffer: ArrayBufferLike, byteOffset: number, length: number] {
    const { buffer, start, end } = this.#next();
    this.#body.need(start, end);
    return [buffer, this.#body.bytes.byteOffset + start, (end - start) / size];
  }

  /** Where the next section lies in the body. */
  #next(): { readonly buffer: ArrayBufferLike; readonly start: number; readonly end: number } {
    const bytes = this.#lengths[this.#index++];
    if (bytes === undefined) throw new RangeError('The segment has fewer sections than expected.');
    const start = this.#at;
    this.#at += aligned(bytes);
    return { buffer: this.#body.bytes.buffer, start, end: start + bytes };
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
