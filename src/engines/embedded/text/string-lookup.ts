import { fnv1a } from '../fnv1a.ts';
import type { StringTable } from './string-table.ts';

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

const encoder = new TextEncoder();
let scratch = new Uint8Array(1024);

/** The UTF-8 of a string, good until the next call. */
function encoded(text: string): Uint8Array {
  if (scratch.length < text.length * 3) scratch = new Uint8Array(text.length * 3);
  return scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}

/** {@link fnv1a}, its high bits mixed into the low ones that choose a slot. */
function hashOf(bytes: Uint8Array): number {
  const hash = fnv1a(bytes);
  return (hash ^ (hash >>> 15)) >>> 0;
}
