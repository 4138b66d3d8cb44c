import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { countsOf, randomVector, refusalOf, spec, write } from '../../../conformance/engine-fixtures.ts';
import { checkStore } from './check-store.ts';
import { naiveVectorSearch } from './naive-search.test-support.ts';
import { ResidentIndex } from './segments/resident-index.ts';
import { LostSegment } from './segments/segment-body.ts';
import { Store } from './store.ts';
import { answers, fruits, manyWords, TemporaryStore } from './temporary-store.test-support.ts';
import { signsOf, type VectorSegment } from './vector/vector-segment.ts';
import { wordAnalyser as analyser } from './word-analyser.test-support.ts';

const keyword = { language: 'en', limit: 100 };

const store = new TemporaryStore();

/** The answers of an engine that is closed again. */
async function closedAnswers(): Promise<unknown> {
  const engine = store.openEngine();
  const found = await answers(engine);
  await engine.close();
  return found;
}

test.each([
  [
    'text in the place of bytes',
    `update engine_segment_pieces set data = zeroblob(16) || substr(data, 17) where part = 0`,
  ],
  [
    'a byte that is another',
    `update engine_segment_pieces set data = cast(substr(data, 1, 40) || 'x' || substr(data, 42) as blob)`,
  ],
  ['a cut off body', `update engine_segment_pieces set data = substr(data, 1, 10) where part = 0`],
  ['an empty matrix', `update engine_segment_pieces set data = zeroblob(0) where part = 1`],
  ['a missing matrix', `delete from engine_segment_pieces where part = 1`],
  ['noise in every segment', `update engine_segment_pieces set data = randomblob(500)`],
  ['a body that is said to be empty', 'update engine_segments set body_bytes = 0'],
  ['pieces that are said to be empty', 'update engine_segments set piece_bytes = 0'],
  ['a matrix that is longer', `update engine_segment_pieces set data = data || data where part = 1`],
])('%s is noticed, rebuilt from the rows, and searches as before', async (_, damage) => {
  await store.fill();
  const before = await closedAnswers();
  using database = new DatabaseSync(store.file);
  database.exec(damage);
  expect((await checkStore(store.file)).problems).toContainEqual(expect.stringContaining('damaged'));
  expect(await answers(store.openEngine())).toEqual(before);
  expect((await checkStore(store.file)).problems).toEqual([]);
});

test.each([
  ['others', `update engine_segment_pieces set data = zeroblob(length(data)) where part = 2`],
  ['gone', `delete from engine_segment_pieces where part = 2`],
])('signs that are %s are noticed when they are read, and built anew', async (_, damage) => {
  await store.fill((database) => database.exec(damage));
  expect((await checkStore(store.file)).problems).toContainEqual(expect.stringContaining('damaged'));
  const opened = new Store({ file: store.file, analyser });
  onTestFinished(() => opened.close());
  await opened.ready();
  const index = new ResidentIndex(opened, spec.id, 1, spec.dimension);
  await index.refresh();
  const [segment] = index.vectors;
  expect(() => signsOf(segment as VectorSegment)).toThrow(LostSegment);
  index.doubt(segment?.id ?? 0);
  await index.refresh();
  expect(index.vectors).toHaveLength(1);
  expect(signsOf(index.vectors[0] as VectorSegment)).toBeGreaterThan(0);
  expect((await checkStore(store.file)).problems).toEqual([]);
});

test('a damaged matrix is noticed when a vector is removed from it', async () => {
  await store.fill();
  const engine = store.openEngine();
  const index = await engine.open(spec);
  await index.count();
  using database = new DatabaseSync(store.file);
  database.exec('delete from engine_segment_pieces where part = 1');
  await index.remove([{ documentId: 'document' }]);
  await index.write([write({ ordinal: 99, content: 'apple' }, [randomVector(7)])]);
  expect(await index.vectors.search({ vector: randomVector(7), limit: 10 })).toHaveLength(1);
  expect(await countsOf(index)).toEqual({ chunks: 1, keywordChunks: 1, vectors: 1, vectorChunks: 1 });
});

test('damaged segments are rebuilt from the rows where they are written anew', async () => {
  await store.fill();
  const engine = store.openEngine();
  const index = await engine.open(spec);
  const later = ['gone', 'stays'].map((documentId, at) =>
    write({ documentId, content: 'apple pear' }, [randomVector(50 + at)]),
  );
  await index.write(later);
  await index.remove([{ documentId: 'gone' }]);
  const before = await answers(engine);
  await engine.close();
  using database = new DatabaseSync(store.file);
  database.exec('update engine_segment_pieces set checksum = checksum + 1');
  await (await store.openEngine().open(spec)).purge?.();
  expect(database.prepare('select count(*) as left from engine_tombstones').get()).toEqual({ left: 0 });
  expect(await answers(store.openEngine())).toEqual(before);
  expect((await checkStore(store.file)).problems).toEqual([]);
});

test('a damaged segment of a store that cannot be written is rebuilt in memory', async () => {
  await store.fill((database) => database.exec('update engine_segment_pieces set checksum = 0'));
  const found = await answers(store.openEngine({ readOnly: true }));
  expect(found).toMatchObject({ counts: { chunks: 40, keywordChunks: 40, vectors: 40 } });
});

