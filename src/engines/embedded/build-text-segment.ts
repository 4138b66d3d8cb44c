import type { Analyser } from '../../contracts/analyser.ts';
import type { Chunk } from '../../contracts/chunk.ts';
import { Inverter } from './inverter.ts';
import { buildColumns } from './metadata-columns.ts';
import { SegmentTerms } from './segment-terms.ts';
import { StringTable } from './string-table.ts';
import { TermSequence } from './term-sequence.ts';
import { type TextSegmentParts, textFields } from './text-segment.ts';
import { vocabularyOf } from './vocabulary-of.ts';

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
  const gramTerms = new SegmentTerms(vocabulary);
  const words = new Inverter(terms, textFields.length, chunks.length);
  const grams = new Inverter(gramTerms, 1, chunks.length);
  const sequence = new TermSequence(chunks.length);
  const repeated = textFields.map(
    () => new LastAnalysis((text, language) => terms.renumber(vocabulary.numbers(text, language))),
  );
  for (const [place, chunk] of chunks.entries()) {
    if (place > 0 && place % chunksPerStep === 0) yield;
    for (const [index, field] of textFields.entries()) {
      const found = (repeated[index] as LastAnalysis).numbers(fieldText[field](chunk), chunk.language);
      words.add(index, place, found);
      sequence.addField(found);
    }
    sequence.endChunk();
    const pieces = vocabulary.gramNumbers?.(chunk.content, chunk.language);
    if (pieces !== undefined && pieces.length > 0) grams.add(0, place, gramTerms.renumber(pieces));
  }
  yield;
  const inverted = words.finish();
  yield;
  const invertedGrams = grams.finish();
  yield;
  return {
    seqs,
    chunkIds: StringTable.of(chunks.map((chunk) => chunk.id)),
    ...groupVersions(chunks),
    columns: buildColumns(chunks.map((chunk) => chunk.metadata)),
    dictionary: inverted.dictionary,
    gramDictionary: invertedGrams.dictionary,
    fields: [...inverted.fields, ...invertedGrams.fields],
    termOrder: sequence.finish(inverted),
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
class LastAnalysis {
  readonly #analyse: (text: string, language: string) => Uint32Array;
  #text = '';
  #language = '';
  #numbers: Uint32Array = new Uint32Array();

  constructor(analyse: (text: string, language: string) => Uint32Array) {
    this.#analyse = analyse;
  }

  numbers(text: string, language: string): Uint32Array {
    if (text !== this.#text || language !== this.#language) {
      this.#numbers = this.#analyse(text, language);
      this.#text = text;
      this.#language = language;
    }
    return this.#numbers;
  }
}
