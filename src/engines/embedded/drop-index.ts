import type { Connection } from './connection.ts';

/** Rows deleted before the event loop gets its turn: some five milliseconds. */
const rowsPerStep = 1000;

const someChunks = `select seq from engine_chunks where index_number = ? limit ${rowsPerStep}`;

/** Deletes all that an index holds. Inside a write transaction. */
export function* dropIndex(writer: Connection, indexNumber: number): Generator<void, void> {
  const deleteVectors = writer.prepare(`delete from engine_vectors where seq in (${someChunks})`);
  const deleteChunks = writer.prepare(`delete from engine_chunks where seq in (${someChunks})`);
  do {
    deleteVectors.run(indexNumber);
    yield;
  } while (Number(deleteChunks.run(indexNumber).changes) > 0);
  writer
    .prepare(
      'delete from engine_segment_pieces where segment in (select id from engine_segments where index_number = ?)',
    )
    .run(indexNumber);
  yield;
  for (const table of [
    'engine_segments',
    'engine_sign_measurements',
    'engine_tombstones',
    'engine_versions',
  ]) {
    writer.prepare(`delete from ${table} where index_number = ?`).run(indexNumber);
    yield;
  }
  writer.prepare('delete from engine_indexes where number = ?').run(indexNumber);
}
