import type { EngineHit } from '../../../contracts/engine.ts';
import { type MetadataColumns, packColumns, readColumns } from '../filter/metadata-columns.ts';
import { segmentKind } from '../schema.ts';
import { packSections, type Section, SectionReader } from '../segments/sections.ts';
import type { LazyNumbers, SegmentBody } from '../segments/segment-body.ts';
import type { PackedSegment } from '../segments/segment-rows.ts';
import type { FieldPostings } from './field-postings.ts';
import { StringTable } from './string-table.ts';
import { TermDictionary } from './term-dictionary.ts';
import { TermOrder } from './term-order.ts';

/** Layout of a text segment. Raise it with every change: segments of another one are built anew from the rows. */
const format = 4;

/** The fields of a chunk that words are looked for in, in the order they are stored. */
export const textFields = ['content', 'title', 'headingPath'] as const;
export type TextField = (typeof textFields)[number];

/** Behind them the field of the pieces of words (`Analyser.grams`) in the content, which has its own dictionary. */
export const gramField = textFields.length;

/** Most chunks in a segment: a place takes 16 bits in a list of postings, and a merge must stay short. */
export const maxSegmentChunks = 32_768;

/** What a text segment is made of. */
export interface TextSegmentParts {
  /** Numbers of the chunks, ascending. */
  readonly seqs: Float64Array;
  /** As `shortenedIds` makes them. */
  readonly chunkIds: StringTable;
  /** For each chunk its place in `documentIds` and `versions`. */
  readonly versionPlaces: Uint32Array;
  readonly documentIds: StringTable;
  readonly versions: Float64Array;
  /** The metadata of the chunks, read when a filter first asks for them. */
  readonly columns: () => MetadataColumns;
  readonly dictionary: TermDictionary;
  readonly gramDictionary: TermDictionary;
  /** In the order of {@link textFields}, then {@link gramField}. */
  readonly fields: readonly FieldPostings[];
  /** The terms of the text fields in reading order. */
  readonly termOrder: TermOrder;
}

/** Live chunks with a field that has a length, and the sum of those lengths. */
export interface FieldTotals {
  chunks: number;
  length: number;
}

/** A text segment in memory: its parts, read in place, and which of its chunks are gone since it was written. */
export interface TextSegment extends TextSegmentParts {
  readonly id: number;
  /** What its parts are read from. */
  readonly body: SegmentBody;
  /** Where in the body that ends which searches by words need; behind it stand the metadata, which filters need. */
  readonly wordsEnd: number;
  /** 1 for a chunk that was removed or replaced. */
  readonly dead: Uint8Array;
  deadCount: number;
  readonly totals: readonly FieldTotals[];
}

/**
 * Packs a segment into one blob; undefined where it has no chunks. What a search needs little of comes last, so that it
 * need not be read with the rest.
 */
export function packTextSegment(parts: TextSegmentParts): PackedSegment | undefined {
  const { fields, seqs } = parts;
  const [first] = seqs;
  if (first === undefined) return undefined;
  const body = packSections([
    Uint32Array.of(format),
    Float64Array.from(fields.flatMap(({ lengths }) => totalsOf(lengths))),
    seqs,
    ...parts.chunkIds.sections(),
    parts.versionPlaces,
    ...parts.documentIds.sections(),
    parts.versions,
    ...parts.dictionary.sections(),
    ...parts.gramDictionary.sections(),
    ...fields.flatMap((field): Section[] => [field.starts, field.repeats, field.lengths]),
    ...fields.map((field) => field.lists.all()),
    ...parts.termOrder.sections(),
    packColumns(parts.columns()),
  ]);
  return { kind: segmentKind.text, first, last: seqs.at(-1) as number, entries: seqs.length, body };
}

/**
 * Reads what {@link packTextSegment} made, with every chunk alive, and of strings, postings and the order of terms only
 * what is needed, when it is. Undefined where its layout is another one. Errors, of later reading too: `LostSegment`.
 */
