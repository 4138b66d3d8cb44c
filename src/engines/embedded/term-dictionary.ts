import type { EncodedTerms } from './encoded-terms.ts';
import type { Section, SectionReader } from './sections.ts';
import { StringTable, StringTableWriter } from './string-table.ts';
import { hashBits, termHash } from './term-hash.ts';

const termNumbers = 2 ** (53 - hashBits);

/**
 * The terms of a segment, searched in place: in order of their hashes, equal hashes in order of their bytes.
 * Ordering by hash makes building and merging a matter of comparing integers.
 */
export class TermDictionary {
  readonly #hashes: Uint32Array;
  /** By place. */
  readonly terms: StringTable;

  constructor(hashes: Uint32Array, terms: StringTable) {
    this.#hashes = hashes;
    this.terms = terms;
  }

  static read(reader: SectionReader): TermDictionary {
    return new TermDictionary(reader.uint32(), StringTable.read(reader));
  }

  sections(): readonly Section[] {
    return [this.#hashes, ...this.terms.sections()];
  }

  get size(): number {
    return this.#hashes.length;
  }

  /** The place of a term, -1 where it is not there. */
  indexOf(term: string, hash = termHash(term)): number {
    const hashes = this.#hashes;
    let low = 0;
    let high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((hashes[middle] as number) < hash) low = middle + 1;
      else high = middle;
    }
    for (; low < hashes.length && hashes[low] === hash; low++) {
      if (this.terms.at(low) === term) return low;
    }
    return -1;
  }

  /** Order of this dictionary's term at `index` against another's: negative, 0 for the same term, or positive. */
  compare(index: number, other: TermDictionary, otherIndex: number): number {
    const difference = (this.#hashes[index] as number) - (other.#hashes[otherIndex] as number);
    return difference || this.terms.compare(index, other.terms, otherIndex);
  }

  /** Puts terms of other dictionaries, which come in order, into a new one. */
  static writer(): { add: (source: TermDictionary, index: number) => void; finish: () => TermDictionary } {
    const terms = new StringTableWriter();
    const hashes: number[] = [];
    return {
      add(source, index) {
        hashes.push(source.#hashes[index] as number);
        terms.add(source.terms, index, index + 1);
      },
      finish: () => new TermDictionary(Uint32Array.from(hashes), terms.finish()),
    };
  }
}

/** Makes a dictionary of distinct terms of a vocabulary; `order[place]` is the position in `terms` of the one there. */
export function buildDictionary(
  terms: Uint32Array,
  encoded: EncodedTerms,
): { dictionary: TermDictionary; order: Uint32Array } {
  if (terms.length > termNumbers)
    throw new RangeError(`A segment cannot hold ${terms.length} distinct terms.`);
  const keys = new Float64Array(terms.length);
  for (let index = 0; index < keys.length; index++)
    keys[index] = encoded.hashOf(terms[index] as number) * termNumbers + index;
  keys.sort();
  const order = new Uint32Array(keys.length);
  const hashes = new Uint32Array(keys.length);
  for (let place = 0; place < keys.length; place++) {
    const key = keys[place] as number;
    hashes[place] = Math.floor(key / termNumbers);
    order[place] = key % termNumbers;
  }
  const texts = encoded.texts();
  const numberOf = (index: number) => terms[index] as number;
  sortEqualHashes(hashes, order, (left, right) => texts.compare(numberOf(left), texts, numberOf(right)));
  const sorted = new StringTableWriter();
  for (let place = 0; place < order.length; place++) {
    const number = numberOf(order[place] as number);
    sorted.add(texts, number, number + 1);
  }
  return { dictionary: new TermDictionary(hashes, sorted.finish()), order };
}

function sortEqualHashes(
  hashes: Uint32Array,
  order: Uint32Array,
  compare: (left: number, right: number) => number,
): void {
  for (let from = 0; from < hashes.length; ) {
    let to = from + 1;
    while (to < hashes.length && hashes[to] === hashes[from]) to++;
    if (to - from > 1) order.set(order.slice(from, to).toSorted(compare), from);
    from = to;
  }
}
