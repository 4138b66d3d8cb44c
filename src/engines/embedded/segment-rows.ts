import { crc32 } from 'node:zlib';
import type { SegmentKind } from './schema.ts';
import type { Connection } from './store.ts';

/** What the table says about a segment, without its bytes. */
export interface SegmentRow {
  readonly id: number;
  readonly kind: SegmentKind;
  /** Smallest and largest number of its entries: chunks' for text, vectors' for vectors. Ranges of a kind are disjoint. */
  readonly first: number;
  readonly last: number;
  /** Entries when it was written, the dead included. */
  readonly entries: number;
  readonly checksum: number;
}

/** The bytes of a segment; only vector segments have a matrix. */
export interface SegmentBytes {
  readonly body: Uint8Array;
  readonly matrix: Uint8Array | null;
}

/** The segments of an index, by kind and then in order of their numbers. */
export function listSegments(connection: Connection, indexNumber: number): readonly SegmentRow[] {
  return connection
    .rows<[number, SegmentKind, number, number, number, number]>(
      'select id, kind, first, last, entries, checksum from engine_segments where index_number = ? order by kind, first',
      indexNumber,
    )
    .map(([id, kind, first, last, entries, checksum]) => ({ id, kind, first, last, entries, checksum }));
}

/** Reads a segment; undefined where it is gone, or its bytes are not what was written. */
export function readSegment(connection: Connection, row: SegmentRow): SegmentBytes | undefined {
  const [found] = connection.rows<[Uint8Array, Uint8Array | null]>(
    'select body, matrix from engine_segments where id = ?',
    row.id,
  );
  if (found === undefined) return undefined;
  const bytes = { body: found[0], matrix: found[1] };
  return checksumOf(bytes) === row.checksum ? bytes : undefined;
}

/** Adds a segment. Inside a write transaction. */
export function insertSegment(
  connection: Connection,
  indexNumber: number,
  segment: Omit<SegmentRow, 'id' | 'checksum'> & SegmentBytes,
): void {
  const { kind, first, last, entries, body, matrix } = segment;
  connection
    .prepare(
      `insert into engine_segments (index_number, kind, first, last, entries, checksum, body, matrix)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(indexNumber, kind, first, last, entries, checksumOf(segment), body, matrix);
}

export function deleteSegment(connection: Connection, id: number): void {
  connection.prepare('delete from engine_segments where id = ?').run(id);
}

function checksumOf({ body, matrix }: SegmentBytes): number {
  return matrix === null ? crc32(body) : crc32(matrix, crc32(body));
}