export function readTextSegment(id: number, body: SegmentBody): TextSegment | undefined {
  const reader = new SectionReader(body);
  if (reader.uint32()[0] !== format) return undefined;
  const totals = reader.float64();
  const head = {
    seqs: reader.float64(),
    chunkIds: StringTable.read(reader),
    versionPlaces: reader.uint32(),
    documentIds: StringTable.read(reader),
    versions: reader.float64(),
    dictionary: TermDictionary.read(reader),
    gramDictionary: TermDictionary.read(reader),
  };
  const heads = [...textFields, gramField].map(() => {
    return { starts: reader.uint32(), repeats: reader.uint16(), lengths: reader.uint32() };
  });
  const fields = heads.map((field): FieldPostings => ({ ...field, lists: reader.lazyUint16() }));
  const termOrder = TermOrder.read(reader);
  const wordsEnd = reader.position;
  return {
    ...head,
    fields,
    termOrder,
    columns: columnsFrom(reader.lazyUint8()),
    id,
    body,
    wordsEnd,
    dead: new Uint8Array(head.seqs.length),
    deadCount: 0,
    totals: fields.map((_, field) => ({
      chunks: totals[2 * field] as number,
      length: totals[2 * field + 1] as number,
    })),
  };
}

/** Which chunk is at a place. */
export function chunkAt(
  { chunkIds, versionPlaces, documentIds, versions }: TextSegmentParts,
  place: number,
): ChunkIdentity {
  const at = versionPlaces[place] as number;
  const documentId = documentIds.kept(at);
  const version = versions[at] as number;
  return { chunkId: fullId(chunkIds.at(place), documentId, version), documentId, version };
}

/** Marks the chunk of this number as gone, if the segment holds it. */
export function removeFromText(segment: TextSegment, seq: number): void {
  const place = placeOf(segment.seqs, seq);
  if (place < 0 || segment.dead[place] === 1) return;
  segment.dead[place] = 1;
  segment.deadCount++;
  for (const [index, field] of segment.fields.entries()) {
    const length = field.lengths[place] ?? 0;
    const totals = segment.totals[index] as FieldTotals;
    totals.length -= length;
    if (length > 0) totals.chunks--;
  }
}

/**
 * Which of segments in the order of their chunks holds this one, if any does: the last that does not begin behind it.
 */
export function holderOf(segments: readonly TextSegment[], seq: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (((segments[middle] as TextSegment).seqs[0] as number) <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where `value` is in an ascending array, -1 where it is not. */
export function placeOf(ascending: Float64Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return ascending[low] === value ? low : -1;
}

/** How many chunks have a length, and the sum of the lengths. */
function totalsOf(lengths: Uint32Array): readonly [chunks: number, length: number] {
  let chunks = 0;
  let total = 0;
  for (let place = 0; place < lengths.length; place++) {
    const length = lengths[place] as number;
    total += length;
    if (length > 0) chunks++;
  }
  return [chunks, total];
}

/** Reads the columns once. */
function columnsFrom(packed: LazyNumbers<Uint8Array>): () => MetadataColumns {
  let columns: MetadataColumns | undefined;
  return () => (columns ??= readColumns(packed.all()));
}

/** A chunk by name, and the version of the document that it belongs to. */
export type ChunkIdentity = Pick<EngineHit, 'chunkId' | 'documentId' | 'version'>;

/** Before an id that is kept whole. */
const whole = '\0';

/** What `chunkId` puts before the number of a chunk: the same for all chunks of a version. */
function prefixOf(documentId: string, version: number): string {
  return `${documentId}.${version}.`;
}

/** The ids of chunks without what their documents and versions say already: most often their numbers there. */
export function shortenedIds(
  chunks: readonly { readonly id: string; readonly documentId: string; readonly version: number }[],
): readonly string[] {
  let prefix = '';
  let last = { documentId: '', version: Number.NaN };
  return chunks.map((chunk) => {
    if (chunk.documentId !== last.documentId || chunk.version !== last.version)
      prefix = prefixOf(chunk.documentId, chunk.version);
    last = chunk;
    const { id } = chunk;
    const isShortened = id.startsWith(prefix) && id.charAt(prefix.length) !== whole;
    return isShortened ? id.slice(prefix.length) : whole + id;
  });
}

/** The id that {@link shortenedIds} shortened, of a chunk of this version. */
export function fullId(shortened: string, documentId: string, version: number): string {
  return shortened.startsWith(whole) ? shortened.slice(1) : prefixOf(documentId, version) + shortened;
}
