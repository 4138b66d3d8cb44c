import type { Metadata as ChromaMetadata, Collection } from 'chromadb';
import { type Chunk, chunkId, type Metadata, type MetadataValue } from '../../contracts/chunk.ts';
import type { ChunkWrite } from '../../contracts/engine.ts';

/*
 * How a chunk lies in a Chroma collection: a record for each of its windows, with what filters look at in each, and
 * text and all the rest in the first.
 */

/** Keys that are the engine's own begin so, and no field that does is filtered by Chroma. */
const ownPrefix = 'footnote:';

/** What is beside the chunk's own metadata in its records, for filters and for who reads the collection. */
export const recordKeys = {
  documentId: 'doc_id',
  title: 'title',
  section: 'section',
  sourceUrls: 'source_urls',
  version: `${ownPrefix}version`,
  /** The chunk without its content, as JSON text. In the first window alone. */
  chunk: `${ownPrefix}chunk`,
  /** How many windows the chunk has. In the first alone, where there are several. */
  windows: `${ownPrefix}windows`,
  /** Which window it is. In all but the first. */
  window: `${ownPrefix}window`,
} as const;

const named: ReadonlySet<string> = new Set(Object.values(recordKeys));

/**
 * Whether a field lies in the records under its own name, so that Chroma can filter by it: not one that has the name of
 * a key of the engine's own, nor one that Chroma does not take.
 */
export function isFilterableField(field: string): boolean {
  if (field === '' || /^[#$]/.test(field) || field.startsWith('chroma:') || field === '__proto__')
    return false;
  return !field.startsWith(ownPrefix) && !named.has(field) && field.isWellFormed();
}

/** The key of the number that a field's date is ordered by. */
export function dateKey(field: string): string {
  return `${ownPrefix}date:${field}`;
}

/** How a record stands in an upsert: with a vector, and with the text of the chunk in its first window alone. */
export interface ChromaRecord {
  readonly id: string;
  readonly vector: Float32Array;
  readonly metadata: ChromaMetadata;
  readonly document: string | undefined;
  /** Roughly how long it is in a request, in bytes. */
  readonly bytes: number;
}

/** The records of a chunk, the first window before the others. */
export function recordsOf({ chunk, vectors }: ChunkWrite): readonly ChromaRecord[] {
  const shared = sharedMetadata(chunk);
  const isWellFormed = chunk.content.isWellFormed();
  const whole = JSON.stringify({
    ...chunk,
    metadata: storable(chunk.metadata),
    // The server refuses lone surrogates, which JSON text within JSON keeps.
    content: isWellFormed ? undefined : chunk.content,
  });
  return vectors.map((vector, window) => {
    const document = window === 0 ? chunk.content.toWellFormed() : undefined;
    const metadata =
      window === 0
        ? {
            ...shared,
            ...displayed(chunk),
            [recordKeys.chunk]: whole,
            ...(vectors.length > 1 && { [recordKeys.windows]: vectors.length }),
          }
        : { ...shared, [recordKeys.window]: window };
    const bytes = vector.length * 6 + 2 * ((document?.length ?? 0) + whole.length);
    return { id: recordId(chunk.id, window, isRegular(chunk)), vector, metadata, document, bytes };
  });
}

/** Reads a chunk from its first window; undefined where that is damaged. */
export function chunkOf(
  metadata: ChromaMetadata | null | undefined,
  document: string | null | undefined,
): Chunk | undefined {
  const whole = metadata?.[recordKeys.chunk];
  if (typeof whole !== 'string') return undefined;
  try {
    const chunk = JSON.parse(whole) as Chunk;
    const content = chunk.content ?? document;
    return typeof content === 'string' && typeof chunk.id === 'string' ? { ...chunk, content } : undefined;
  } catch {
    return undefined;
  }
}

/** How many windows a chunk has, by the metadata of its first. */
export function windowsOf(metadata: ChromaMetadata | null | undefined): number {
  const windows = metadata?.[recordKeys.windows];
  return typeof windows === 'number' ? windows : 1;
}

/** Where a record belongs. */
export interface RecordPlace {
  readonly chunkId: string;
  readonly window: number;
  /** Read off the chunk's id; undefined where its id is not made of them ({@link chunkId}), and the metadata say. */
  readonly document: { readonly documentId: string; readonly version: number } | undefined;
}

/**
 * The id of a window of a chunk. Ids that say which document version the chunk is of are told from others by their end,
 * so that a search need not read the metadata of what it finds.
 * @example recordId('a.1.0', 2, true) // 'a.1.0#2'
 */
export function recordId(id: string, window: number, isRegularChunk: boolean): string {
  return `${id}#${window}${isRegularChunk ? '' : '!'}`;
}

/** Reads what {@link recordId} made; undefined for the id of a record that is nobody's chunk. */
export function recordPlace(id: string): RecordPlace | undefined {
  const parts = /^(?<chunkId>[^]*)#(?<window>\d+)(?<irregular>!?)$/.exec(id)?.groups;
  if (parts === undefined) return undefined;
  const of = parts as { chunkId: string; window: string; irregular: string };
  const place = { chunkId: of.chunkId, window: Number(of.window) };
  if (of.irregular !== '') return { ...place, document: undefined };
  const version = /^(?<documentId>[^]*)\.(?<version>\d+)\.\d+$/.exec(of.chunkId)?.groups as
    | { documentId: string; version: string }
    | undefined;
  if (version === undefined) return undefined;
  return { ...place, document: { documentId: version.documentId, version: Number(version.version) } };
}

function isRegular({ id, documentId, version, ordinal }: Chunk): boolean {
  return id === chunkId(documentId, version, ordinal);
}

/** What every window of a chunk carries. */
function sharedMetadata(chunk: Chunk): ChromaMetadata {
  const entries = Object.entries(chunk.metadata).flatMap(([field, value]) => filterEntries(field, value));
  return {
    ...Object.fromEntries(entries),
    [recordKeys.documentId]: chunk.documentId,
    [recordKeys.version]: chunk.version,
  };
}

/**
 * What Chroma stores of a field to filter by. Lists are kept without what they repeat, and texts with a lone surrogate,
 * which the server does not take, not at all: no filter that names one is the server's either.
 */
function filterEntries(field: string, value: MetadataValue): [string, ChromaMetadata[string]][] {
  if (!isStorable(value) || !isFilterableField(field)) return [];
  if (typeof value === 'number' || typeof value === 'boolean') return [[field, value]];
  if (typeof value !== 'string') {
    const texts = [...new Set(value)].filter((text) => text.isWellFormed());
    return texts.length > 0 ? [[field, texts]] : [];
  }
  if (!value.isWellFormed()) return [];
  const date = dateNumber(value);
  return [[field, value], ...(date === undefined ? [] : [[dateKey(field), date] as [string, number]])];
}

/** What is there to be read by people: nothing of ours reads it. */
function displayed(chunk: Chunk): ChromaMetadata {
  const section = chunk.headingPath.at(-1);
  const { source_urls, sourceUrls = source_urls, url } = chunk.metadata;
  const urls = [sourceUrls ?? url ?? []].flat().filter((one) => typeof one === 'string');
  return {
    [recordKeys.title]: chunk.title.toWellFormed(),
    ...(section !== undefined && { [recordKeys.section]: section.toWellFormed() }),
    ...(urls.length > 0 && { [recordKeys.sourceUrls]: urls.map((one) => one.toWellFormed()) }),
  };
}

/** What plain JavaScript gives as undefined or null is left out, and so are numbers that JSON has not. */
function storable(metadata: Metadata): Metadata {
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => isStorable(value)));
}

