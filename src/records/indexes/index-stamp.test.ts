import { expect, test } from 'vitest';
import { stamp } from '../drafts.test-support.ts';
import { openedRecords } from '../opened-records.test-support.ts';
import { requireSameStamp } from './index-stamp.ts';

test('an index keeps the stamp it was made with, and a different one is refused by name', async () => {
  const { records } = await openedRecords();
  const made = await records.indexes.findOrCreate('default', stamp);
  const again = await records.indexes.findOrCreate('default', { ...stamp, embedder: 'model-b' });
  expect(again).toEqual(made);
  expect(await records.listCollections()).toEqual(['default']);
  const other = { ...stamp, embedder: 'model-b', chunker: 'fixed' };
  expect(() => requireSameStamp('default', made, other, ['chunker', 'embedder'])).toThrow(
    /"default" was built with the chunker structure and the embedding model model-a, but .* the chunker fixed and the embedding model model-b/,
  );
  expect(() => requireSameStamp('default', made, other, ['analyser'])).not.toThrow();
});
