import { expect, test } from 'vitest';
import { axis, spec, write } from '../../../conformance/engine-fixtures.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { checkStore } from './check-store.ts';
import { TemporaryStore } from './temporary-store.test-support.ts';

const store = new TemporaryStore();

test('vectors are counted for the index that each is of, also of other dimensions', async () => {
  const engine = store.openEngine();
  const wide = await engine.open({ ...spec, id: 'wide', dimension: 2 * spec.dimension });
  const index = await engine.open(spec);
  for (const ordinal of [0, 1, 2]) {
    await index.write([write({ ordinal }, [axis(0)])]);
    await wide.write([
      write({ ordinal }, [Float32Array.of(...axis(0), ...axis(1)).map((n) => n / 2 ** 0.5)]),
    ]);
  }
  await engine.close();
  const database = openDatabase(store.file);
  database.exec('update engine_vectors set checksum = checksum + 1 where vector = 4');
  database.close();
  const { indexes, problems } = await checkStore(store.file);
  expect(problems).toEqual(['Index "wide" holds 1 damaged vectors.']);
  expect(indexes).toEqual([
    expect.objectContaining({ id: spec.id, chunks: 3, vectors: 3, damagedVectors: 0 }),
    expect.objectContaining({ id: 'wide', chunks: 3, vectors: 2, damagedVectors: 1 }),
  ]);
});

test('a check can be stopped while it reads the vectors of one large index', async () => {
  const engine = store.openEngine();
  const index = await engine.open(spec);
  await index.write(Array.from({ length: 5000 }, (_, ordinal) => write({ ordinal }, [axis(0)])));
  await engine.close();
  const controller = new AbortController();
  const checked = checkStore(store.file, { signal: controller.signal });
  setImmediate(() => setImmediate(() => controller.abort()));
  await expect(checked).rejects.toMatchObject({ code: 'aborted' });
});
