import type { Analyser } from '../../../contracts/analyser.ts';
import type { Chunk } from '../../../contracts/chunk.ts';
import { buildColumns } from '../filter/metadata-columns.ts';
import { shortenedIds } from './chunk-names.ts';
import { invertFields } from './invert-fields.ts';
import { orderTerms } from './order-terms.ts';
import { SegmentTerms } from './segment-terms.ts';
import { StringTable } from './string-table.ts';
import { TermSequence } from './term-sequence.ts';
import { type TextField, type TextSegmentParts, textFields } from './text-segment.ts';
import { vocabularyOf } from './vocabulary-of.ts';

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
