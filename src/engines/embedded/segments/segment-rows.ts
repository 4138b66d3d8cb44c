import { crc32 } from 'node:zlib';
import { isFootnoteError } from '../../../errors.ts';
import { isCorrupt } from '../../../sqlite/store-error.ts';
import type { Connection } from '../connection.ts';
import { type SegmentKind, segmentKind } from '../schema.ts';
import { lastPiece, type Pieces, type TakePiece } from './lazy-pieces.ts';
import { LostSegment, SegmentBody } from './segment-body.ts';

/** Which bytes of a segment a piece belongs to, as it is stored. */
const part = { body: 0, matrix: 1, signs: 2 } as const;

/**
 * Bytes of the pieces that a new segment is cut into. They are small enough to stay in the processor's cache on their
 * way from the file to where they belong, and the memory of one is used for the next: read whole, a large segment costs
 * three times as much. Of text a search needs a little in many places, each of which has its piece read; vectors are
 * read from end to end, and fewer pieces cost less.
 */
const newPieceBytes = { [segmentKind.text]: 32_768, [segmentKind.vector]: 262_144 } as const;

/** What the table says about a segment, without its bytes. */
export interface SegmentRow {
  readonly id: number;
  readonly kind: SegmentKind;
  /**
   * Smallest and largest number of its entries: chunks' for text, vectors' for vectors. Ranges of a kind are disjoint.
   */
  readonly first: number;
  readonly last: number;
  /** Entries when it was written, the dead included. */
  readonly entries: number;
  readonly bodyBytes: number;
  /** Bytes of each piece but the last of a part. */
  readonly pieceBytes: number;
}

/** A segment that is to be written; only vector segments have a matrix, and its signs. */
export interface PackedSegment extends Pick<SegmentRow, 'kind' | 'first' | 'last' | 'entries'> {
  readonly body: Uint8Array;
  readonly matrix?: Uint8Array;
  readonly signs?: Uint8Array;
}

/** The segments of an index, by kind and then in order of their numbers. */
export function listSegments(connection: Connection, indexNumber: number): readonly SegmentRow[] {
  return connection
    .rows<[number, SegmentKind, number, number, number, number, number]>(
      `select id, kind, first, last, entries, body_bytes, piece_bytes
       from engine_segments where index_number = ? order by kind, first`,
      indexNumber,
    )
    .map(([id, kind, first, last, entries, bodyBytes, pieceBytes]) => {
      return { id, kind, first, last, entries, bodyBytes, pieceBytes };
    });
}

/** The body of a segment, read from the file as it is needed. Errors, of later reading too: `LostSegment`. */
export function openBody(connection: Connection, row: SegmentRow): SegmentBody {
  // No body is empty, and of one that is said to be no piece would be missed.
  if (row.bodyBytes < 1) throw new LostSegment(row.id);
  return new SegmentBody(new Uint8Array(row.bodyBytes), storedPieces(connection, row, 'body', row.bodyBytes));
}

/** The pieces of a part of a segment, which has so many bytes. Errors, of reading them too: `LostSegment`. */
export function storedPieces(
  connection: Connection,
  { id, pieceBytes }: SegmentRow,
  of: keyof typeof part,
  bytes: number,
): Pieces {
  if (pieceBytes < 1) throw new LostSegment(id);
  return {
    bytes,
    pieceBytes,
    read(first, last, take) {
      const wanted = { segment: id, of: part[of], first, last, bytes, pieceBytes };
      if (!readPieces(connection, wanted, take)) throw new LostSegment(id);
    },
  };
}

/** Pieces `[first, last]` of a part of a segment that has so many bytes. */
interface StoredPieces extends Pick<Pieces, 'bytes' | 'pieceBytes'> {
  readonly segment: number;
  readonly of: number;
  readonly first: number;
  readonly last: number;
}

const selectPieces = `
  select data, checksum from engine_segment_pieces
  where segment = ? and part = ? and place between ? and ? order by place`;

/** Whether the pieces are all there and as they were written; if not, what was taken is worth nothing. */
function readPieces(connection: Connection, wanted: StoredPieces, take: TakePiece): boolean {
  const { segment, of, first, last, bytes, pieceBytes } = wanted;
  // Behind the last piece one more is looked for: a part that is longer is not what was written.
  const end = last === lastPiece(wanted) ? last + 1 : last;
  let at = first * pieceBytes;
  try {
    const pieces = connection.prepare(selectPieces).iterate(segment, of, first, end);
    for (const [piece, checksum] of pieces as unknown as Iterable<[unknown, number]>) {
      if (!(piece instanceof Uint8Array) || piece.length !== Math.min(pieceBytes, bytes - at)) return false;
      if (crc32(piece) !== checksum) return false;
      take(piece, at);
      at += piece.length;
      // Taken back now, the memory serves the next piece; the collector would come too late for that.
      (piece.buffer as ArrayBuffer).transfer(0);
    }
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    connection.forget(selectPieces);
    return false;
  }
  return at === Math.min(bytes, (last + 1) * pieceBytes);
}

/** Adds a segment. Inside a write transaction. Errors: {@link UnwritablePieces}. */
export function insertSegment(connection: Connection, indexNumber: number, segment: PackedSegment): void {
  const { kind, first, last, entries, body } = segment;
  const pieceBytes = newPieceBytes[kind];
  const { lastInsertRowid } = connection
    .prepare(
      `insert into engine_segments (index_number, kind, first, last, entries, body_bytes, piece_bytes)
       values (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(indexNumber, kind, first, last, entries, body.length, pieceBytes);
  for (const name of ['body', 'matrix', 'signs'] as const) {
    const bytes = segment[name];
    if (bytes !== undefined) insertPieces(connection, Number(lastInsertRowid), part[name], bytes, pieceBytes);
  }
}

/** The pages of the file that new pieces would go to are damaged. */
export class UnwritablePieces extends Error {}

const insertPiece =
  'insert into engine_segment_pieces (segment, part, place, checksum, data) values (?, ?, ?, ?, ?)';

function insertPieces(
  connection: Connection,
  segment: number,
  of: number,
  bytes: Uint8Array,
  pieceBytes: number,
): void {
  const insert = connection.prepare(insertPiece);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      insert.run(segment, of, at / pieceBytes, crc32(piece), piece);
    }
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    connection.forget(insertPiece);
    throw new UnwritablePieces('Pieces cannot be written.', { cause: error });
  }
}

/** Takes a segment out. Inside a write transaction. */
export type DeleteSegment = (connection: Connection, id: number) => void;

/**
 * Runs a write that deletes segments. Where pages of the file that hold their pieces are damaged, it runs again and
 * leaves these where they are: nobody reads them any more, since no id is given twice.
 */
export async function deletingSegments(
  write: (deleteSegment: DeleteSegment) => Promise<void>,
): Promise<void> {
  try {
    await write((connection, id) => {
      connection.prepare('delete from engine_segment_pieces where segment = ?').run(id);
      deleteRow(connection, id);
    });
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'store_corrupt') throw error;
    await write(deleteRow);
  }
}

function deleteRow(connection: Connection, id: number): void {
  connection.prepare('delete from engine_segments where id = ?').run(id);
}
