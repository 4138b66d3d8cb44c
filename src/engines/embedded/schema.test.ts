import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { spec } from '../../../conformance/engine-fixtures.ts';
import { checkStore } from './check-store.ts';
import { storeFormat } from './schema.ts';
import { answers, manyWords, TemporaryStore } from './temporary-store.test-support.ts';

const store = new TemporaryStore();

const toFormat6 = 'alter table engine_segments drop column piece_bytes; update engine_state set format = 6;';
const toFormat5 = `
  ${toFormat6}
  update engine_vectors set checksum = checksum + 1;
  update engine_state set format = 5;
`;
const toFormat4 = `
  ${toFormat6}
  alter table engine_vectors drop column checksum;
  update engine_state set format = 4;
`;
const toFormat2 = `
  ${toFormat4}
  alter table engine_segment_pieces drop column checksum;
  alter table engine_segments add column body_checksum integer not null default 0;
  alter table engine_segments add column matrix_checksum integer not null default 0;
  update engine_state set format = 2;
`;
const toFormat1 = `
  ${toFormat4}
  drop table engine_segment_pieces;
  alter table engine_segments drop column body_bytes;
  alter table engine_segments add column checksum integer not null default 0;
  alter table engine_segments add column body blob;
  alter table engine_segments add column matrix blob;
  update engine_state set format = 1;
`;

test.each([
  [1, toFormat1],
  [2, toFormat2],
  [4, toFormat4],
  [5, toFormat5],
  [6, toFormat6],
])(
  'a store of format %i is brought up to date where it can be written, and refused elsewhere',
  async (_, toOlder) => {
    await store.fill();
    const engine = store.openEngine();
    const before = await answers(engine);
    await engine.close();
    using database = new DatabaseSync(store.file);
    database.exec(toOlder);
    await expect(store.openEngine({ readOnly: true }).open(spec)).rejects.toMatchObject({
      code: 'store_older',
    });
    expect(await answers(store.openEngine())).toEqual(before);
    expect((await checkStore(store.file)).problems).toEqual([]);
  },
);

test('the larger pieces that text was cut into before format 7 are read as they are', async () => {
  const engine = store.openEngine();
  await (await engine.open(spec)).write(manyWords(300));
  const before = await answers(engine);
  await engine.close();
  using database = new DatabaseSync(store.file);
  const sizes = () => database.prepare('select id, body_bytes from engine_segments').all();
  const written = sizes();
  database.function('checksum', (data) => crc32(data as Uint8Array));
  database.exec(`
    create temporary table joined as
      select segment, part, cast(group_concat(data, '') as blob) as data from engine_segment_pieces group by segment, part;
    delete from engine_segment_pieces;
    insert into engine_segment_pieces select segment, part, 0, checksum(data), data from joined;
    ${toFormat6}
  `);
  expect(await answers(store.openEngine())).toEqual(before);
  // One that could not be read would have been built anew, under another number.
  expect(sizes()).toEqual(written);
  expect(Number(written[0]?.['body_bytes'])).toBeGreaterThan(2 * 32_768);
});

test('a store of a later format is store_newer, and let go of', async () => {
  await store.fill((database) => database.exec(`update engine_state set format = ${storeFormat + 1}`));
  await expect(store.openEngine().open(spec)).rejects.toMatchObject({ code: 'store_newer' });
  // The last connection to close takes the log away.
  expect(readdirSync(store.directory)).toEqual(['footnote.db']);
  await expect(checkStore(store.file)).rejects.toMatchObject({ code: 'store_newer' });
});
