import { isPair, pairScore, pairWeight, pairWindow } from '../../bm25.ts';
import { type FieldPostings, postingList, postingsOf } from '../text/field-postings.ts';
import { fieldBorder, type Occurrences } from '../text/term-order.ts';
import { type TextSegment, textFields } from '../text/text-segment.ts';

/** A term of the question, once. */
export interface PairTerm {
  readonly term: string;
  /** In the content. */
  readonly idf: number;
  /** For each segment its place in the dictionary, -1 where it is absent. */
  readonly places: Int32Array;
}

interface Pair {
  readonly first: number;
  readonly second: number;
  readonly weight: number;
}

/** By number of a term in a segment's order: its number in the question plus one, 0 for all others. */
let slots = new Uint32Array(1024);

/**
 * What neighbouring terms of the question add to the score of a chunk whose content has them near each other, see
 * `pairScore`.
 */
export class PairFeatures {
  readonly #terms: readonly PairTerm[];
  readonly #pairs: readonly Pair[];
  /** Pairs by `first × terms + second`. */
  readonly #pairAt = new Map<number, number>();
  readonly #ordered: Uint32Array;
  readonly #near: Uint32Array;
  /** Of the question's terms in the content of one chunk. */
  readonly #found: Occurrences = { positions: [], slots: [] };
  /** By number in the question: the term's number in the order of one segment, or that of no term. */
  readonly #numbers: Uint32Array;

