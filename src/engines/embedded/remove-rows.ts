import type { Connection } from './connection.ts';
import { type SegmentKind, segmentKind } from './schema.ts';

/** Deletes a chunk's vectors and tells the segments that hold them. Inside a write transaction. */
export function removeVectors(writer: Connection, indexNumber: number, seq: number): void {
  const vectors = writer.rows<[number]>('select vector from engine_vectors where seq = ?', seq);
  if (vectors.length === 0) return;
  for (const [vector] of vectors) addTombstone(writer, indexNumber, segmentKind.vector, vector);
  writer.prepare('delete from engine_vectors where seq = ?').run(seq);
}

/** Deletes a chunk with its vectors, and its document version where it was the last of it. */
export function removeChunk(writer: Connection, indexNumber: number, seq: number): void {
  removeVectors(writer, indexNumber, seq);
  addTombstone(writer, indexNumber, segmentKind.text, seq);
  const [deleted] = writer.rows<[number]>(
    'delete from engine_chunks where seq = ? returning version_number',
    seq,
  );
  if (deleted === undefined) return;
  writer
    .prepare(
      `delete from engine_versions where number = ?
         and not exists (select 1 from engine_chunks where version_number = engine_versions.number)`,
    )
    .run(deleted[0]);
}

function addTombstone(writer: Connection, indexNumber: number, kind: SegmentKind, target: number): void {
  writer
    .prepare('insert into engine_tombstones (index_number, kind, target) values (?, ?, ?)')
    .run(indexNumber, kind, target);
}
