/** Longer words are rarely seen again, and would fill the memory. */
const maxWordLength = 40;

const firstSlots = 1024;

/** Drawn for each process: a document cannot be made to hold words that all fall on the same slot. */
const hashSeed = Math.trunc(Math.random() * 2 ** 32);
const hashFactor = Math.trunc(Math.random() * 2 ** 32) | 1;

/**
 * Words seen before and the numbers of the terms each becomes. A word is looked up by the characters of a text where
 * they stand, without cutting it out. Open addressing with linear probing, at most half full.
 */
export class WordTable {
  /** Pairs: the hash of a word, and its place plus one; 0 where the slot is free. */
  #slots = new Int32Array(2 * firstSlots);
  /** By place: where a word's code units begin and end, and its terms. */
  #characterStarts = new Uint32Array(firstSlots);
  #termStarts = new Uint32Array(firstSlots);
  #characters = new Uint16Array(8 * firstSlots);
  #terms = new Uint32Array(firstSlots);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Writes the terms of the word at `[start, end)` to `target` from `at` on; how many, -1 for an unknown word. */
  read(text: Uint16Array, start: number, end: number, target: Uint32Array, at: number): number {
    const place = this.#find(text, start, end, hashOf(text, start, end));
    if (place < 0) return -1;
    const from = this.#termStarts[place] as number;
    const count = (this.#termStarts[place + 1] as number) - from;
    for (let index = 0; index < count; index++) target[at + index] = this.#terms[from + index] as number;
    return count;
  }

  /** Remembers the word at `[start, end)`, which is not known yet; a long one is not remembered. */
  add(text: Uint16Array, start: number, end: number, terms: Uint32Array): void {
    const length = end - start;
    if (length > maxWordLength) return;
    if (4 * (this.#size + 1) > this.#slots.length) this.#growSlots();
    const place = this.#size++;
    this.#characterStarts = withRoom(this.#characterStarts, place + 2);
    this.#termStarts = withRoom(this.#termStarts, place + 2);
    const characterStart = this.#characterStarts[place] as number;
    const termStart = this.#termStarts[place] as number;
    this.#characters = withRoom(this.#characters, characterStart + length);
    this.#terms = withRoom(this.#terms, termStart + terms.length);
    this.#characters.set(text.subarray(start, end), characterStart);
    this.#terms.set(terms, termStart);
    this.#characterStarts[place + 1] = characterStart + length;
    this.#termStarts[place + 1] = termStart + terms.length;
    occupy(this.#slots, hashOf(text, start, end), place + 1);
  }

  #find(text: Uint16Array, start: number, end: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = (hash << 1) & mask; ; slot = (slot + 2) & mask) {
      const place = (slots[slot + 1] as number) - 1;
      if (place < 0) return -1;
      if (slots[slot] === hash && this.#isAt(place, text, start, end)) return place;
    }
  }

  #isAt(place: number, text: Uint16Array, start: number, end: number): boolean {
    const from = this.#characterStarts[place] as number;
    if ((this.#characterStarts[place + 1] as number) - from !== end - start) return false;
    const offset = from - start;
    for (let position = start; position < end; position++) {
      if (this.#characters[offset + position] !== text[position]) return false;
    }
    return true;
  }

  #growSlots(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    for (let slot = 0; slot < this.#slots.length; slot += 2) {
      const place = this.#slots[slot + 1] as number;
      if (place > 0) occupy(slots, this.#slots[slot] as number, place);
    }
    this.#slots = slots;
  }
}

function occupy(slots: Int32Array, hash: number, place: number): void {
  const mask = slots.length - 1;
  let slot = (hash << 1) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = hash;
  slots[slot + 1] = place;
}

function hashOf(text: Uint16Array, start: number, end: number): number {
  let hash = hashSeed | 0;
  for (let position = start; position < end; position++)
    hash = Math.imul(hash ^ (text[position] as number), hashFactor);
  // The high bits hold the most of every character, and the slots are taken by the low ones.
  return hash ^ (hash >>> 15);
}

function withRoom<T extends Uint16Array | Uint32Array>(array: T, length: number): T {
  if (length <= array.length) return array;
  const larger = new (array.constructor as new (length: number) => T)(Math.max(2 * array.length, length));
  larger.set(array);
  return larger;
}