  /** `terms` are distinct; `order` are their numbers in reading order of the question. */
  constructor(terms: readonly PairTerm[], order: readonly number[]) {
    this.#terms = terms;
    const pairs: Pair[] = [];
    for (let at = 1; at < order.length; at++) {
      const first = order[at - 1] as number;
      const second = order[at] as number;
      const key = first * terms.length + second;
      const [one, other] = [terms[first] as PairTerm, terms[second] as PairTerm];
      if (this.#pairAt.has(key) || !isPair(one.term, other.term)) continue;
      this.#pairAt.set(key, pairs.push({ first, second, weight: pairWeight(one.idf, other.idf) }) - 1);
    }
    this.#pairs = pairs;
    this.#ordered = new Uint32Array(pairs.length);
    this.#near = new Uint32Array(pairs.length);
    this.#numbers = new Uint32Array(terms.length);
  }

  /**
   * Adds to the share of each term half of what its pairs add to the score of a chunk; returns the whole. A share of 0
   * says that the chunk lacks the term.
   */
  addTo(shares: number[], segment: TextSegment, index: number, place: number): number {
    if (!this.#canHold(shares)) return 0;
    this.#find(segment, index, place);
    if (!this.#count()) return 0;
    let score = 0;
    for (let at = 0; at < this.#pairs.length; at++) {
      const { first, second, weight } = this.#pairs[at] as Pair;
      const ordered = this.#ordered[at] as number;
      const near = this.#near[at] as number;
      const half = pairScore(weight, ordered, near) / 2;
      shares[first] = (shares[first] as number) + half;
      shares[second] = (shares[second] as number) + half;
      score += 2 * half;
    }
    return score;
  }

  /** Whether a chunk has both terms of any pair. Most hold but one of a question's rare terms. */
  #canHold(shares: readonly number[]): boolean {
    for (let at = 0; at < this.#pairs.length; at++) {
      const { first, second } = this.#pairs[at] as Pair;
      if (shares[first] !== 0 && shares[second] !== 0) return true;
    }
    return false;
  }

  #find({ dictionary, termOrder }: TextSegment, index: number, place: number): void {
    if (dictionary.size >= slots.length) slots = new Uint32Array(2 * dictionary.size);
    this.#found.positions.length = 0;
    this.#found.slots.length = 0;
    for (let at = 0; at < this.#terms.length; at++) {
      const term = (this.#terms[at] as PairTerm).places[index] as number;
      this.#numbers[at] = term < 0 ? fieldBorder : termOrder.numberOf(term);
    }
    // The slots are shared by all searches: nothing may fail between setting and clearing them.
    termOrder.read(place);
    this.#setSlots(1);
    termOrder.findInFirstField(place, slots, this.#found);
    this.#setSlots(0);
  }

  /** Gives each term its number plus one as a slot, or 0 again. */
  #setSlots(factor: 0 | 1): void {
    for (let at = 0; at < this.#numbers.length; at++) {
      const number = this.#numbers[at] as number;
      if (number !== fieldBorder) slots[number] = factor * (at + 1);
    }
  }

  /** Counts the pairs among what was found. Whether there are any. */
  #count(): boolean {
    this.#ordered.fill(0);
    this.#near.fill(0);
    const { positions, slots: found } = this.#found;
    let isAny = false;
    for (let left = 0; left < positions.length; left++) {
      for (let right = left + 1; right < positions.length; right++) {
        const distance = (positions[right] as number) - (positions[left] as number);
        if (distance >= pairWindow) break;
        const before = (found[left] as number) - 1;
        const after = (found[right] as number) - 1;
        const inOrder = this.#pairAt.get(before * this.#terms.length + after);
        const reversed = this.#pairAt.get(after * this.#terms.length + before);
        if (inOrder !== undefined && distance === 1) increment(this.#ordered, inOrder);
        if (inOrder !== undefined) increment(this.#near, inOrder);
        if (reversed !== undefined) increment(this.#near, reversed);
        isAny ||= inOrder !== undefined || reversed !== undefined;
      }
    }
    return isAny;
  }
}

function increment(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] as number) + 1;
}

/**
 * For each segment 1 for each chunk that contains all phrases, each with its terms next to each other in one field,
 * and that `allowed` lets through, where it is given. No phrase is empty.
 */
export function phraseMatches(
  segments: readonly TextSegment[],
  phrases: readonly (readonly string[])[],
  allowed?: readonly Uint8Array[],
): readonly Uint8Array[] {
  return segments.map((segment, index) => {
    let matches = allowed?.[index];
    for (const phrase of phrases) matches = matchesOf(segment, phrase, matches);
    return matches ?? new Uint8Array(segment.seqs.length).fill(1);
  });
}

function matchesOf(
  segment: TextSegment,
  phrase: readonly string[],
  allowed: Uint8Array | undefined,
): Uint8Array {
  const matches = new Uint8Array(segment.seqs.length);
  const terms = phrase.map((term) => segment.dictionary.indexOf(term));
  if (terms.includes(-1)) return matches;
  markHolders(segment, rarest(segment, terms), matches);
  if (allowed !== undefined)
    for (let chunk = 0; chunk < matches.length; chunk++)
      matches[chunk] = (matches[chunk] as number) & (allowed[chunk] as number);
  if (terms.length === 1) return matches;
  const numbers = Uint32Array.from(terms, (term) => segment.termOrder.numberOf(term));
  for (let chunk = 0; chunk < matches.length; chunk++) {
    if (matches[chunk] === 1 && !contains(segment.termOrder.numbersAt(chunk), numbers)) matches[chunk] = 0;
  }
  return matches;
}

/** The term with the fewest postings. */
function rarest({ fields }: TextSegment, terms: readonly number[]): number {
  const sizeOf = (term: number) =>
    textFields.reduce((sum, _, field) => sum + postingsOf(fields[field] as FieldPostings, term), 0);
  return terms.reduce((least, term) => (sizeOf(term) < sizeOf(least) ? term : least));
}

/** Sets `matches` to 1 for every chunk that holds the term in any field. */
function markHolders({ fields }: TextSegment, term: number, matches: Uint8Array): void {
  for (const field of textFields.keys()) {
    const { lists, once, frequencies } = postingList(fields[field] as FieldPostings, term);
    for (let at = once; at < frequencies; at++) matches[lists[at] as number] = 1;
  }
}

/** Whether `wanted`, of two numbers at least, stands in `numbers` without a gap. Borders of fields are in no phrase. */
function contains(numbers: Uint32Array, wanted: Uint32Array): boolean {
  const first = wanted[0] as number;
  for (let from = numbers.indexOf(first); from >= 0; from = numbers.indexOf(first, from + 1)) {
    let at = 1;
    while (at < wanted.length && numbers[from + at] === wanted[at]) at++;
    if (at === wanted.length) return true;
  }
  return false;
}
