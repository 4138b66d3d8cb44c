import { isAscii } from 'node:buffer';
import { fnv1a } from '../fnv1a.ts';
import { grown } from '../place-arrays.ts';
import type { Section, SectionReader } from '../segments/sections.ts';
import { LazyNumbers } from '../segments/segment-body.ts';

/** In a slot: nothing here. Other slots hold the place of a string plus one. */
const empty = 0;

/**
 * Finds the strings of a table by their hash: open addressing with linear probing, at most half full. Eight bytes to
 * a slot, where a map would hold the strings themselves.
 */
export class StringLookup {
  readonly #table: StringTable;
  readonly #slots: Uint32Array;
  readonly #hashes: Uint32Array;

  constructor(table: StringTable) {
    this.#table = table;
    const size = 2 ** Math.ceil(Math.log2(2 * table.size + 1));
    this.#slots = new Uint32Array(size);
    this.#hashes = new Uint32Array(size);
    for (let place = 0; place < table.size; place++)
      this.#add(place, hashOf(table.bytesOf(place, place + 1)));
  }

  /** The places that hold this string, in no order. */
  placesOf(wanted: string): readonly number[] {
    const places: number[] = [];
    const hash = hashOf(encoded(wanted));
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; this.#slots[slot] !== empty; slot = (slot + 1) & mask) {
      if (this.#hashes[slot] !== hash) continue;
      const place = (this.#slots[slot] as number) - 1;
      if (this.#table.at(place) === wanted) places.push(place);
    }
    return places;
  }

  #add(place: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== empty) slot = (slot + 1) & mask;
    this.#slots[slot] = place + 1;
    this.#hashes[slot] = hash;
  }
}

const utf8 = new TextEncoder();
let scratch = new Uint8Array(1024);

/** The UTF-8 of a string, good until the next call. */
function encoded(text: string): Uint8Array {
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 3);
  return scratch.subarray(0, utf8.encodeInto(text, scratch).written);
}

