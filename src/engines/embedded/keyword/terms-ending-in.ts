import type { IndexTerm } from '../../../contracts/engine.ts';
import type { TextSegment } from '../text/text-segment.ts';
import { characterSet, termShapes } from './term-shapes.ts';
import { termStatistics } from './term-statistics.ts';

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
