import { chmodSync, copyFileSync, existsSync, renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { axis, countsOf, spec, write } from '../../../conformance/engine-fixtures.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { answers, TemporaryStore } from './temporary-store.test-support.ts';

const keyword = { language: 'en', limit: 100 };

const store = new TemporaryStore();

test('a full disk is store_full, changes nothing, and reading goes on', async () => {
  const index = await store.openEngine({ maxFileBytes: 400_000 }).open(spec);
  await index.write([write({ content: 'kept apple' }, [axis(0)])]);
  const large = Array.from({ length: 500 }, (_, ordinal) =>
    write({ documentId: 'large', ordinal, content: `apple ${'x'.repeat(2000)}` }),
  );
  await expect(index.write(large)).rejects.toMatchObject({ code: 'store_full' });
  expect(await countsOf(index)).toEqual({ chunks: 1, keywordChunks: 1, vectors: 1, vectorChunks: 1 });
  expect(await index.keywords.search({ ...keyword, text: 'apple' })).toHaveLength(1);
  await index.write([write({ ordinal: 1, content: 'one more apple' })]);
  expect(await index.count()).toBe(2);
});

test('a store opened for reading searches, and refuses to write with store_read_only', async () => {
  await store.fill();
  const engine = store.openEngine({ readOnly: true });
  expect(await answers(engine)).toMatchObject({ counts: { chunks: 40 } });
  const refusal = { code: 'store_read_only' };
  await expect((await engine.open(spec)).write([write()])).rejects.toMatchObject(refusal);
  await expect(engine.open({ ...spec, id: 'new' })).rejects.toMatchObject(refusal);
  await expect(engine.drop(spec.id)).rejects.toMatchObject(refusal);
});

test('nothing is written to a file that was moved or replaced while it was open, until it is back', async () => {
  await store.fill();
  const engine = store.openEngine();
  const index = await engine.open(spec);
  const aside = `${store.file}.aside`;
  renameSync(store.file, aside);
  const gone = { code: 'store_unavailable', message: expect.stringContaining(store.file) };
  await expect(index.write([write({ documentId: 'new' })])).rejects.toMatchObject(gone);
  copyFileSync(aside, store.file);
  await expect(index.remove([{ documentId: 'd' }])).rejects.toMatchObject(gone);
  expect(await index.count()).toBe(40);
  renameSync(aside, store.file);
  await index.write([write({ documentId: 'new' })]);
  expect(await index.count()).toBe(41);
});

test('a user who may not write the folder can still search', async () => {
  await store.fill();
  chmodSync(store.file, 0o444);
  chmodSync(store.directory, 0o555);
  const user = store.startUser('unprivileged');
  expect(await user.ask('search w7')).toBe('1');
  expect(await user.ask('write d 1')).toBe('store_read_only');
});

test('they can also where a log was left that nobody has open', async () => {
  await store.fill();
  // Whoever reads last leaves the log, as a process that was killed does.
  openDatabase(store.file, { readOnly: true }).close();
  expect(existsSync(`${store.file}-wal`)).toBe(true);
  for (const path of [store.file, `${store.file}-wal`, `${store.file}-shm`]) chmodSync(path, 0o444);
  chmodSync(store.directory, 0o555);
  expect(await store.startUser('unprivileged').ask('search w7')).toBe('1');
});
