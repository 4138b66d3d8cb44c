import type { Analyser, Vocabulary } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import { buildColumns } from './metadata-columns.ts';
import { StringTable } from './string-table.ts';
import { buildDictionary } from './term-dictionary.ts';
import { grown, SegmentTerms, vocabularyOf } from './term-numbering.ts';
import {
  type FieldPostings,
  maxTermFrequency,
  packPosting,
  type TextSegmentParts,
  textFields,
} from './text-segment.ts';

/** Chunks analysed before the event loop gets its turn: some five milliseconds. */
const chunksPerStep = 64;

/** Between headings of a path, so that no term reaches over from one into the next. */
const headingSeparator = '\n';

/** The text of each field that words are looked for in. */
export const fieldText = {
  content: (chunk: Chunk) => chunk.content,
  title: (chunk: Chunk) => chunk.title,
  headingPath: (chunk: Chunk) => chunk.headingPath.join(headingSeparator),
} as const satisfies Record<(typeof textFields)[number], (chunk: Chunk) => string>;

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
  const terms = new SegmentTerms(vocabulary);
  const inverters = textFields.map(() => new FieldInverter(chunks.length));
  const repeated = textFields.map(() => new LastAnalysis(vocabulary));
  for (const [place, chunk] of chunks.entries()) {
    if (place > 0 && place % chunksPerStep === 0) yield;
    for (const [index, field] of textFields.entries()) {
      const found = (repeated[index] as LastAnalysis).numbers(fieldText[field](chunk), chunk.language);
      (inverters[index] as FieldInverter).addChunk(place, found, terms);
    }
  }
  yield;
  const { dictionary, order } = buildDictionary(terms.texts);
  yield;
  return {
    seqs,
    chunkIds: StringTable.of(chunks.map((chunk) => chunk.id)),
    ...groupVersions(chunks),
    columns: buildColumns(chunks.map((chunk) => chunk.metadata)),
    dictionary,
    fields: inverters.map((inverter) => inverter.finish(order)),
  };
}

/** The document versions of chunks and each chunk's place among them. */
export function groupVersions(
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
class LastAnalysis {
  readonly #vocabulary: Vocabulary;
  #text = '';
  #language = '';
  #numbers: Uint32Array = new Uint32Array();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
  }

  numbers(text: string, language: string): Uint32Array {
    if (text !== this.#text || language !== this.#language) {
      this.#numbers = this.#vocabulary.numbers(text, language);
      this.#text = text;
      this.#language = language;
    }
    return this.#numbers;
  }
}

/** Collects the postings of one field in reading order, then sorts them by term with a counting sort. */
class FieldInverter {
  readonly #lengths: Uint32Array;
  #terms = new Uint32Array(1024);
  #postings = new Uint32Array(1024);
  #count = 0;
  /** For each term the place of its newest posting, plus one. */
  #newest = new Uint32Array(1024);

  constructor(chunks: number) {
    this.#lengths = new Uint32Array(chunks);
  }

  /** Adds the terms of the chunk at `place`, given as numbers of the vocabulary. */
  addChunk(place: number, found: Uint32Array, terms: SegmentTerms): void {
    let length = 0;
    for (let at = 0; at < found.length; at++) {
      const term = terms.numberOf(found[at] as number);
      length += terms.lengthOf(term);
      this.#add(term, place);
    }
    this.#lengths[place] = length;
  }

  #add(term: number, place: number): void {
    if (term >= this.#newest.length) this.#newest = grown(this.#newest, term);
    const at = (this.#newest[term] as number) - 1;
    const posting = at < 0 ? 0 : (this.#postings[at] as number);
    if (at >= 0 && (posting & 0xffff) === place) {
      const frequency = Math.min(maxTermFrequency, (posting >>> 16) + 1);
      this.#postings[at] = packPosting(place, frequency);
      return;
    }
    if (this.#count === this.#postings.length) {
      this.#postings = grown(this.#postings, this.#count);
      this.#terms = grown(this.#terms, this.#count);
    }
    this.#terms[this.#count] = term;
    this.#postings[this.#count] = packPosting(place, 1);
    this.#newest[term] = ++this.#count;
  }

  /** `order[t]` is the number that the term at place `t` of the dictionary was added under. */
  finish(order: Uint32Array): FieldPostings {
    const placeOfTerm = new Uint32Array(order.length);
    for (const [place, term] of order.entries()) placeOfTerm[term] = place;
    const starts = new Uint32Array(order.length + 1);
    for (let at = 0; at < this.#count; at++) {
      const next = (placeOfTerm[this.#terms[at] as number] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let term = 0; term < order.length; term++)
      starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    const cursors = starts.slice();
    const postings = new Uint32Array(this.#count);
    for (let at = 0; at < this.#count; at++) {
      const place = placeOfTerm[this.#terms[at] as number] as number;
      const cursor = cursors[place] as number;
      postings[cursor] = this.#postings[at] as number;
      cursors[place] = cursor + 1;
    }
    return { starts, postings, lengths: this.#lengths };
  }
}