function isStorable(value: MetadataValue | null | undefined): boolean {
  return value !== undefined && value !== null && (typeof value !== 'number' || Number.isFinite(value));
}

const months = Array.from({ length: 12 }, (_, at) => at + 1);
const days = Array.from({ length: 31 }, (_, at) => at + 1);
const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Behind all days of a month, and all months of a year, in {@link dateNumber}. */
const endOfMonth = 99;
const endOfYear = 9999;

/**
 * A number that stands to those of years, months and days as a text stands to them: Chroma orders numbers alone.
 * Undefined for what does not begin with a year. A text between two days, such as `2020-02-30x`, is between theirs.
 * @example
 * dateNumber('2020') // 20200000
 * dateNumber('2020-06-15T09:30Z') // 20200615
 */
export function dateNumber(text: string): number | undefined {
  if (!/^\d{4}/.test(text)) return undefined;
  const year = text.slice(0, 4);
  const yearNumber = Number(year) * 10_000;
  const month = months.findLast((one) => `${year}-${twoDigits(one)}` <= text);
  if (month === undefined) return yearNumber;
  const monthText = `${year}-${twoDigits(month)}`;
  const monthNumber = yearNumber + month * 100;
  if (!text.startsWith(monthText)) return monthNumber + endOfMonth + 0.5;
  const day = days.findLast((one) => `${monthText}-${twoDigits(one)}` <= text);
  if (day === undefined) return monthNumber;
  return monthNumber + day + (text.startsWith(`${monthText}-${twoDigits(day)}`) ? 0 : 0.5);
}

/** The numbers of all texts that begin with a year, a month or a day, first and last; undefined for a time. */
export function dateRange(date: string): { readonly first: number; readonly last: number } | undefined {
  const first = dateNumber(date);
  if (first === undefined || !/^\d{4}(?:-\d{2}){0,2}$/.test(date)) return undefined;
  const within = { 4: endOfYear, 7: endOfMonth, 10: 0 }[date.length] as number;
  return { first, last: first + within };
}

/** What an upsert of records takes. */
export type Upsert = Parameters<Collection['upsert']>[0];

/** An upsert of records that all have a text, or all have none: Chroma takes no list with gaps. */
export function upsertOf(records: readonly ChromaRecord[]): Upsert {
  const documents = records.flatMap(({ document }) => (document === undefined ? [] : [document]));
  return {
    ids: records.map(({ id }) => id),
    embeddings: records.map(({ vector }) => Array.from(vector)),
    metadatas: records.map(({ metadata }) => metadata),
    ...(documents.length > 0 && { documents }),
  };
}
