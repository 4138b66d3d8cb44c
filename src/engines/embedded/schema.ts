import type { DatabaseSync } from 'node:sqlite';
import { FootnoteError } from '../../errors.ts';

/**
 * Layout of the tables and segments below. Raise it when an older program would misread what this one writes; stores of
 * the formats before it have their segments built anew.
 */
export const storeFormat = 8;

/** Which leg a segment or a tombstone belongs to, as it is stored. */
export const segmentKind = { text: 0, vector: 1 } as const;
export type SegmentKind = (typeof segmentKind)[keyof typeof segmentKind];

/** What is derived from the rows. A segment's bytes are cut into pieces, which are read and checked one by one. */
const derivedTables = `
create table if not exists engine_segments (
  id integer primary key autoincrement,
  index_number integer not null,
  kind integer not null,
  first integer not null,
  last integer not null,
  entries integer not null,
  body_bytes integer not null,
  piece_bytes integer not null
);
create index if not exists engine_segments_by_index on engine_segments (index_number, kind, first);
create table if not exists engine_segment_pieces (
  segment integer not null,
  part integer not null,
  place integer not null,
  checksum integer not null,
  data blob not null,
  primary key (segment, part, place)
);
create table if not exists engine_sign_measurements (
  index_number integer primary key,
  rows integer not null,
  kept integer not null
);
`;

/**
 * The rows are the truth; segments are derived from them. Numbers of chunks (`seq`) and vectors only grow over the
 * whole file and are never given twice, so a tombstone stays true for ever.
 */
const tables = `
create table if not exists engine_state (
  only integer primary key check (only = 1),
  format integer not null,
  next_seq integer not null,
  next_vector integer not null
);
create table if not exists engine_indexes (
  number integer primary key autoincrement,
  id text not null unique,
  dimension integer not null,
  generation integer not null
);
create table if not exists engine_versions (
  number integer primary key,
  index_number integer not null,
  document_id text not null,
  version integer not null,
  unique (index_number, document_id, version)
);
create table if not exists engine_chunks (
  seq integer primary key,
  index_number integer not null,
  version_number integer not null,
  ordinal integer not null,
  start integer not null,
  end integer not null,
  page integer,
  tokens integer not null,
  language text not null,
  chunk_id text not null,
  title text not null,
  heading_path text not null,
  metadata text not null,
  content text not null,
  -- Of the row; null where it was written before there was one.
  checksum integer
);
create unique index if not exists engine_chunks_by_id on engine_chunks (index_number, chunk_id);
create index if not exists engine_chunks_by_version on engine_chunks (version_number, ordinal);
create table if not exists engine_vectors (
  vector integer primary key,
  index_number integer not null,
  seq integer not null,
  window integer not null,
  checksum integer not null,
  data blob not null
);
create index if not exists engine_vectors_by_chunk on engine_vectors (seq);
${derivedTables}create table if not exists engine_tombstones (
  id integer primary key autoincrement,
  index_number integer not null,
  kind integer not null,
  target integer not null
);
create index if not exists engine_tombstones_by_target on engine_tombstones (index_number, kind, target);
insert or ignore into engine_state values (1, ${storeFormat}, 1, 1);
`;

/**
 * Segments of an older format are said to have a byte that is not there: what is damaged is built anew from the rows
 * when its index is next searched.
 */
const withNewSegments = `
create temporary table old_segments as select id, index_number, kind, first, last, entries from engine_segments;
drop table engine_segment_pieces;
drop table engine_segments;
drop table engine_sign_measurements;
${derivedTables}
insert into engine_segments select *, 1, 1 from old_segments;
drop table old_segments;
`;

/** The first format whose segments are those of today, and the first whose chunks have checksums. */
const sinceFormat = { segments: 7, chunkChecksums: 8 };

/**
 * Makes the engine's tables where they are missing, and what is derived from the rows anew where it is of an older
 * format. Call inside a write transaction. Errors: `store_newer`.
 */
export function prepareTables(database: DatabaseSync): void {
  if (!hasTables(database)) return database.exec(tables);
  const stored = storedFormat(database);
  if (stored < sinceFormat.segments) database.exec(withNewSegments);
  if (stored < sinceFormat.chunkChecksums)
    database.exec('alter table engine_chunks add column checksum integer');
  if (stored < storeFormat) database.exec(`update engine_state set format = ${storeFormat}`);
  checkFormat(database);
}

/** Begins the names of tables of pieces that nobody reads any more. */
const asidePrefix = 'engine_damaged_pieces_';

/**
 * Puts the table of pieces aside, since its pages are damaged where new ones would go, and makes another. The segments
 * are built anew from the rows when they are next read. Call inside a write transaction.
 */
export function setPiecesAside(database: DatabaseSync): void {
  const aside = database.prepare(`select name from sqlite_schema where name glob '${asidePrefix}*'`).all();
  database.exec(
    `alter table engine_segment_pieces rename to ${asidePrefix}${aside.length + 1}; ${derivedTables}`,
  );
}

/** Whether a table holds pieces of segments, or did. */
export function holdsPieces(table: string): boolean {
  return table === 'engine_segment_pieces' || table.startsWith(asidePrefix);
}

/** Whether the tables are there, in this format. */
export function areTablesReady(database: DatabaseSync): boolean {
  return hasTables(database) && storedFormat(database) === storeFormat;
}

/** Whether the engine has written to this file before. */
export function hasTables(database: DatabaseSync): boolean {
  return (
    database.prepare(`select 1 from sqlite_schema where name = 'engine_tombstones_by_target'`).get() !==
    undefined
  );
}

/** Refuses tables of another format. Errors: `store_newer`, `store_older`. */
export function checkFormat(database: DatabaseSync): void {
  const stored = storedFormat(database);
  const path = database.location() ?? 'in memory';
  if (stored > storeFormat) throw new FootnoteError('store_newer', { path, stored, supported: storeFormat });
  if (stored < storeFormat) throw new FootnoteError('store_older', { path, stored, supported: storeFormat });
}

function storedFormat(database: DatabaseSync): number {
  return Number(database.prepare('select format from engine_state').get()?.['format']);
}
