import type { SimilarTerm } from '../../contracts/engine.ts';
import { editDistance } from './edit-distance.ts';
import type { TermDictionary } from './term-dictionary.ts';
import { termStatistics } from './term-statistics.ts';
import type { TextSegment } from './text-segment.ts';

/** Most bytes of a character in UTF-8. */
const maxCharacterBytes = 4;

/** The characters of the term that is looked at. */
let characters = new Uint32Array(1024);

/**
 * Terms within `maxEdits` of one, itself left out: fewest edits first, then the most common, then in order of code
 * units. Every term of about the same length is looked at; those that lack too many of the characters are passed over
 * before anything is compared.
 */
export function similarTerms(
  segments: readonly TextSegment[],
  term: string,
  { maxEdits, limit }: { readonly maxEdits: number; readonly limit: number },
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
  { terms }: TermDictionary,
  wanted: Uint32Array,
  maxEdits: number,
  found: Map<string, number>,
): void {
  const wantedSet = setOf(wanted, wanted.length);
  const leastBytes = wanted.length - maxEdits;
  const mostBytes = (wanted.length + maxEdits) * maxCharacterBytes;
  for (let index = 0; index < terms.size; index++) {
    const bytes = terms.sizeOf(index);
    if (bytes < leastBytes || bytes > mostBytes) continue;
    if (bytes > characters.length) characters = new Uint32Array(2 * bytes);
    const length = terms.charactersAt(index, characters);
    if (Math.abs(length - wanted.length) > maxEdits) continue;
    const set = setOf(characters, length);
    if (bitsOf(wantedSet & ~set) > maxEdits || bitsOf(set & ~wantedSet) > maxEdits) continue;
    const edits = editDistance(wanted, characters.subarray(0, length), maxEdits);
    if (edits <= maxEdits) found.set(terms.at(index), edits);
  }
}

/** Which characters occur, folded into 32 bits. An edit changes no more than one of them in each direction. */
function setOf(codePoints: Uint32Array, length: number): number {
  let set = 0;
  for (let at = 0; at < length; at++) set |= 1 << ((codePoints[at] as number) & 31);
  return set;
}

/** How many bits are set (Warren, Hacker's Delight, section 5-1). */
function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
