/**
 * Several typed arrays in one blob: a header with the length of each section, then the sections, each aligned to
 * eight bytes so that it can be read in place. Little-endian, as every machine that Node runs on.
 */
export type Section = Uint8Array | Uint16Array | Uint32Array | Float64Array;

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

/** Reads sections in the order they were packed, without copying. */
export class SectionReader {
  readonly #bytes: Uint8Array;
  readonly #lengths: Uint32Array;
  #index = 0;
  #at: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes.byteOffset % alignment === 0 ? bytes : bytes.slice();
    const count = new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset, 1)[0] as number;
    this.#lengths = new Uint32Array(this.#bytes.buffer, this.#bytes.byteOffset + 4, count);
    this.#at = aligned((count + 1) * 4);
  }

  uint8(): Uint8Array {
    return this.#next((buffer, offset, bytes) => new Uint8Array(buffer, offset, bytes));
  }
  uint16(): Uint16Array {
    return this.#next((buffer, offset, bytes) => new Uint16Array(buffer, offset, bytes / 2));
  }
  uint32(): Uint32Array {
    return this.#next((buffer, offset, bytes) => new Uint32Array(buffer, offset, bytes / 4));
  }
  float64(): Float64Array {
    return this.#next((buffer, offset, bytes) => new Float64Array(buffer, offset, bytes / 8));
  }

  #next<T>(view: (buffer: ArrayBufferLike, offset: number, bytes: number) => T): T {
    const bytes = this.#lengths[this.#index++];
    if (bytes === undefined) throw new RangeError('The segment has fewer sections than expected.');
    const section = view(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, bytes);
    this.#at += aligned(bytes);
    return section;
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