/** {@link fnv1a}, its high bits mixed into the low ones that choose a slot. */
function hashOf(bytes: Uint8Array): number {
  const hash = fnv1a(bytes);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Bytes that are copied faster one by one than by a call. */
const copiedSingly = 64;

/**
 * Strings kept as UTF-8 in one array and made one at a time, so that a hundred thousand cost no objects. Those of a
 * segment are read when they are needed. Errors of reading: `LostSegment`.
 */
export class StringTable {
  readonly #lazyOffsets: LazyNumbers<Uint32Array>;
  readonly #lazyBytes: LazyNumbers<Uint8Array>;
  /** The bytes, whether they have been read or not. */
  readonly #buffer: Buffer;
  /** All strings as one, from the first that was asked for on; undefined where characters are not bytes. */
  #text: string | undefined;
  #isText: boolean | undefined;
  #kept: (string | undefined)[] | undefined;

  constructor(offsets: LazyNumbers<Uint32Array>, bytes: LazyNumbers<Uint8Array>) {
    this.#lazyOffsets = offsets;
    this.#lazyBytes = bytes;
    const { buffer, byteOffset, byteLength } = bytes.with(0, 0);
    this.#buffer = Buffer.from(buffer, byteOffset, byteLength);
  }

  static read(reader: SectionReader): StringTable {
    return new StringTable(reader.lazyUint32(), reader.lazyUint8());
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
    return new StringTable(new LazyNumbers(offsets), new LazyNumbers(bytes));
  }

  get size(): number {
    return this.#lazyOffsets.length - 1;
  }

  get #offsets(): Uint32Array {
    return this.#lazyOffsets.all();
  }

  get #bytes(): Buffer {
    this.#lazyBytes.all();
    return this.#buffer;
  }

  at(index: number): string {
    this.#isText ??= isAscii(this.#bytes);
    if (!this.#isText) return this.#decode(index);
    // A slice of a string costs a tenth of decoding a few bytes, and ids are asked for by the hundred.
    this.#text ??= this.#bytes.toString('latin1');
    return this.#text.slice(this.#offsets[index], this.#offsets[index + 1]);
  }

  /**
   * As {@link at}, and the same one each time: for ids that are looked up in maps by the hundred for each question. To
   * hash a slice and compare it takes ten times as long. Reads no other.
   */
  kept(index: number): string {
    this.#kept ??= Array.from({ length: this.size });
    return (this.#kept[index] ??= this.#decode(index));
  }

  /** Whether a string is this one. Reads no other. */
  is(index: number, text: string): boolean {
    const { from, to } = this.#need(index);
    const { length } = text;
    if (to - from < length) return false;
    const bytes = this.#buffer;
    for (let unit = 0; unit < length; unit++) {
      const code = text.charCodeAt(unit);
      if (code > 0x7f) return this.#buffer.toString('utf8', from, to) === text;
      if (bytes[from + unit] !== code) return false;
    }
    return to - from === length;
  }

  #decode(index: number): string {
    const { from, to } = this.#need(index);
    return this.#buffer.toString('utf8', from, to);
  }

  /** Reads one string where it has not been: `#buffer` holds it between these. */
  #need(index: number): { readonly from: number; readonly to: number } {
    const offsets = this.#lazyOffsets.with(index, index + 2);
    const from = offsets[index] as number;
    const to = offsets[index + 1] as number;
    this.#lazyBytes.with(from, to);
    return { from, to };
  }

  /** Order of a string's bytes against another's: negative, 0 for the same, or positive. */
  compare(index: number, other: StringTable, otherIndex: number): number {
    const bytes = this.#bytes;
    const otherBytes = other.#bytes;
    let at = this.#offsets[index] as number;
    const end = this.#offsets[index + 1] as number;
    let otherAt = other.#offsets[otherIndex] as number;
    const otherEnd = other.#offsets[otherIndex + 1] as number;
    while (at < end && otherAt < otherEnd) {
      const difference = (bytes[at++] as number) - (otherBytes[otherAt++] as number);
      if (difference !== 0) return difference;
    }
    return end - at - (otherEnd - otherAt);
  }

  /** The bytes of strings `[from, to)`, as a view. */
  bytesOf(from: number, to: number): Uint8Array {
    return this.#bytes.subarray(this.#offsets[from], this.#offsets[to]);
  }

  /** Decodes one string into `target`, which has room for its bytes, as code points; how many. */
  charactersAt(index: number, target: Uint32Array): number {
    const bytes = this.#bytes;
    const end = this.#offsets[index + 1] as number;
    let count = 0;
    for (let at = this.#offsets[index] as number; at < end; ) {
      const first = bytes[at++] as number;
      // The number of leading ones is how many bytes a character has: RFC 3629.
      let following = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
      let character = following === 0 ? first : first & (0x3f >> following);
      for (; following > 0; following--) character = (character << 6) | ((bytes[at++] as number) & 0x3f);
      target[count++] = character;
    }
    return count;
  }

  /** Bytes of strings `[from, to)`, of one by default. */
  sizeOf(from: number, to = from + 1): number {
    return (this.#offsets[to] as number) - (this.#offsets[from] as number);
  }

  /** Writes the bytes of strings `[from, to)` to `target` from `at` on. */
  copyTo(from: number, to: number, target: Uint8Array, at: number): void {
    copyBytes(this.#bytes, this.#offsets[from] as number, this.#offsets[to] as number, target, at);
  }

  /** The strings at these places, in their order. */
  pick(places: Uint32Array): StringTable {
    return StringTable.gather([this], new Uint8Array(places.length), places);
  }

  /** Strings of several tables: for each its table, by index, and its place there. */
  static gather(tables: readonly StringTable[], sources: Uint8Array, places: Uint32Array): StringTable {
    // Looked up once: whether they have been read would else be asked for each string.
    const bytesOf = tables.map((table) => table.#bytes);
    const offsetsOf = tables.map((table) => table.#offsets);
    const offsets = new Uint32Array(places.length + 1);
    let size = 0;
    for (let index = 0; index < places.length; index++) {
      const from = offsetsOf[sources[index] as number] as Uint32Array;
      const place = places[index] as number;
      offsets[index + 1] = size += (from[place + 1] as number) - (from[place] as number);
    }
    const bytes = new Uint8Array(size);
    for (let index = 0; index < places.length; index++) {
      const source = sources[index] as number;
      const from = offsetsOf[source] as Uint32Array;
      const place = places[index] as number;
      const [start, end] = [from[place] as number, from[place + 1] as number];
      copyBytes(bytesOf[source] as Uint8Array, start, end, bytes, offsets[index] as number);
    }
    return new StringTable(new LazyNumbers(offsets), new LazyNumbers(bytes));
  }

  /** What to pack, in the order that {@link StringTable.read} expects. */
  sections(): readonly Section[] {
    return [this.#offsets, this.#bytes];
  }
}

/** Writes `source[from..to)` to `target` from `at` on. */
function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from > copiedSingly) target.set(source.subarray(from, to), at);
  else for (let byte = from; byte < to; byte++) target[at + byte - from] = source[byte] as number;
}

const encoder = new TextEncoder();

/** Most bytes of a code unit in UTF-8. */
const maxUnitBytes = 3;

/** Puts strings together, one after another. */
export class StringTableWriter {
  #offsets = new Uint32Array(1024);
  #bytes = new Uint8Array(8192);
  #count = 0;

  /** Adds strings `[from, to)` of a table. */
  add(table: StringTable, from: number, to: number): void {
    const start = this.#offsets[this.#count] as number;
    this.#makeRoom(to - from, table.sizeOf(from, to));
    table.copyTo(from, to, this.#bytes, start);
    for (let index = from; index < to; index++) {
      const end = (this.#offsets[this.#count] as number) + table.sizeOf(index);
      this.#offsets[++this.#count] = end;
    }
  }

  addText(text: string): void {
    const start = this.#offsets[this.#count] as number;
    this.#makeRoom(1, text.length * maxUnitBytes);
    this.#offsets[++this.#count] = start + encoder.encodeInto(text, this.#bytes.subarray(start)).written;
  }

  /** What there is so far, without a copy. */
  view(): StringTable {
    return new StringTable(
      new LazyNumbers(this.#offsets.subarray(0, this.#count + 1)),
      new LazyNumbers(this.#bytes),
    );
  }

  finish(): StringTable {
    const size = this.#offsets[this.#count] as number;
    return new StringTable(
      new LazyNumbers(this.#offsets.slice(0, this.#count + 1)),
      new LazyNumbers(this.#bytes.slice(0, size)),
    );
  }

  #makeRoom(strings: number, bytes: number): void {
    const count = this.#count + strings;
    const size = (this.#offsets[this.#count] as number) + bytes;
    if (count >= this.#offsets.length) this.#offsets = grown(this.#offsets, count);
    if (size > this.#bytes.length) this.#bytes = grown(this.#bytes, size);
  }
}
