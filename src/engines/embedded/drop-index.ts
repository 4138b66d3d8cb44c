import type { Connection } from './connection.ts';
import { type DeleteSegment, listSegments } from './segments/segment-rows.ts';

/** Rows deleted before the event loop gets its turn: some five milliseconds. */
const rowsPerStep = 1000;

const someChunks = `select seq from engine_chunks where index_number = ? limit ${rowsPerStep}`;

/** Deletes all that an index holds. Inside a write transaction. */
export function* dropIndex(
  writer: Connection,
  indexNumber: number,
  deleteSegment: DeleteSegment,
): Generator<void, void> {
  const deleteVectors = writer.prepare(`delete from engine_vectors where seq in (${someChunks})`);
  const deleteChunks = writer.prepare(`delete from engine_chunks where seq in (${someChunks})`);
  do {
    deleteVectors.run(indexNumber);
    yield;
  } while (Number(deleteChunks.run(indexNumber).changes) > 0);
  for (const { id } of listSegments(writer, indexNumber)) {
    deleteSegment(writer, id);
    yield;
  }
  for (const table of ['engine_sign_measurements', 'engine_tombstones', 'engine_versions']) {
    const deleteRows = writer.prepare(
      `delete from ${table} where rowid in
         (select rowid from ${table} where index_number = ? limit ${rowsPerStep})`,
    );
    do yield;
    while (Number(deleteRows.run(indexNumber).changes) > 0);
  }
  writer.prepare('delete from engine_indexes where number = ?').run(indexNumber);
}
