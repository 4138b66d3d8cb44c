import { inverseDocumentFrequency, type Normalisation, normalisation } from '../../bm25.ts';
import { type FieldPostings, postingList, postingsOf } from '../text/field-postings.ts';
import type { TermDictionary } from '../text/term-dictionary.ts';
import { termHash } from '../text/term-hash.ts';
import type { TextSegment } from '../text/text-segment.ts';

/** A term of the question in one field, over all segments. */
export interface Leaf {
  readonly field: number;
  /** IDF times the weight of the field and of the term. */
  readonly weight: number;
  /** For each segment the term's place in the dictionary of the field, -1 where it is absent. */
  readonly terms: Int32Array;
}

/** For each segment the place of a term in its dictionary, -1 where it is absent. */
export function placesOf(dictionaries: readonly TermDictionary[], term: string): Int32Array {
  const hash = termHash(term);
  return Int32Array.from(dictionaries, (dictionary) => dictionary.indexOf(term, hash));
}

/** The leaves of a term in these fields, whose weights come by field. Those that no live chunk holds are left out. */
export function leavesOf(
  segments: readonly TextSegment[],
  terms: Int32Array,
  fields: readonly number[],
  weightOf: (field: number) => number,
): readonly Leaf[] {
  const chunks = liveChunks(segments);
  return fields.flatMap((field) => {
    const frequency = totalFrequency(segments, field, terms);
    const weight = weightOf(field) * inverseDocumentFrequency(chunks, frequency);
    return frequency === 0 || weight === 0 ? [] : [{ field, weight, terms }];
  });
}

/**
 * Reads the postings of leaves where they have not been. Scoring uses memory that all searches share, so nothing may
 * stop it half-way. Errors: `LostSegment`.
 */
export function readPostings(segments: readonly TextSegment[], leaves: readonly Leaf[]): void {
  for (const { field, terms } of leaves) {
    for (let index = 0; index < segments.length; index++) {
      const term = terms[index] as number;
      if (term < 0) continue;
      postingList((segments[index] as TextSegment).fields[field] as FieldPostings, term);
    }
  }
}

/** Chunks that are not dead, over all segments. */
export function liveChunks(segments: readonly TextSegment[]): number {
  return segments.reduce((sum, { seqs, deadCount }) => sum + seqs.length - deadCount, 0);
}

/** Live chunks whose field holds a term, given by its place in the dictionary of each segment. */
export function totalFrequency(
  segments: readonly TextSegment[],
  field: number,
  terms: ArrayLike<number>,
): number {
  return segments.reduce(
    (sum, segment, index) => sum + liveFrequency(segment, field, terms[index] as number),
    0,
  );
}

function liveFrequency(segment: TextSegment, field: number, term: number): number {
  if (term < 0) return 0;
  const postings = segment.fields[field] as FieldPostings;
  let frequency = postingsOf(postings, term);
  if (segment.deadCount === 0) return frequency;
  const { lists, once, frequencies } = postingList(postings, term);
  for (let at = once; at < frequencies; at++) frequency -= segment.dead[lists[at] as number] as number;
  return frequency;
}

/** The normalisation of one field over the live chunks of all segments. */
export function normalisationOf(segments: readonly TextSegment[], field: number): Normalisation {
  let chunks = 0;
  let length = 0;
  for (const { totals } of segments) {
    chunks += totals[field]?.chunks ?? 0;
    length += totals[field]?.length ?? 0;
  }
  return normalisation({ chunks, length });
}
