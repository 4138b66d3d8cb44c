/** Longer words are rarely seen again, and would fill the memory. */
const maxWordLength = 40;

const firstSlots = 2048;

/** Drawn for each process: a document cannot be made to hold words that all fall on the same slot. */
const hashSeed = Math.trunc(Math.random() * 2 ** 32) | 0;
const hashFactor = Math.trunc(Math.random() * 2 ** 32) | 1;

/** What stands before the terms and characters of an entry: the word's hash, and its two counts. */
const headerSize = 2;

/**
 * Words seen before and the numbers of the terms each becomes. A word is looked up by the characters of a text where
 * they stand, without cutting it out. Open addressing with linear probing, at most half full. All that is known of a
 * word lies side by side, so that finding it costs two reads from memory: its slot, and its entry.
 */
export class WordTable {
  /** Where the entry of a word is; 0 where the slot is free. */
  #slots = new Uint32Array(firstSlots);
  /** Entries: hash; length and number of terms, 16 bits each; code units, two in each number; terms. */
  #entries = new Uint32Array(8 * firstSlots);
  #end = 1;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Writes the terms of the word at `[start, end)` to `target` from `at` on; how many, -1 for an unknown word. */
  read(text: Uint16Array, start: number, end: number, target: Uint32Array, at: number): number {
    const slots = this.#slots;
    const entries = this.#entries;
    const mask = slots.length - 1;
    const length = end - start;
    const hash = hashOf(text, start, end);
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number;
      if (entry === 0) return -1;
      if (entries[entry] !== hash) continue;
      const counts = entries[entry + 1] as number;
      if (counts >>> 16 !== length) continue;
      const terms = sameUntil(entries, entry + headerSize, text, start, end);
      if (terms < 0) continue;
      const count = counts & 0xffff;
      for (let index = 0; index < count; index++) target[at + index] = entries[terms + index] as number;
      return count;
    }
  }

  /** Remembers the word at `[start, end)`, which is not known yet; a long one is not remembered. */
  add(text: Uint16Array, start: number, end: number, terms: Uint32Array): void {
    const length = end - start;
    if (length > maxWordLength) return;
    if (2 * ++this.#size > this.#slots.length) this.#growSlots();
    const entry = this.#end;
    this.#end = entry + headerSize + ((length + 1) >> 1) + terms.length;
    if (this.#end > this.#entries.length) this.#growEntries();
    const entries = this.#entries;
    const hash = hashOf(text, start, end);
    entries[entry] = hash;
    entries[entry + 1] = (length << 16) | terms.length;
    let at = entry + headerSize;
    for (let position = start; position < end; position += 2) entries[at++] = pairAt(text, position, end);
    entries.set(terms, at);
    occupy(this.#slots, hash, entry);
  }

  #growSlots(): void {
    const slots = new Uint32Array(2 * this.#slots.length);
    for (const entry of this.#slots) if (entry > 0) occupy(slots, this.#entries[entry] as number, entry);
    this.#slots = slots;
  }

  #growEntries(): void {
    const entries = new Uint32Array(2 * this.#end);
    entries.set(this.#entries);
    this.#entries = entries;
  }
}

function occupy(slots: Uint32Array, hash: number, entry: number): void {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) slot = (slot + 1) & mask;
  slots[slot] = entry;
}

/** Where the pairs of code units from `at` on end, if they are those of the word at `[start, end)`, else -1. */
function sameUntil(entries: Uint32Array, at: number, text: Uint16Array, start: number, end: number): number {
  let next = at;
  for (let position = start; position < end; position += 2) {
    if (entries[next++] !== pairAt(text, position, end)) return -1;
  }
  return next;
}

/** Two code units of a word as one number, the last of an odd number of them alone. */
function pairAt(text: Uint16Array, position: number, end: number): number {
  const low = text[position] as number;
  return position + 1 < end ? (low | ((text[position + 1] as number) << 16)) >>> 0 : low;
}

function hashOf(text: Uint16Array, start: number, end: number): number {
  let hash = hashSeed;
  for (let position = start; position < end; position++)
    hash = Math.imul(hash ^ (text[position] as number), hashFactor);
  // The high bits hold the most of every character, and the slots are taken by the low ones.
  return (hash ^ (hash >>> 15)) >>> 0;
}
