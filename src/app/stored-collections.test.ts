import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stamp } from '../records/drafts.test-support.ts';
import { StoredCollections } from './stored-collections.ts';

test('a collection that is not there is told with a few of many that are, and the one that was meant', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'footnote-collections-'));
  const collections = new StoredCollections({ directory, configured: 'default' });
  onTestFinished(async () => {
    await collections.close();
    await rm(directory, { recursive: true });
  });
  const known = async () => (await collections.unknown('handbok')).details.known;
  expect(await known()).toBe('none');
  const { records } = await collections.store();
  for (let number = 1; number <= 20; number += 1) {
    await records.indexes.findOrCreate(`a${String(number).padStart(2, '0')}`, stamp);
  }
  const named = await known();
  expect(named).toMatch(/^a01, a02, .*, a20$/);
  await records.indexes.findOrCreate('handbook', stamp);
  await records.indexes.findOrCreate('letters', stamp);
  expect(await known()).toBe(`${named} and 2 more (did you mean "handbook"?)`);
});
