import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { spec, write } from '../../../conformance/engine-fixtures.ts';
import type { SearchIndex } from '../../contracts/engine.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { checkStore } from './check-store.ts';
import { answers, fruits, TemporaryStore } from './temporary-store.test-support.ts';

const mebibyte = 2 ** 20;

const store = new TemporaryStore();

/** Some forty mebibytes of one document. */
async function writeMuch(index: SearchIndex): Promise<void> {
  const metadata = { filling: 'x'.repeat(mebibyte / 4) };
  for (let ordinal = 0; ordinal < 160; ordinal += 20)
    await index.write(
      Array.from({ length: 20 }, (_, at) => write({ documentId: 'much', ordinal: ordinal + at, metadata })),
    );
}

test('the room of an index that is dropped is given back before the call returns', async () => {
  const engine = store.openEngine();
  const much = await engine.open({ ...spec, id: 'much' });
  await writeMuch(much);
  await (await engine.open(spec)).write(fruits());
  const before = await answers(engine);
  await engine.drop('much');
  expect(await answers(engine)).toEqual(before);
  await engine.close();
  expect(statSync(store.file).size).toBeLessThan(20 * mebibyte);
  expect((await checkStore(store.file)).problems).toEqual([]);
});

test('the room of removed chunks is given back in the background', async () => {
  const engine = store.openEngine();
  const index = await engine.open(spec);
  await writeMuch(index);
  await index.write(fruits());
  await index.remove([{ documentId: 'much' }]);
  const before = await answers(engine);
  const size = () => {
    using database = openDatabase(store.file, { readOnly: true });
    const { page_count } = database.prepare('pragma page_count').get() ?? {};
    return Number(page_count) * 8192;
  };
  await expect.poll(size).toBeLessThan(20 * mebibyte);
  expect(await answers(engine)).toEqual(before);
  await engine.close();
  expect(statSync(store.file).size).toBeLessThan(20 * mebibyte);
  expect((await checkStore(store.file)).problems).toEqual([]);
});

test('a file that was made to keep its free pages is left as it is', async () => {
  const made = openDatabase(store.file);
  made.exec('pragma auto_vacuum = none; vacuum');
  made.close();
  const engine = store.openEngine();
  await writeMuch(await engine.open({ ...spec, id: 'much' }));
  await engine.drop('much');
  await (await engine.open(spec)).write(fruits());
  await engine.close();
  expect(statSync(store.file).size).toBeGreaterThan(40 * mebibyte);
  expect((await checkStore(store.file)).problems).toEqual([]);
});
