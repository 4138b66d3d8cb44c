import type { Section, SectionReader } from '../segments/sections.ts';
import type { EncodedTerms } from './encoded-terms.ts';
import { orderByHash } from './order-by-hash.ts';
import { picked } from './picked.ts';
import { StringTable } from './string-table.ts';
import { hashBits, termHash } from './term-hash.ts';

/**
 * The terms of a segment, searched in place: in order of their hashes, equal hashes in order of their bytes.
 * Ordering by hash makes building and merging a matter of comparing integers.
 */
export class TermDictionary {
  /** By place, ascending. */
  readonly hashes: Uint32Array;
  /** By place. */
  readonly terms: StringTable;

  constructor(hashes: Uint32Array, terms: StringTable) {
    this.hashes = hashes;
    this.terms = terms;
  }

  static read(reader: SectionReader): TermDictionary {
    return new TermDictionary(reader.uint32(), StringTable.read(reader));
  }

  sections(): readonly Section[] {
    return [this.hashes, ...this.terms.sections()];
  }

  get size(): number {
    return this.hashes.length;
  }

  /** The place of a term, -1 where it is not there. */
  indexOf(term: string, hash = termHash(term)): number {
    const { hashes } = this;
    // Hashes are spread evenly: a term is near where its hash says, four standard deviations all but certainly.
    const expected = Math.floor((hash / 2 ** hashBits) * hashes.length);
    const reach = Math.ceil(2 * Math.sqrt(hashes.length));
    let low = Math.max(0, expected - reach);
    let high = Math.min(hashes.length, expected + reach);
    if (low > 0 && (hashes[low - 1] as number) >= hash) low = 0;
    if (high < hashes.length && (hashes[high] as number) < hash) high = hashes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((hashes[middle] as number) < hash) low = middle + 1;
      else high = middle;
    }
    for (; low < hashes.length && hashes[low] === hash; low++) {
      if (this.terms.is(low, term)) return low;
    }
    return -1;
  }
}

/** Makes a dictionary of distinct terms of a vocabulary; `placeOfTerm[index]` is where it has `terms[index]`. */
export function buildDictionary(
  terms: Uint32Array,
  encoded: EncodedTerms,
): { dictionary: TermDictionary; placeOfTerm: Uint32Array } {
  const texts = encoded.texts();
  const unordered = encoded.hashesOf(terms);
  const order = orderByHash(unordered);
  const hashes = picked(unordered, order);
  sortEqualHashes(hashes, order, (left, right) =>
    texts.compare(terms[left] as number, texts, terms[right] as number),
  );
  const placeOfTerm = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOfTerm[order[place] as number] = place;
  return { dictionary: new TermDictionary(hashes, texts.pick(picked(terms, order))), placeOfTerm };
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
