import type { Analyser } from '../../../contracts/analyser.ts';
import type { Chunk } from '../../../contracts/chunk.ts';
import { buildColumns } from '../filter/metadata-columns.ts';
import { picked } from '../place-arrays.ts';
import {
  type FieldPostings,
  maxTermFrequency,
  type PostingCounts,
  PostingsWriter,
  postingsOf,
} from './field-postings.ts';
import { StringTable } from './string-table.ts';
import { SegmentTerms, type TermDictionary, TermSequence, vocabularyOf } from './term-dictionary.ts';
import { fieldBorder, numbersByFrequency, type TermOrder, TermOrderWriter } from './term-order.ts';
import { shortenedIds, type TextField, type TextSegmentParts, textFields } from './text-segment.ts';

/** Chunks analysed before the event loop gets its turn: some five milliseconds. */
const chunksPerStep = 64;

/** Between headings of a path, so that no term reaches over from one into the next. */
const headingSeparator = '\n';

/** The text of each field that words are looked for in. */
const fieldText = {
  content: (chunk: Chunk) => chunk.content,
  title: (chunk: Chunk) => chunk.title,
  headingPath: (chunk: Chunk) => chunk.headingPath.join(headingSeparator),
} as const satisfies Record<(typeof textFields)[number], (chunk: Chunk) => string>;

const noTerms = new Uint32Array();

/**
 * Inverts chunks into a segment, in steps. `seqs` are the numbers of the chunks, ascending; the array is kept, not
 * copied, so a writer may fill it in once it holds the lock that gives numbers out.
 */
export function* buildTextSegment(
  chunks: readonly Chunk[],
  seqs: Float64Array,
  analyser: Analyser,
): Generator<void, TextSegmentParts> {
  const vocabulary = vocabularyOf(analyser);
  const words = new TermSequence(new SegmentTerms(vocabulary), textFields.length, chunks.length);
  const grams = new TermSequence(new SegmentTerms(vocabulary), 1, chunks.length);
  const repeats = textFields.map(() => new RepeatedText());
  let place = 0;
  for (const chunk of chunks) {
    if (place++ % chunksPerStep === 0) yield;
    const { language } = chunk;
    for (let field = 0; field < textFields.length; field++) {
      const text = fieldText[textFields[field] as TextField](chunk);
      if ((repeats[field] as RepeatedText).isAgain(text, language)) words.repeat();
      else words.add(vocabulary.numbers(text, language));
    }
    grams.add(vocabulary.gramNumbers?.(chunk.content, language) ?? noTerms);
  }
  yield;
  const inverted = yield* invertFields(words);
  yield;
  const invertedGrams = yield* invertFields(grams);
  yield;
  const columns = buildColumns(chunks.map((chunk) => chunk.metadata));
  return {
    seqs,
    chunkIds: StringTable.of(shortenedIds(chunks)),
    ...groupVersions(chunks),
    columns: () => columns,
    dictionary: inverted.dictionary,
    gramDictionary: invertedGrams.dictionary,
    fields: [...inverted.fields, ...invertedGrams.fields],
    termOrder: orderTerms(words, inverted),
  };
}

/** The document versions of chunks and each chunk's place among them. */
function groupVersions(
  chunks: readonly { readonly documentId: string; readonly version: number }[],
): Pick<TextSegmentParts, 'versionPlaces' | 'documentIds' | 'versions'> {
  const places = new Map<string, number>();
  const documentIds: string[] = [];
  const versions: number[] = [];
  const versionPlaces = Uint32Array.from(chunks, ({ documentId, version }) => {
    const key = `${version} ${documentId}`;
    let place = places.get(key);
    if (place === undefined) {
      places.set(key, (place = documentIds.length));
      documentIds.push(documentId);
      versions.push(version);
    }
    return place;
  });
  return { versionPlaces, documentIds: StringTable.of(documentIds), versions: Float64Array.from(versions) };
}

/** Titles and heading paths come in runs of the same text; a run is analysed once. */
class RepeatedText {
  #text: string | undefined;
  #language = '';

  /** Whether the text before was the same, in the same language. */
  isAgain(text: string, language: string): boolean {
    const isAgain = text === this.#text && language === this.#language;
    this.#text = text;
    this.#language = language;
    return isAgain;
  }
}

/** A dictionary with the postings of its terms in each field. */
export interface InvertedFields {
  readonly dictionary: TermDictionary;
  readonly fields: readonly FieldPostings[];
  /** By number of a term in the sequence: where the dictionary has it. */
  readonly placeOfTerm: Uint32Array;
}

/** Turns the terms of chunks, field by field, into the chunks of each term. In steps. */
function* invertFields(sequence: TermSequence): Generator<void, InvertedFields> {
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

/** Writes the terms of a sequence in reading order, as numbers by frequency. */
function orderTerms(
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
