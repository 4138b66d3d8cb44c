import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { freePages, giveBackSome } from '../../sqlite/free-pages.ts';
import type { Connection } from './connection.ts';
import { type SegmentKind, segmentKind } from './schema.ts';
import { type DeleteSegment, listSegments } from './segments/segment-rows.ts';
import type { Store } from './store.ts';

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

/** The error for an index of the store at `path` that was dropped while it was in use. */
export function indexDropped(path: string, indexId: string): FootnoteError<'store_unavailable'> {
  return new FootnoteError('store_unavailable', {
    path,
    reason: `the index "${indexId}" was dropped`,
    remedy: 'Try again with the index that replaced it',
  });
}

/**
 * Free pages are kept, as far as what is written next will use them: they are given back from so many on, where they
 * are so large a share of the file, until they are half of that share.
 */
const minFreePages = 2048;
const maxFreeShare = 0.25;

/**
 * Gives the room that large removals have left in the file back to the disk, in steps between which others may write.
 * What is in the way of it is no matter of whoever removed: the next one tries again.
 */
export async function giveBackSpace(store: Store): Promise<void> {
  const { signal } = store.closing;
  try {
    if (!(await store.read((reader) => isWasteful(reader, maxFreeShare)))) return;
    while (!signal.aborted && (await store.read((reader) => isWasteful(reader, maxFreeShare / 2)))) {
      const gaveBack = await store.write(
        function* (writer) {
          yield;
          return giveBackSome(writer.database);
        },
        { signal },
      );
      if (!gaveBack) return;
    }
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
  }
}

function isWasteful({ database }: Connection, share: number): boolean {
  const { free, all } = freePages(database);
  return free >= minFreePages && free >= share * all;
}
