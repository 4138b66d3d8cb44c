import { type FieldPostings, postingList, postingsOf } from '../text/field-postings.ts';
import { type TextSegment, textFields } from '../text/text-segment.ts';

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
