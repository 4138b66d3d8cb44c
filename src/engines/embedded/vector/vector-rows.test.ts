import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { randomVector, spec } from '../../../../conformance/engine-fixtures.ts';
import { checkStore } from '../check-store.ts';
import { naiveVectorSearch } from '../naive-search.test-support.ts';
import { fruits, TemporaryStore } from '../temporary-store.test-support.ts';

const store = new TemporaryStore();

/** Turns over one bit of the vector of the eighth chunk. */
function flipBit(database: DatabaseSync, bit: number): void {
  const [row] = database.prepare('select data from engine_vectors where vector = 8').all();
  const data = row?.['data'] as Uint8Array;
  data[bit >>> 3] = (data[bit >>> 3] as number) ^ (1 << (bit & 7));
  database.prepare('update engine_vectors set data = ? where vector = 8').run(data);
}

test.each([
  ['that says least', 0],
  ['of the exponent', 30],
  ['of the sign', 31],
])('a vector of which the bit %s is another is found by nobody until it is written again', async (_, bit) => {
  await store.fill((database) => flipBit(database, bit));
  const question = randomVector(7);
  const idsOf = (chunks: ReturnType<typeof fruits>) =>
    naiveVectorSearch(chunks, question, 40).map(({ id }) => id);
  const found = async () => {
    const index = await store.openEngine().open(spec);
    return (await index.vectors.search({ vector: question, limit: 40 })).map(({ chunkId }) => chunkId);
  };
  const others = idsOf(fruits().filter(({ chunk }) => chunk.ordinal !== 7));
  expect(await found()).toEqual(others);
  const { problems, indexes } = await checkStore(store.file);
  expect(problems).toEqual(['Index "conformance" holds 1 damaged vectors.']);
  expect(indexes).toMatchObject([{ vectors: 39, damagedVectors: 1, searchable: { vectors: 39 } }]);

  using database = new DatabaseSync(store.file);
  database.exec('update engine_segment_pieces set checksum = 0 where part = 1');
  expect(await found()).toEqual(others);
  const index = await store.openEngine().open(spec);
  await index.vectors.add([{ chunkId: 'document.1.7', vectors: [question] }]);
  expect(await found()).toEqual(idsOf(fruits()));
  expect((await checkStore(store.file)).problems).toEqual([]);
});
