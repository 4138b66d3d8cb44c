import { crc32 } from 'node:zlib';
import type { Connection } from './connection.ts';
import type { SegmentKind } from './schema.ts';

/**
 * Most bytes of a piece. A piece is small enough to stay in the processor's cache on its way from the file to where it
 * belongs, and its memory is used for the next: read whole, a large segment costs three times as much.
 */
const pieceBytes = 262_144;

/** Which bytes of a segment a piece belongs to, as it is stored. */
const part = { body: 0, matrix: 1 } as const;
type Part = (typeof part)[keyof typeof part];

/** What the table says about a segment, without its bytes. */
export interface SegmentRow {
  readonly id: number;
  readonly kind: SegmentKind;
  /** Smallest and largest number of its entries: chunks' for text, vectors' for vectors. Ranges of a kind are disjoint. */
  readonly first: number;
  readonly last: number;
  /** Entries when it was written, the dead included. */
  readonly entries: number;
  readonly bodyBytes: number;
  readonly bodyChecksum: number;
  readonly matrixChecksum: number;
}

/** The bytes of a segment; only vector segments have a matrix. */
export interface SegmentBytes {
  readonly body: Uint8Array;
  readonly matrix: Uint8Array | null;
}

/** Takes a piece of something larger, to be copied at once, and where it starts there. */
export type TakePiece = (piece: Uint8Array, at: number) => void;

/** The segments of an index, by kind and then in order of their numbers. */
export function listSegments(connection: Connection, indexNumber: number): readonly SegmentRow[] {
  return connection
    .rows<[number, SegmentKind, number, number, number, number, number, number]>(
      `select id, kind, first, last, entries, body_bytes, body_checksum, matrix_checksum
       from engine_segments where index_number = ? order by kind, first`,
      indexNumber,
    )
    .map(([id, kind, first, last, entries, bodyBytes, bodyChecksum, matrixChecksum]) => ({
      id,
      kind,
      first,
      last,
      entries,
      bodyBytes,
      bodyChecksum,
      matrixChecksum,
    }));
}

/** Reads the body of a segment; undefined where it is gone, or not what was written. */
export function readBody(connection: Connection, row: SegmentRow): Uint8Array | undefined {
  const body = new Uint8Array(row.bodyBytes);
  const copy: TakePiece = (piece, at) => body.set(piece, at);
  return readPieces(connection, row.id, part.body, body.length, copy) === row.bodyChecksum ? body : undefined;
}

/**
 * Reads the matrix of a segment, which has so many bytes, piece by piece and in order. False where it is gone, or not
 * what was written: then what was taken is worth nothing.
 */
export function readMatrix(connection: Connection, row: SegmentRow, bytes: number, take: TakePiece): boolean {
  return readPieces(connection, row.id, part.matrix, bytes, take) === row.matrixChecksum;
}

/** Returns the checksum of all pieces, undefined where they are not `bytes` together. */
function readPieces(
  connection: Connection,
  segment: number,
  of: Part,
  bytes: number,
  take: TakePiece,
): number | undefined {
  const pieces = connection
    .prepare('select data from engine_segment_pieces where segment = ? and part = ? order by place')
    .iterate(segment, of) as unknown as Iterable<[unknown]>;
  let at = 0;
  let checksum = 0;
  for (const [piece] of pieces) {
    if (!(piece instanceof Uint8Array) || at + piece.length > bytes) return undefined;
    checksum = crc32(piece, checksum);
    take(piece, at);
    at += piece.length;
    // Taken back now, the memory serves the next piece; the collector would come too late for that.
    (piece.buffer as ArrayBuffer).transfer(0);
  }
  return at === bytes ? checksum : undefined;
}

/** Adds a segment. Inside a write transaction. */
export function insertSegment(
  connection: Connection,
  indexNumber: number,
  segment: Pick<SegmentRow, 'kind' | 'first' | 'last' | 'entries'> & SegmentBytes,
): void {
  const { kind, first, last, entries, body, matrix } = segment;
  const { lastInsertRowid } = connection
    .prepare(
      `insert into engine_segments
         (index_number, kind, first, last, entries, body_bytes, body_checksum, matrix_checksum)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      indexNumber,
      kind,
      first,
      last,
      entries,
      body.length,
      crc32(body),
      matrix === null ? 0 : crc32(matrix),
    );
  insertPieces(connection, Number(lastInsertRowid), part.body, body);
  if (matrix !== null) insertPieces(connection, Number(lastInsertRowid), part.matrix, matrix);
}

function insertPieces(connection: Connection, segment: number, of: Part, bytes: Uint8Array): void {
  const insert = connection.prepare(
    'insert into engine_segment_pieces (segment, part, place, data) values (?, ?, ?, ?)',
  );
  for (let at = 0; at < bytes.length; at += pieceBytes)
    insert.run(segment, of, at / pieceBytes, bytes.subarray(at, at + pieceBytes));
}

export function deleteSegment(connection: Connection, id: number): void {
  connection.prepare('delete from engine_segment_pieces where segment = ?').run(id);
  connection.prepare('delete from engine_segments where id = ?').run(id);
}
