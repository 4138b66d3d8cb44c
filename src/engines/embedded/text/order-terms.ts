import { type FieldPostings, postingsOf } from './field-postings.ts';
import type { InvertedFields } from './invert-fields.ts';
import { picked } from './picked.ts';
import { fieldBorder, numbersByFrequency, type TermOrder } from './term-order.ts';
import { TermOrderWriter } from './term-order-writer.ts';
import type { TermSequence } from './term-sequence.ts';

/** Writes the terms of a sequence in reading order, as numbers by frequency. */
export function orderTerms(
  { numbers: terms, starts, fields, chunks }: TermSequence,
  inverted: InvertedFields,
): TermOrder {
  const numbers = numbersByFrequency(frequenciesOf(inverted.fields, inverted.dictionary.size));
  const numberOf = picked(numbers, inverted.placeOfTerm);
  const writer = new TermOrderWriter(chunks);
  for (let chunk = 0, at = 0; chunk < chunks; chunk++) {
    for (const end = at + fields; at < end; at++) {
      writer.addAll(terms, starts[at] as number, starts[at + 1] as number, numberOf);
      writer.add(fieldBorder);
    }
    writer.endChunk();
  }
  return writer.finish(numbers);
}

/** For each term of a dictionary how many postings it has in all fields together. */
export function frequenciesOf(fields: readonly FieldPostings[], terms: number): Uint32Array {
  const frequencies = new Uint32Array(terms);
  for (const field of fields) addFrequencies(field, frequencies);
  return frequencies;
}

function addFrequencies(field: FieldPostings, frequencies: Uint32Array): void {
  for (let term = 0; term < frequencies.length; term++)
    frequencies[term] = (frequencies[term] as number) + postingsOf(field, term);
}
