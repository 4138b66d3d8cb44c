import { expect, test } from 'vitest';
import { spec, write } from '../../../conformance/engine-fixtures.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { Connection } from './connection.ts';
import { dropIndex } from './remove-rows.ts';
import { deletingSegments } from './segments/segment-rows.ts';
import { TemporaryStore } from './temporary-store.test-support.ts';

const store = new TemporaryStore();

test('no step of dropping an index deletes more than a thousand rows of a table, and nothing of it stays', async () => {
  const engine = store.openEngine();
  const index = await engine.open(spec);
  const kept = await engine.open({ ...spec, id: 'kept' });
  await kept.write([write()]);
  await index.write(Array.from({ length: 2500 }, (_, at) => write({ documentId: `d${at}` })));
  await engine.close();
  using database = openDatabase(store.file);
  const writer = new Connection(database);
  const changes = () => (writer.rows<[number]>('select total_changes()')[0] as [number])[0];
  database.exec(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2500)
    insert into engine_tombstones (index_number, kind, target) select 1, 0, n from numbers`);
  let before = changes();
  await deletingSegments(async (deleteSegment) => {
    for (const _ of dropIndex(writer, 1, deleteSegment)) {
      // A thousand chunks and the vectors of the next.
      expect(changes() - before).toBeLessThanOrEqual(2000);
      before = changes();
    }
  });
  const tables = writer.rows<[string]>(
    `select name from sqlite_schema where type = 'table' and name glob 'engine_*'`,
  );
  const left = tables.map(([table]) => [table, writer.rows(`select * from ${table} limit 10`).length]);
  expect(Object.fromEntries(left)).toEqual({
    engine_state: 1,
    engine_indexes: 1,
    engine_versions: 1,
    engine_chunks: 1,
    engine_vectors: 1,
    engine_segments: 2,
    engine_segment_pieces: 4,
    engine_sign_measurements: 0,
    engine_tombstones: 0,
  });
});