test.each([
  ['metadata that are cut off', `metadata = '{'`],
  ['metadata that are a number', `metadata = '7'`],
  ['headings that are no list', `heading_path = '"a"'`],
  ['a text that is bytes', `title = zeroblob(3)`],
  ['a number that is text', `start = 'here'`],
])(
  'with a damaged segment and a row with %s the rest is found, and that row by its words',
  async (_, damage) => {
    await store.fill((database) => {
      database.exec('update engine_segment_pieces set checksum = 0 where part = 0');
      database.exec(`update engine_chunks set ${damage} where seq = 8`);
    });
    const index = await store.openEngine().open(spec);
    expect(await index.keywords.search({ ...keyword, text: 'apple' })).toHaveLength(40);
    const [hit] = await index.keywords.search({ ...keyword, text: 'w7' });
    expect(await index.get([hit?.chunkId ?? '', 'document.1.8'])).toEqual([fruits()[8]?.chunk]);
    expect(await index.neighbours(['document.1.8'], { before: 1, after: 1 })).toEqual([[fruits()[9]?.chunk]]);
  },
);

test.each([
  ['no number', `data = cast(substr(data, 1, 4) || x'0000c07f' || substr(data, 9) as blob)`],
  ['an infinite number', `data = cast(substr(data, 1, 4) || x'0000807f' || substr(data, 9) as blob)`],
  ['too few numbers', 'data = substr(data, 1, 32)'],
])(
  'a vector with %s is left out, from segments that are built anew too, and harms no other',
  async (_, damage) => {
    await store.fill((database) => {
      database.exec('pragma ignore_check_constraints = on');
      database.exec(`update or ignore engine_vectors set ${damage} where vector = 8`);
    });
    const question = randomVector(7);
    const whole = fruits().filter(({ chunk }) => chunk.ordinal !== 7);
    const expected = naiveVectorSearch(whole, question, 39).map(({ id }) => id);
    const found = async () => {
      const hits = await (await store.openEngine().open(spec)).vectors.search({
        vector: question,
        limit: 40,
      });
      return hits.map(({ chunkId }) => chunkId).filter((id) => id !== 'document.1.7');
    };
    expect(await found()).toEqual(expected);
    using database = new DatabaseSync(store.file);
    database.exec('update engine_segment_pieces set checksum = 0 where part = 1');
    expect(await found()).toEqual(expected);
  },
);

/** Writes over a page of a table. */
function spoilPage(table: string): void {
  const database = new DatabaseSync(store.file);
  const [page] = database
    .prepare(`select pageno from dbstat where name = ? and pagetype = 'leaf'`)
    .all(table);
  database.close();
  const bytes = readFileSync(store.file);
  bytes.fill(0xff, (Number(page?.['pageno']) - 1) * 8192, Number(page?.['pageno']) * 8192);
  writeFileSync(store.file, bytes);
}

test('a segment that cannot be built anew because its rows cannot be read is store_corrupt', async () => {
  await store.fill((database) => database.exec('update engine_segment_pieces set checksum = 0'));
  spoilPage('engine_chunks');
  const index = await store.openEngine().open(spec);
  expect(await refusalOf(index.keywords.search({ ...keyword, text: 'apple' }))).toBe('store_corrupt');
});

test.each([true, false])(
  'a store of which the format cannot be read is store_corrupt; read only: %s',
  async (readOnly) => {
    await store.fill();
    spoilPage('engine_state');
    expect(await refusalOf(store.openEngine({ readOnly }).open(spec))).toBe('store_corrupt');
  },
);

test('rows that disagree with their segments are reported', async () => {
  await store.fill((database) =>
    database.exec('delete from engine_vectors where vector = 3; delete from engine_chunks where seq = 9'),
  );
  const { problems, indexes } = await checkStore(store.file);
  expect(problems).toEqual([
    'The keyword segments of index "conformance" hold 1 chunks that were removed.',
    'The vector segments of index "conformance" hold 1 vectors that were removed.',
    'Index "conformance" holds 1 vectors of chunks that do not exist.',
  ]);
  expect(indexes).toMatchObject([
    { id: 'conformance', chunks: 39, vectors: 39, searchable: { keywordChunks: 40, vectors: 40 } },
  ]);
});

test.each([
  ['gone', 'delete from engine_segment_pieces'],
  ['changed', 'update engine_segment_pieces set checksum = checksum + 1'],
])('a segment of which what is read later is %s is built anew while it is searched', async (_, damage) => {
  const writer = store.openEngine();
  await (await writer.open(spec)).write(manyWords());
  const searches = Array.from({ length: 50 }, (_, at) => ({ ...keyword, text: `w${at * 97} w${at}` }));
  const index = await writer.open(spec);
  const expected = await Promise.all(searches.map((query) => index.keywords.search(query)));
  await writer.close();
  const reopened = await store.openEngine().open(spec);
  expect(await reopened.keywords.search(searches[0] as (typeof searches)[0])).toEqual(expected[0]);
  using database = new DatabaseSync(store.file);
  database.exec(`${damage} where segment in (select id from engine_segments where kind = 0)`);
  expect(await Promise.all(searches.map((query) => reopened.keywords.search(query)))).toEqual(expected);
  expect((await checkStore(store.file)).problems).toEqual([]);
});
