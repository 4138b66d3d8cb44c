import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { axis, countsOf, spec, write } from '../../../../conformance/engine-fixtures.ts';
import type { SearchIndex } from '../../../contracts/engine.ts';
import { checkStore, giveUpSegments } from '../check-store.ts';
import { manyWords, TemporaryStore } from '../temporary-store.test-support.ts';

const pageBytes = 8192;
const apple = { text: 'apple', language: 'en', limit: 100 };

const store = new TemporaryStore();

async function found(index: SearchIndex): Promise<unknown> {
  return Promise.all([
    index.count(),
    index.keywords.search({ ...apple, text: 'w97 w4' }),
    index.vectors.search({ vector: axis(3), limit: 20 }),
  ]);
}

test.each([
  ['overflow', 0],
  ['overflow', 0.3],
  ['overflow', 0.6],
  ['overflow', 0.99],
  ['leaf', 0],
  ['last leaf', 1],
])(
  'pages of segments that cannot be read are damage of these alone, and the store is written on: %s pages, at %f of all',
  async (type, share) => {
    const engine = store.openEngine();
    const index = await engine.open(spec);
    await index.write(manyWords());
    const before = await found(index);
    await engine.close();
    spoilPages(type, share);
    const { problems, damagedSegments } = await checkStore(store.file);
    for (const problem of problems)
      expect(problem).toMatch(/^Segment \d+ of index "conformance" is damaged\.$/);
    expect(damagedSegments).not.toEqual([]);

    // The search that follows does not read all parts.
    await giveUpSegments(store.file, damagedSegments);
    const reopened = await store.openEngine().open(spec);
    expect(await found(reopened)).toEqual(before);
    expect((await checkStore(store.file)).problems).toEqual([]);
    await reopened.write([write({ documentId: 'later', content: 'apple' })]);
    await reopened.remove([{ documentId: 'document' }]);
    await reopened.purge?.();
    expect(await reopened.keywords.search(apple)).toHaveLength(1);
    expect((await checkStore(store.file)).problems).toEqual([]);
  },
);

/** Writes over up to three neighbouring pages of the pieces, so far into all that there are of a type. */
function spoilPages(type: string, share: number): void {
  const database = new DatabaseSync(store.file);
  const pages = database
    .prepare(`select pageno from dbstat where name = 'engine_segment_pieces' and pagetype = ? order by path`)
    .all(type.replace('last ', ''))
    .map(({ pageno }) => Number(pageno));
  database.close();
  const bytes = readFileSync(store.file);
  const count = type === 'overflow' ? 3 : 1;
  const from = Math.floor(share * (pages.length - count));
  for (const page of pages.slice(from, from + count)) bytes.fill(0, (page - 1) * pageBytes, page * pageBytes);
  writeFileSync(store.file, bytes);
}

test('a damaged segment of which all was removed takes nothing from the others, also where nothing can be written', async () => {
  const engine = store.openEngine();
  const index = await engine.open(spec);
  for (const documentId of ['kept', 'gone', 'later'])
    await index.write([write({ documentId, content: 'apple' }, [axis(0)])]);
  await engine.close();
  const database = new DatabaseSync(store.file);
  database.exec(`
    delete from engine_chunks where seq = 2;
    delete from engine_vectors where seq = 2;
    delete from engine_versions where document_id = 'gone';
    insert into engine_tombstones (index_number, kind, target) values (1, 0, 2), (1, 1, 2);
    update engine_segment_pieces set checksum = 0;
  `);
  database.close();
  const reader = await store.openEngine({ readOnly: true }).open(spec);
  const documents = ['kept', 'later'];
  const byWords = await reader.keywords.search(apple);
  expect(byWords.map(({ documentId }) => documentId)).toEqual(documents);
  const byVector = await reader.vectors.search({ vector: axis(0), limit: 10 });
  expect(byVector.map(({ documentId }) => documentId)).toEqual(documents);
  expect(await countsOf(reader)).toEqual({ chunks: 2, keywordChunks: 2, vectors: 2, vectorChunks: 2 });
});

test('a search that is aborted while an index is built anew waits for nothing, and takes nothing from others', async () => {
  const engine = store.openEngine();
  await (await engine.open(spec)).write(manyWords());
  await engine.close();
  const database = new DatabaseSync(store.file);
  database.exec('update engine_segment_pieces set checksum = 0');
  database.close();
  const index = await store.openEngine().open(spec);
  let isCounted = false;
  const counting = countsOf(index).finally(() => (isCounted = true));
  const controller = new AbortController();
  const search = index.keywords.search({ ...apple, signal: controller.signal });
  await setImmediate();
  controller.abort();
  await expect(search).rejects.toMatchObject({ code: 'aborted' });
  expect(isCounted).toBe(false);
  expect(await counting).toMatchObject({ chunks: 3000, keywordChunks: 3000, vectors: 3000 });
});
