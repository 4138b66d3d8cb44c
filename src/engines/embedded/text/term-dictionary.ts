import type { Analyser, Term, Vocabulary } from '../../../contracts/analyser.ts';
import { hashBits, orderByHash, termHash } from '../fnv1a.ts';
import { grown, picked } from '../place-arrays.ts';
import type { Section, SectionReader } from '../segments/sections.ts';
import { StringTable, StringTableWriter } from './string-table.ts';

/** Kept as long as their vocabulary, so that each of its terms is encoded once and not for every segment. */
const known = new WeakMap<Vocabulary, EncodedTerms>();

/** The terms of a vocabulary as segments store them, by their numbers. */
class EncodedTerms {
  readonly #vocabulary: Vocabulary;
  readonly #texts = new StringTableWriter();
  #hashes = new Uint32Array(1024);
  #lengths = new Uint8Array(1024);
  #count = 0;

  static of(vocabulary: Vocabulary): EncodedTerms {
    const encoded = known.get(vocabulary) ?? new EncodedTerms(vocabulary);
    known.set(vocabulary, encoded);
    encoded.#follow();
    return encoded;
  }

  private constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  /** The order of terms in a dictionary, before that of their bytes. */
  hashesOf(terms: Uint32Array): Uint32Array {
    const hashes = new Uint32Array(terms.length);
    for (let index = 0; index < terms.length; index++)
      hashes[index] = this.#hashes[terms[index] as number] as number;
    return hashes;
  }

  /** What an occurrence adds to the length of a text: 0 for a pure number. */
  lengthOf(term: number): number {
    if (term >= this.#count) this.#follow();
    return this.#lengths[term] as number;
  }

  /** The terms so far; good until the vocabulary grows. */
  texts(): StringTable {
    return this.#texts.view();
  }

  #follow(): void {
    const { terms } = this.#vocabulary;
    if (terms.length > this.#hashes.length) {
      this.#hashes = grown(this.#hashes, terms.length);
      this.#lengths = grown(this.#lengths, terms.length);
    }
    for (; this.#count < terms.length; this.#count++) {
      const { text, isNumber } = terms[this.#count] as Term;
      this.#hashes[this.#count] = termHash(text);
      this.#lengths[this.#count] = isNumber ? 0 : 1;
      this.#texts.addText(text);
    }
  }
}

/** The vocabulary of an analyser, or one made of its terms where it has none. */
export function vocabularyOf(analyser: Analyser): Vocabulary {
  return analyser.vocabulary?.() ?? new CollectedVocabulary(analyser);
}

class CollectedVocabulary implements Vocabulary {
  readonly terms: Term[] = [];
  readonly #analyser: Analyser;
  readonly #numberOf = new Map<string, number>();

  constructor(analyser: Analyser) {
    this.#analyser = analyser;
  }

  numbers(text: string, language: string): Uint32Array {
    return this.#collect(this.#analyser.terms(text, language));
  }

  gramNumbers(text: string, language: string): Uint32Array {
    return this.#collect(this.#analyser.grams?.(text, language) ?? []);
  }

  #collect(terms: readonly Term[]): Uint32Array {
    return Uint32Array.from(terms, (term) => {
      const number = this.#numberOf.get(term.text) ?? this.terms.push(term) - 1;
      this.#numberOf.set(term.text, number);
      return number;
    });
  }
}

/** Room for so many terms of each chunk, once there is any. */
const likelyTerms = 128;

/** The terms of chunks in reading order, field after field, as numbers of {@link SegmentTerms}. */
export class TermSequence {
  readonly terms: SegmentTerms;
  readonly fields: number;
  readonly chunks: number;
  /** By chunk, and within it by field: where the field's terms begin. One more: where those of the last field end. */
  readonly starts: Uint32Array;
  #numbers = new Uint32Array();
  #added = 0;

  constructor(terms: SegmentTerms, fields: number, chunks: number) {
    this.terms = terms;
    this.fields = fields;
    this.chunks = chunks;
    this.starts = new Uint32Array(fields * chunks + 1);
  }

  /** The terms of all fields, one after another. Good until more are added. */
  get numbers(): Uint32Array {
    return this.#numbers;
  }

  /** Adds the next field, with its terms as the vocabulary numbers them. */
  add(found: Uint32Array): void {
    const start = this.#extend(found.length);
    this.terms.renumber(found, this.#numbers, start);
  }

  /** Adds the next field, with the terms that it has in the chunk before. */
  repeat(): void {
    const before = this.#added - this.fields;
    const from = this.starts[before] as number;
    const to = this.starts[before + 1] as number;
    const start = this.#extend(to - from);
    this.#numbers.copyWithin(start, from, to);
  }

  #extend(terms: number): number {
    const start = this.starts[this.#added] as number;
    const end = start + terms;
    if (end > this.#numbers.length)
      this.#numbers = grown(this.#numbers, Math.max(end, likelyTerms * this.chunks));
    this.starts[++this.#added] = end;
    return start;
  }
}

/** The terms of one segment, numbered from 0 on in the order they are met. */
export class SegmentTerms {
  readonly #vocabulary: Vocabulary;
  readonly #encoded: EncodedTerms;
  /** By number in the vocabulary: the number in the segment plus one, 0 before the term is met. */
  #numbers = new Uint32Array(1024);
  /** By number in the segment: the number in the vocabulary, and what an occurrence adds to the length of a text. */
  #terms = new Uint32Array(1024);
  #lengths = new Uint8Array(1024);
  #count = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#encoded = EncodedTerms.of(vocabulary);
  }

  /** By number: 0 for a pure number, else 1. Good until the next {@link renumber}. */
  get lengths(): Uint8Array {
    return this.#lengths;
  }

  /** Writes for each of the vocabulary's numbers that of the segment to `target`, from `from` on. */
  renumber(found: Uint32Array, target: Uint32Array, from: number): void {
    if (found.length === 0) return;
    const known = this.#vocabulary.terms.length;
    if (known > this.#numbers.length) this.#numbers = grown(this.#numbers, known);
    const numbers = this.#numbers;
    for (let at = 0; at < found.length; at++) {
      const term = found[at] as number;
      target[from + at] = (numbers[term] || this.#add(term)) - 1;
    }
  }

  /** The dictionary of the terms, and by number where it has each. */
  finish(): { dictionary: TermDictionary; placeOfTerm: Uint32Array } {
    return buildDictionary(this.#terms.subarray(0, this.#count), this.#encoded);
  }

  #add(term: number): number {
    const number = this.#count++;
    if (number >= this.#terms.length) {
      this.#terms = grown(this.#terms, number);
      this.#lengths = grown(this.#lengths, number);
    }
    this.#terms[number] = term;
    this.#lengths[number] = this.#encoded.lengthOf(term);
    this.#numbers[term] = number + 1;
    return number + 1;
  }
}

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
function buildDictionary(
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
