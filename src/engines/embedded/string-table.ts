import type { Section, SectionReader } from './sections.ts';

/** Strings kept as UTF-8 in one array and decoded one at a time, so that a hundred thousand cost no objects. */
export class StringTable {
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;

  constructor(offsets: Uint32Array, bytes: Uint8Array) {
    this.#offsets = offsets;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  static read(reader: SectionReader): StringTable {
    return new StringTable(reader.uint32(), reader.uint8());
  }

  static of(strings: readonly string[]): StringTable {
    const joined = strings.join('');
    const bytes = Buffer.from(joined);
    // In ASCII, which most tables are, a string has as many bytes as it is long.
    const sizeOf =
      bytes.length === joined.length
        ? (string: string) => string.length
        : (string: string) => Buffer.byteLength(string);
    const offsets = new Uint32Array(strings.length + 1);
    for (let index = 0, total = 0; index < strings.length; index++) {
      offsets[index + 1] = total += sizeOf(strings[index] as string);
    }
    return new StringTable(offsets, bytes);
  }

  get size(): number {
    return this.#offsets.length - 1;
  }

  at(index: number): string {
    return this.#bytes.toString('utf8', this.#offsets[index], this.#offsets[index + 1]);
  }

  /** The bytes of one string, as a view. */
  bytesAt(index: number): Buffer {
    return this.#bytes.subarray(this.#offsets[index], this.#offsets[index + 1]);
  }

  /** What to pack, in the order that {@link StringTable.read} expects. */
  sections(): readonly Section[] {
    return [this.#offsets, this.#bytes];
  }
}
