import { type FieldPostings, maxTermFrequency } from './field-postings.ts';
import { type PostingCounts, PostingsWriter } from './postings-writer.ts';
import type { TermDictionary } from './term-dictionary.ts';
import type { TermSequence } from './term-sequence.ts';

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

/** A counting sort: one walk over the terms counts the chunks of each, another puts them in their places. */
function invertField(sequence: TermSequence, field: number, placeOfTerm: Uint32Array): FieldPostings {
  const { counts, frequencies, lengths } = countField(sequence, field, placeOfTerm);
  const writer = new PostingsWriter(counts);
  const { numbers, starts, fields, chunks } = sequence;
  for (let chunk = 0, at = field; chunk < chunks; chunk++, at += fields) {
    const end = starts[at + 1] as number;
    for (let next = starts[at] as number; next < end; next++) {
      const frequency = frequencies[next] as number;
      if (frequency > 0) writer.add(placeOfTerm[numbers[next] as number] as number, chunk, frequency);
    }
  }
  return writer.finish(lengths);
}

interface CountedField {
  readonly counts: PostingCounts;
  /** By place in the sequence: how often the chunk holds the term that it has there first, 0 where it had it before. */
  readonly frequencies: Uint16Array;
  /** For each chunk the field's length. */
  readonly lengths: Uint32Array;
}

function countField(
  { numbers, starts, fields, chunks, terms }: TermSequence,
  field: number,
  placeOfTerm: Uint32Array,
): CountedField {
  const { lengths: lengthOfTerm } = terms;
  const lengths = new Uint32Array(chunks);
  const once = new Uint32Array(placeOfTerm.length);
  const often = new Uint32Array(placeOfTerm.length);
  const frequencies = new Uint16Array(numbers.length);
  /** By term: where the newest chunk that holds it has it first, plus one. */
  const firsts = new Uint32Array(placeOfTerm.length);
  for (let chunk = 0, at = field; chunk < chunks; chunk++, at += fields) {
    const start = starts[at] as number;
    const end = starts[at + 1] as number;
    let length = 0;
    for (let next = start; next < end; next++) {
      const term = numbers[next] as number;
      length += lengthOfTerm[term] as number;
      const first = (firsts[term] as number) - 1;
      const place = placeOfTerm[term] as number;
      if (first < start) {
        firsts[term] = next + 1;
        frequencies[next] = 1;
        once[place] = (once[place] as number) + 1;
        continue;
      }
      const frequency = frequencies[first] as number;
      frequencies[first] = Math.min(maxTermFrequency, frequency + 1);
      if (frequency > 1) continue;
      once[place] = (once[place] as number) - 1;
      often[place] = (often[place] as number) + 1;
    }
    lengths[chunk] = length;
  }
  return { counts: { once, often }, frequencies, lengths };
}
