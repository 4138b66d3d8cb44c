import type { IndexTerm, SimilarTerm } from '../../../contracts/engine.ts';
import { editDistance } from '../../../values/closest-name.ts';
import type { TermDictionary } from '../text/term-dictionary.ts';
import type { TextSegment } from '../text/text-segment.ts';
import { termStatistics } from './term-statistics.ts';

/** What can be told of terms without comparing them: by place the characters that occur, and how many there are. */
interface TermShapes {
  /** As {@link characterSet} folds them. */
  readonly sets: Int32Array;
  readonly lengths: Uint16Array;
}

/** Worked out when the terms of a dictionary are first looked through. */
const shapes = new WeakMap<TermDictionary, TermShapes>();

/** The shapes of all terms of a dictionary, by their places. */
function termShapes(dictionary: TermDictionary): TermShapes {
  const known = shapes.get(dictionary);
  if (known !== undefined) return known;
  const { terms } = dictionary;
  const made = { sets: new Int32Array(terms.size), lengths: new Uint16Array(terms.size) };
  let characters = new Uint32Array(1024);
  for (let index = 0; index < terms.size; index++) {
    const bytes = terms.sizeOf(index);
    if (bytes > characters.length) characters = new Uint32Array(2 * bytes);
    const length = terms.charactersAt(index, characters);
    made.sets[index] = characterSet(characters, length);
    made.lengths[index] = Math.min(length, 0xffff);
  }
  shapes.set(dictionary, made);
  return made;
}

/** Which of the first `length` characters occur, folded into 32 bits. */
function characterSet(codePoints: Uint32Array, length = codePoints.length): number {
  let set = 0;
  for (let at = 0; at < length; at++) set |= 1 << ((codePoints[at] as number) & 31);
  return set;
}

/**
 * What was found, by the list of segments, which is another one after each change, and by what was asked: the same
 * words that no document has come in question after question.
 */
const remembered = new WeakMap<readonly TextSegment[], Map<string, readonly SimilarTerm[]>>();
const maxRemembered = 1000;

/**
 * Terms within `maxEdits` of one, itself left out: fewest edits first, then the most common, then in order of code
 * units. Every term of about the same length is looked at; those that lack too many of the characters are passed over
 * before anything is compared.
 */
export function similarTerms(
  segments: readonly TextSegment[],
  term: string,
  { maxEdits, limit }: SimilarTermsOptions,
): readonly SimilarTerm[] {
  let known = remembered.get(segments);
  if (known === undefined || known.size >= maxRemembered) remembered.set(segments, (known = new Map()));
  const key = JSON.stringify([term, maxEdits, limit]);
  const found = known.get(key) ?? findSimilar(segments, term, { maxEdits, limit });
  known.set(key, found);
  return found;
}

interface SimilarTermsOptions {
  readonly maxEdits: number;
  readonly limit: number;
}

function findSimilar(
  segments: readonly TextSegment[],
  term: string,
  { maxEdits, limit }: SimilarTermsOptions,
): readonly SimilarTerm[] {
  const wanted = Uint32Array.from(term, (character) => character.codePointAt(0) as number);
  const found = new Map<string, number>();
  for (const { dictionary } of segments) findWithin(dictionary, wanted, maxEdits, found);
  found.delete(term);
  const terms = [...found.keys()];
  const { frequencies } = termStatistics(segments, terms);
  return terms
    .map((similar, at) => ({
      term: similar,
      edits: found.get(similar) as number,
      chunks: frequencies[at] as number,
    }))
    .filter(({ chunks }) => chunks > 0)
    .toSorted(
      (left, right) =>
        left.edits - right.edits || right.chunks - left.chunks || (left.term < right.term ? -1 : 1),
    )
    .slice(0, limit);
}

function findWithin(
  dictionary: TermDictionary,
  wanted: Uint32Array,
  maxEdits: number,
  found: Map<string, number>,
): void {
  const wantedSet = characterSet(wanted);
  const { sets, lengths } = termShapes(dictionary);
  const least = wanted.length - maxEdits;
  const most = wanted.length + maxEdits;
  const characters = new Uint32Array(most);
  for (let index = 0; index < sets.length; index++) {
    const length = lengths[index] as number;
    if (length < least || length > most) continue;
    const set = sets[index] as number;
    // An edit changes no more than one of them in each direction.
    if (bitsOf(wantedSet & ~set) > maxEdits || bitsOf(set & ~wantedSet) > maxEdits) continue;
    dictionary.terms.charactersAt(index, characters);
    const edits = editDistance(wanted, characters.subarray(0, length), maxEdits);
    if (edits <= maxEdits) found.set(dictionary.terms.at(index), edits);
  }
}

/** How many bits are set (Warren, Hacker's Delight, section 5-1). */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/**
 * Longer terms that end in one, the most common first, then in order of code units. Those that lack one of its
 * characters are passed over before anything is compared.
 */
export function termsEndingIn(
  segments: readonly TextSegment[],
  ending: string,
  limit: number,
): readonly IndexTerm[] {
  const wanted = Uint32Array.from(ending, (character) => character.codePointAt(0) as number);
  const set = characterSet(wanted);
  const found = new Set<string>();
  for (const { dictionary } of segments) {
    const { sets, lengths } = termShapes(dictionary);
    for (let index = 0; index < sets.length; index++) {
      if ((lengths[index] as number) <= wanted.length || (set & ~(sets[index] as number)) !== 0) continue;
      const term = dictionary.terms.at(index);
      if (term.endsWith(ending)) found.add(term);
    }
  }
  const terms = [...found];
  const { frequencies } = termStatistics(segments, terms);
  return terms
    .map((term, at) => ({ term, chunks: frequencies[at] as number }))
    .filter(({ chunks }) => chunks > 0)
    .toSorted((left, right) => right.chunks - left.chunks || (left.term < right.term ? -1 : 1))
    .slice(0, limit);
}
