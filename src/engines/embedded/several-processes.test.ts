import { once } from 'node:events';
import { expect, test } from 'vitest';
import { countsOf, spec, write } from '../../../conformance/engine-fixtures.ts';
import { checkStore } from './check-store.ts';
import { fruits, type StoreUser, TemporaryStore } from './temporary-store.test-support.ts';

const keyword = { language: 'en', limit: 100 };

const store = new TemporaryStore();

test('another process follows the commits of this one, and this one its', async () => {
  const index = await store.openEngine().open(spec);
  const user = store.startUser();
  expect(await user.ask('count')).toBe('0 0 0');
  await index.write(fruits());
  expect(await user.ask('count')).toBe('40 40 40');
  expect(await user.ask('search w7')).toBe('1');
  await index.write([write({ ordinal: 7, content: 'replaced' })]);
  expect(await user.ask('search w7')).toBe('0');
  expect(await user.ask('write theirs 3')).toBe('written');
  expect(await index.keywords.search({ ...keyword, text: 'theirs' })).toHaveLength(3);
  await index.remove([{ documentId: 'document' }]);
  expect(await user.ask('count')).toBe('3 3 3');
});

test('two processes writing at once lose nothing', async () => {
  const index = await store.openEngine().open(spec);
  const user = store.startUser();
  const theirs = Array.from({ length: 30 }, (_, at) => user.ask(`write theirs${at} 4`));
  const ours = Array.from({ length: 30 }, (_, at) =>
    index.write(
      Array.from({ length: 4 }, (_, ordinal) => write({ documentId: `ours${at}`, ordinal, content: 'ours' })),
    ),
  );
  await Promise.all(ours);
  expect(new Set(await Promise.all(theirs))).toEqual(new Set(['written']));
  expect(await countsOf(index)).toEqual({ chunks: 240, keywordChunks: 240, vectors: 240, vectorChunks: 240 });
  expect(await user.ask('count')).toBe('240 240 240');
  expect((await checkStore(store.file)).problems).toEqual([]);
});

test('a process killed while it writes leaves whole batches only', async () => {
  for (let round = 0; round < 6; round++) {
    const user = store.startUser();
    const acknowledged: number[] = [];
    void writeForever(user, round, acknowledged);
    while (acknowledged.length < 3 + round * 2) await new Promise(setImmediate);
    user.child.kill('SIGKILL');
    await once(user.child, 'exit');

    const { problems } = await checkStore(store.file);
    expect(problems).toEqual([]);
    const engine = store.openEngine();
    const index = await engine.open(spec);
    const versions = new Set((await index.versions()).map((one) => one.documentId));
    for (const at of acknowledged) expect(versions).toContain(`r${round}n${at}`);
    const { chunks, keywordChunks, vectors } = await countsOf(index);
    expect([chunks % 20, keywordChunks, vectors]).toEqual([0, chunks, chunks]);
    await engine.close();
  }
});

async function writeForever(user: StoreUser, round: number, acknowledged: number[]): Promise<void> {
  for (let at = 0; user.child.exitCode === null && user.child.signalCode === null; at++) {
    if ((await user.ask(`write r${round}n${at} 20`)) !== 'written') return;
    acknowledged.push(at);
  }
}
