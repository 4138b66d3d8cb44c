import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { spec } from '../../../conformance/engine-fixtures.ts';
import { checkStore } from './check-store.ts';
import { storeFormat } from './schema.ts';
import { answers, TemporaryStore } from './temporary-store.test-support.ts';

const store = new TemporaryStore();

test.each([
  [7, 'alter table engine_chunks drop column checksum;'],
  [6, 'alter table engine_chunks drop column checksum; alter table engine_segments drop column piece_bytes;'],
])(
  'a store of format %i is brought up to date where it can be written, and refused elsewhere',
  async (format, older) => {
    await store.fill();
    const engine = store.openEngine();
    const before = await answers(engine);
    await engine.close();
    using database = new DatabaseSync(store.file);
    database.exec(`${older} update engine_state set format = ${format}`);
    await expect(store.openEngine({ readOnly: true }).open(spec)).rejects.toMatchObject({
      code: 'store_older',
    });
    expect(await answers(store.openEngine())).toEqual(before);
    expect((await checkStore(store.file)).problems).toEqual([]);
  },
);

test('a store of a later format is store_newer, and let go of', async () => {
  await store.fill((database) => database.exec(`update engine_state set format = ${storeFormat + 1}`));
  await expect(store.openEngine().open(spec)).rejects.toMatchObject({ code: 'store_newer' });
  // The last connection to close takes the log away.
  expect(readdirSync(store.directory)).toEqual(['footnote.db']);
  await expect(checkStore(store.file)).rejects.toMatchObject({ code: 'store_newer' });
});
