import { crc32 } from 'node:zlib';
import type { Chunk, Metadata } from '../../contracts/chunk.ts';
import { legibleJson } from '../../sqlite/open-database.ts';
import type { Connection } from './connection.ts';

/** A row of a chunk, behind its seq or, of a neighbour, the place of the id that it was asked for by. */
export type ChunkRow = readonly [
  key: number,
  chunkId: string,
  documentId: string,
  version: number,
  ordinal: number,
  start: number,
  end: number,
  page: number | null,
  tokens: number,
  language: string,
  title: string,
  headingPath: string,
  metadata: string,
  checksum: number | null,
  content: string,
];

const columns = `
  chunk.chunk_id, version.document_id, version.version, chunk.ordinal, chunk.start, chunk.end,
  chunk.page, chunk.tokens, chunk.language, chunk.title, chunk.heading_path, chunk.metadata, chunk.checksum, chunk.content`;

/** Selects chunks as {@link ChunkRow}: follow it with a condition on `chunk` (rows) or `version` (their document). */
export const selectChunks = `
  select chunk.seq, ${columns} from engine_chunks chunk
  join engine_versions version on version.number = chunk.version_number`;

/**
 * Selects the chunks of an index whose ids are in a JSON array; its parameters are the array and the index's number.
 * The cross join keeps the array outermost, so that each id is looked up and none is sorted first:
 * https://www.sqlite.org/optoverview.html#manual_control_of_query_plans_using_cross_join
 */
const selectChunksById = `
  select chunk.seq, ${columns} from json_each(?) wanted cross join engine_chunks chunk
  join engine_versions version on version.number = chunk.version_number
  where chunk.chunk_id = wanted.value and chunk.index_number = ?`;

/**
 * Selects the neighbours of such chunks, in no order; its further parameters are how far they may stand before and
 * behind.
 */
const selectNeighbours = `
  select wanted.key, ${columns} from json_each(?) wanted cross join engine_chunks middle
  cross join engine_chunks chunk join engine_versions version on version.number = chunk.version_number
  where middle.chunk_id = wanted.value and middle.index_number = ?
    and chunk.version_number = middle.version_number and chunk.seq <> middle.seq
    and chunk.ordinal between middle.ordinal - ? and middle.ordinal + ?`;

/** The chunks of an index with these ids, in their order; those that are not there or damaged are left out. */
export function chunksById(reader: Connection, indexNumber: number, ids: readonly string[]): Chunk[] {
  const rows = reader.rows<ChunkRow>(selectChunksById, JSON.stringify(ids), indexNumber);
  const chunks = new Map(rows.map((row) => [row[1], readableChunk(row)]));
  return ids.map((id) => chunks.get(id)).filter((chunk) => chunk !== undefined);
}

/** For each of these ids the chunks of its version up to so many places before and behind it, in order. */
export function neighboursOf(
  reader: Connection,
  indexNumber: number,
  ids: readonly string[],
  { before, after }: { readonly before: number; readonly after: number },
): Chunk[][] {
  const rows = reader.rows<ChunkRow>(selectNeighbours, JSON.stringify(ids), indexNumber, before, after);
  const around = Map.groupBy(rows, ([place]) => place);
  return ids.map((_, place) =>
    (around.get(place) ?? [])
      .map(readableChunk)
      .filter((chunk) => chunk !== undefined)
      .toSorted((left, right) => left.ordinal - right.ordinal),
  );
}

/** The chunk that a row holds; undefined where the row is damaged. */
export function readableChunk(row: ChunkRow): Chunk | undefined {
  const { chunk, isWhole } = chunkOf(row);
  return isWhole ? chunk : undefined;
}

/**
 * What can be read of the chunk that a row holds, which is all of it but where the row is damaged: it is still found by
 * its words, and whoever then asks for it is told.
 */
export function restoredChunk(row: ChunkRow): Chunk {
  return chunkOf(row).chunk;
}

/** A value of a damaged row can be of any type, and JSON anything or nothing. */
function chunkOf(row: ChunkRow): { readonly chunk: Chunk; readonly isWhole: boolean } {
  let isWhole = true;
  const legible = <Value>(value: unknown, is: (of: unknown) => of is Value, otherwise: Value): Value => {
    if (is(value)) return value;
    isWhole = false;
    return otherwise;
  };
  const text = (value: unknown) => legible(value, isString, '');
  const number = (value: unknown) => legible(value, isNumber, 0);
  const [, id, documentId, version, ordinal, start, end, page, tokens, language, title, ...rest] = row;
  const [headings, metadata, checksum, content] = rest;
  const chunk = {
    id: text(id),
    documentId: text(documentId),
    version: number(version),
    ordinal: number(ordinal),
    start: number(start),
    end: number(end),
    content: text(content),
    title: text(title),
    headingPath: legible(legibleJson(headings), isHeadingPath, []),
    ...(page === null ? {} : { page: number(page) }),
    tokens: number(tokens),
    language: text(language),
    metadata: legible(legibleJson(metadata), isMetadata, {}),
  };
  const held = [ordinal, start, end, page, tokens, language, id, title, headings, metadata, content] as const;
  if (checksum !== null && checksum !== rowChecksum(held)) isWhole = false;
  return { chunk, isWhole };
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';

function isHeadingPath(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

function isMetadata(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The columns of a chunk's row that its checksum is over, in their order. */
type HeldColumns = readonly [
  ordinal: number,
  start: number,
  end: number,
  page: number | null,
  tokens: number,
  language: string,
  chunkId: string,
  title: string,
  headingPath: string,
  metadata: string,
  content: string,
];

/**
 * What is kept with the row of a chunk, so that it is noticed where a byte of it is another: CRC-32, a gigabyte in a
 * second.
 */
function rowChecksum(held: HeldColumns): number {
  return crc32(held.join('\0'));
}

/** Adds the row of a chunk. False, and nothing done, where the index holds a chunk of this id already. */
export function insertChunk(
  writer: Connection,
  place: { readonly seq: number; readonly indexNumber: number; readonly versionNumber: number },
  chunk: Chunk,
): boolean {
  const held: HeldColumns = [
    chunk.ordinal,
    chunk.start,
    chunk.end,
    chunk.page ?? null,
    chunk.tokens,
    chunk.language,
    chunk.id,
    chunk.title,
    JSON.stringify(chunk.headingPath),
    JSON.stringify(chunk.metadata),
    chunk.content,
  ];
  const { changes } = writer
    .prepare(
      `insert or ignore into engine_chunks (seq, index_number, version_number, ordinal, start, end, page, tokens,
         language, chunk_id, title, heading_path, metadata, content, checksum)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(place.seq, place.indexNumber, place.versionNumber, ...held, rowChecksum(held));
  return changes === 1;
}

/** The number of a document version, given out when it is first written. */
export function versionNumber(
  writer: Connection,
  indexNumber: number,
  documentId: string,
  version: number,
): number {
  writer
    .prepare('insert or ignore into engine_versions (index_number, document_id, version) values (?, ?, ?)')
    .run(indexNumber, documentId, version);
  const [row] = writer.rows<[number]>(
    'select number from engine_versions where index_number = ? and document_id = ? and version = ?',
    indexNumber,
    documentId,
    version,
  );
  return (row as [number])[0];
}

/** The number of a chunk, undefined where there is none of this id. */
export function seqOf(connection: Connection, indexNumber: number, chunkId: string): number | undefined {
  return connection.rows<[number]>(
    'select seq from engine_chunks where index_number = ? and chunk_id = ?',
    indexNumber,
    chunkId,
  )[0]?.[0];
}
