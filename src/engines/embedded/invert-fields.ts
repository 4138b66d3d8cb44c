import { addUp } from './add-up.ts';
import { picked } from './picked.ts';
import { LazyNumbers } from './segment-body.ts';
import type { TermDictionary } from './term-dictionary.ts';
import type { TermSequence } from './term-sequence.ts';
import { type FieldPostings, maxTermFrequency, packPosting } from './text-segment.ts';

/** A dictionary with the postings of its terms in each field. */
export interface InvertedFields {
  readonly dictionary: TermDictionary;
  readonly fields: readonly FieldPostings[];
  /** By number of a term in the sequence: where the dictionary has it. */
  readonly placeOfTerm: Uint32Array;
}

/** Turns the terms of chunks, field by field, into the chunks of each term. In steps. */
export function* invertFields(sequence: TermSequence): Generator<void, InvertedFields> {
  const { dictionary, placeOfTerm } = sequence.terms.finish();
  const fields: FieldPostings[] = [];
  for (let field = 0; field < sequence.fields; field++) {
    yield;
    fields.push(invertField(sequence, field, placeOfTerm));
  }
  return { dictionary, fields, placeOfTerm };
}

/** A counting sort: one walk over the terms counts the postings of each, another puts them in their places. */
function invertField(sequence: TermSequence, field: number, placeOfTerm: Uint32Array): FieldPostings {
  const { counts, lengths } = countField(sequence, field, placeOfTerm.length);
  const { starts, cursors } = startsOf(counts, placeOfTerm);
  const postings = new Uint32Array(starts[counts.length] as number);
  placePostings(sequence, field, postings, cursors);
  return {
    starts,
    postings: new LazyNumbers(postings),
    lengths: postings.length === 0 ? new Uint32Array() : lengths,
  };
}

/** For each term its postings in a field, and for each chunk the field's length. */
function countField(
  { numbers, starts, fields, chunks, terms }: TermSequence,
  field: number,
  distinctTerms: number,
): { readonly counts: Uint32Array; readonly lengths: Uint32Array } {
  const { lengths: lengthOfTerm } = terms;
  const lengths = new Uint32Array(chunks);
  const counts = new Uint32Array(distinctTerms);
  /** By term: the newest chunk that holds it, plus one. */
  const newest = new Uint32Array(distinctTerms);
  for (let chunk = 0, at = field; chunk < chunks; chunk++, at += fields) {
    const end = starts[at + 1] as number;
    let length = 0;
    for (let next = starts[at] as number; next < end; next++) {
      const term = numbers[next] as number;
      length += lengthOfTerm[term] as number;
      if (newest[term] === chunk + 1) continue;
      newest[term] = chunk + 1;
      counts[term] = (counts[term] as number) + 1;
    }
    lengths[chunk] = length;
  }
  return { counts, lengths };
}

/** `cursors` say where the postings of each term begin, and are moved to where they end. */
function placePostings(
  { numbers, starts, fields, chunks }: TermSequence,
  field: number,
  postings: Uint32Array,
  cursors: Uint32Array,
): void {
  const newest = new Uint32Array(cursors.length);
  for (let chunk = 0, at = field; chunk < chunks; chunk++, at += fields) {
    const end = starts[at + 1] as number;
    for (let next = starts[at] as number; next < end; next++) {
      const term = numbers[next] as number;
      const cursor = cursors[term] as number;
      if (newest[term] !== chunk + 1) {
        newest[term] = chunk + 1;
        postings[cursor] = packPosting(chunk, 1);
        cursors[term] = cursor + 1;
      } else {
        const frequency = (postings[cursor - 1] as number) >>> 16;
        postings[cursor - 1] = packPosting(chunk, Math.min(maxTermFrequency, frequency + 1));
      }
    }
  }
}

/** Where the postings of each term begin: `starts` by its place in the dictionary, `cursors` by its number. */
function startsOf(
  counts: Uint32Array,
  placeOfTerm: Uint32Array,
): { readonly starts: Uint32Array; readonly cursors: Uint32Array } {
  const starts = new Uint32Array(counts.length + 1);
  for (let term = 0; term < counts.length; term++)
    starts[(placeOfTerm[term] as number) + 1] = counts[term] as number;
  addUp(starts);
  return { starts, cursors: picked(starts, placeOfTerm) };
}
