import type { Connection } from '../connection.ts';
import { vectorRowsOf } from '../merge/merge-segments.ts';
import { readTextSegment, removeFromText, type TextSegment } from '../text/text-segment.ts';
import { readVectorLists, type VectorRows } from '../vector/vector-segment.ts';
import { readAll } from './lazy-pieces.ts';
import { LostSegment, type SegmentBody } from './segment-body.ts';
import { openBody, type SegmentRow, storedPieces } from './segment-rows.ts';

/** What has been removed of a segment since it was written, or of several neighbours, as of one moment. */
export interface Tombstones {
  /** Numbers of chunks or vectors. */
  readonly targets: ReadonlySet<number>;
  /** Newest of them, 0 where there is none. */
  readonly last: number;
}

/** How many entries of each segment of an index, by its id, have been removed since it was written. */
export function countTombstones(connection: Connection, indexNumber: number): ReadonlyMap<number, number> {
  return new Map(
    connection.rows<[number, number]>(
      `select id, (select count(*) from engine_tombstones tombstone
         where tombstone.index_number = segment.index_number and tombstone.kind = segment.kind
           and target between first and last)
       from engine_segments segment where index_number = ?`,
      indexNumber,
    ),
  );
}

/** Which entries in a segment's range of numbers have been removed since they were written. */
export function readTombstones(
  connection: Connection,
  indexNumber: number,
  { kind, first, last }: Pick<SegmentRow, 'kind' | 'first' | 'last'>,
): Tombstones {
  const found = connection.rows<[number, number]>(
    'select target, id from engine_tombstones where index_number = ? and kind = ? and target between ? and ?',
    indexNumber,
    kind,
    first,
    last,
  );
  return {
    targets: new Set(found.map(([target]) => target)),
    last: found.reduce((newest, [, id]) => Math.max(newest, id), 0),
  };
}

/**
 * Reads a text segment whole, its removed chunks marked, or as far as a search needs it from the body that `open`
 * gives; undefined where it is gone or damaged.
 */
export function readStoredText(
  connection: Connection,
  row: SegmentRow,
  { targets }: Tombstones,
  open: (connection: Connection, row: SegmentRow) => SegmentBody = wholeBody,
): TextSegment | undefined {
  return unlessLost(() => {
    const segment = readTextSegment(row.id, open(connection, row));
    for (const seq of targets) if (segment !== undefined) removeFromText(segment, seq);
    return segment;
  });
}

/** Reads a vector segment without its removed vectors; undefined where it is gone or damaged. */
export function readStoredVectors(
  connection: Connection,
  row: SegmentRow,
  { targets }: Tombstones,
): VectorRows | undefined {
  return unlessLost(() => {
    const body = wholeBody(connection, row);
    const { dimension, vectors } = readVectorLists(body);
    const matrix = new Int8Array(vectors.length * dimension);
    readAll(storedPieces(connection, row, 'matrix', matrix.length), (piece, at) => matrix.set(piece, at));
    return vectorRowsOf(body, matrix, targets);
  });
}

/** The body of a segment, all of it read. Errors: {@link LostSegment}. */
export function wholeBody(connection: Connection, row: SegmentRow): SegmentBody {
  const body = openBody(connection, row);
  body.need(0, row.bodyBytes);
  return body;
}

/** What reading a segment gives; undefined where it is gone or damaged. */
export function unlessLost<Segment>(read: () => Segment | undefined): Segment | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof LostSegment) return undefined;
    throw error;
  }
}
