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

  uint16(): Uint16Array {
    return this.#read(Uint16Array);
  }
  int32(): Int32Array {
    return this.#read(Int32Array);
  }
  uint32(): Uint32Array {
    return this.#read(Uint32Array);
  }
  float64(): Float64Array {
    return this.#read(Float64Array);
  }
  /** Numbers that are read when they are first asked for. */
  lazyUint8(): LazyNumbers<Uint8Array> {
    return new LazyNumbers(this.#next(Uint8Array), this.#body);
  }
  lazyUint16(): LazyNumbers<Uint16Array> {
    return new LazyNumbers(this.#next(Uint16Array), this.#body);
  }
  lazyUint32(): LazyNumbers<Uint32Array> {
    return new LazyNumbers(this.#next(Uint32Array), this.#body);
  }

  #read<Numbers extends Section>(type: NumbersType<Numbers>): Numbers {
    const start = this.#at;
    const numbers = this.#next(type);
    this.#body.need(start, start + numbers.byteLength);
    return numbers;
  }

  /** The next section, whether it has been read or not. */
  #next<Numbers extends Section>(type: NumbersType<Numbers>): Numbers {
    const bytes = this.#lengths[this.#index++];
    if (bytes === undefined) throw new RangeError('The segment has fewer sections than expected.');
    const { buffer, byteOffset } = this.#body.bytes;
    const start = byteOffset + this.#at;
    this.#at += aligned(bytes);
    return new type(buffer, start, bytes / type.BYTES_PER_ELEMENT);
  }
}

/** What makes an array of numbers over a part of a buffer. */
interface NumbersType<Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): Numbers;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
