import { crc32 } from 'node:zlib';
import type { Connection } from './connection.ts';
import type { SegmentKind } from './schema.ts';
import { LostSegment, pieceBytes, SegmentBody } from './segment-body.ts';

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
    .rows<[number, SegmentKind, number, number, number, number]>(
      `select id, kind, first, last, entries, body_bytes
       from engine_segments where index_number = ? order by kind, first`,
      indexNumber,
    )
    .map(([id, kind, first, last, entries, bodyBytes]) => ({ id, kind, first, last, entries, bodyBytes }));
}

/** The body of a segment, read from the file as it is needed. */
export function openBody(connection: Connection, { id, bodyBytes }: SegmentRow): SegmentBody {
  return new SegmentBody(new Uint8Array(bodyBytes), (first, last, target) => {
    const copy: TakePiece = (piece, at) => target.set(piece, at);
    const pieces = { segment: id, of: part.body, first, last, bytes: bodyBytes };
    if (!readPieces(connection, pieces, copy)) throw new LostSegment(id);
  });
}

/**
 * Reads the matrix of a segment, which has so many bytes, piece by piece and in order. False where it is gone, or not
 * what was written: then what was taken is worth nothing.
 */
export function readMatrix(
  connection: Connection,
  { id }: SegmentRow,
  bytes: number,
  take: TakePiece,
): boolean {
  // One more than there should be: a matrix that is longer is not what was written.
  const last = Math.ceil(bytes / pieceBytes);
  return readPieces(connection, { segment: id, of: part.matrix, first: 0, last, bytes }, take);
}

/** Pieces `[first, last]` of a part of a segment that has so many bytes. */
interface Pieces {
  readonly segment: number;
  readonly of: Part;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
}

/** Whether the pieces, as far as there should be any, are all there and as they were written. */
function readPieces(
  connection: Connection,
  { segment, of, first, last, bytes }: Pieces,
  take: TakePiece,
): boolean {
  const pieces = connection
    .prepare(
      `select data, checksum from engine_segment_pieces
       where segment = ? and part = ? and place between ? and ? order by place`,
    )
    .iterate(segment, of, first, last) as unknown as Iterable<[unknown, number]>;
  let at = first * pieceBytes;
  for (const [piece, checksum] of pieces) {
    if (!(piece instanceof Uint8Array) || piece.length !== Math.min(pieceBytes, bytes - at)) return false;
    if (crc32(piece) !== checksum) return false;
    take(piece, at);
    at += piece.length;
    // Taken back now, the memory serves the next piece; the collector would come too late for that.
    (piece.buffer as ArrayBuffer).transfer(0);
  }
  return at === Math.min(bytes, (last + 1) * pieceBytes);
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
      `insert into engine_segments (index_number, kind, first, last, entries, body_bytes)
       values (?, ?, ?, ?, ?, ?)`,
    )
    .run(indexNumber, kind, first, last, entries, body.length);
  insertPieces(connection, Number(lastInsertRowid), part.body, body);
  if (matrix !== null) insertPieces(connection, Number(lastInsertRowid), part.matrix, matrix);
}

/**
 * A piece is small enough to stay in the processor's cache on its way from the file to where it belongs, and its
 * memory is used for the next: read whole, a large segment costs three times as much.
 */
function insertPieces(connection: Connection, segment: number, of: Part, bytes: Uint8Array): void {
  const insert = connection.prepare(
    'insert into engine_segment_pieces (segment, part, place, checksum, data) values (?, ?, ?, ?, ?)',
  );
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    insert.run(segment, of, at / pieceBytes, crc32(piece), piece);
  }
}

export function deleteSegment(connection: Connection, id: number): void {
  connection.prepare('delete from engine_segment_pieces where segment = ?').run(id);
  connection.prepare('delete from engine_segments where id = ?').run(id);
}
