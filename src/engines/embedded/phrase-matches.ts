import type { FieldPostings, TextSegment } from './text-segment.ts';
import { textFields } from './text-segment.ts';

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
  const numbers = Uint32Array.from(terms, (term) => segment.termOrder.numbers[term] as number);
  for (let chunk = 0; chunk < matches.length; chunk++) {
    if (matches[chunk] === 1 && !contains(segment.termOrder.numbersAt(chunk), numbers)) matches[chunk] = 0;
  }
  return matches;
}

/** The term with the fewest postings. */
function rarest({ fields }: TextSegment, terms: readonly number[]): number {
  const postingsOf = (term: number) =>
    textFields.reduce((sum, _, field) => {
      const { starts } = fields[field] as FieldPostings;
      return sum + (starts[term + 1] as number) - (starts[term] as number);
    }, 0);
  return terms.reduce((least, term) => (postingsOf(term) < postingsOf(least) ? term : least));
}

/** Sets `matches` to 1 for every chunk that holds the term in any field. */
function markHolders({ fields }: TextSegment, term: number, matches: Uint8Array): void {
  for (const field of textFields.keys()) {
    const { starts, postings: stored } = fields[field] as FieldPostings;
    const start = starts[term] as number;
    const end = starts[term + 1] as number;
    const postings = stored.with(start, end);
    for (let at = start; at < end; at++) matches[(postings[at] as number) & 0xffff] = 1;
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
