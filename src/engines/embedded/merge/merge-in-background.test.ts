import { expect, onTestFinished, test, vi } from 'vitest';
import { spec, write } from '../../../../conformance/engine-fixtures.ts';
import { openDatabase } from '../../../sqlite/open-database.ts';
import { checkStore } from '../check-store.ts';
import { Connection } from '../connection.ts';
import { embeddedEngine } from '../embedded-engine.ts';
import { removeChunk } from '../remove-rows.ts';
import { openedStore, scatteredStore } from '../scattered-store.test-support.ts';
import { ResidentIndex } from '../segments/resident-index.ts';
import { wordAnalyser } from '../word-analyser.test-support.ts';
import { bumpGeneration } from '../write-batch.ts';
import { mergeSegments, nextMerge, type SegmentSize } from './merge-in-background.ts';

/** A store of so many segments, closed; its file. */
async function scattered(segments: number): Promise<string> {
  const chunks = Array.from({ length: segments }, (_, at) =>
    write({ documentId: `d${at}`, content: 'apple' }),
  );
  const store = await scatteredStore(chunks);
  await store.close();
  return store.options.file;
}

test.each([
  { left: 30, segments: 2 * 31 },
  { left: 32, segments: 2 * (33 - 7) },
  { left: 99, segments: 2 * (100 - 7) },
])(
  'a write for which $left small segments of each kind were left ends with $segments, and all is found',
  async ({ left, segments }) => {
    const file = await scattered(left);
    const writer = embeddedEngine({ file, analyser: wordAnalyser });
    await (await writer.open(spec)).write([write({ documentId: 'last', content: 'apple' })]);
    await writer.close();

    const store = await openedStore(file);
    expect(store.reader.rows('select count(*) from engine_segments')).toEqual([[segments]]);
    const reader = embeddedEngine({ file, analyser: wordAnalyser, readOnly: true });
    onTestFinished(() => reader.close());
    const query = { text: 'apple', language: 'en', limit: 1000 };
    expect(await (await reader.open(spec)).keywords.search(query)).toHaveLength(left + 1);
    expect((await checkStore(file)).problems).toEqual([]);
  },
);

test('what another process removes from segments while they are looked at to be merged is not found again', async () => {
  const file = await scattered(8);
  const store = await openedStore(file);
  const other = new Connection(openDatabase(file));
  onTestFinished(() => other.database.close());
  const rows = store.reader.rows.bind(store.reader);
  const look = vi.spyOn(store.reader, 'rows').mockImplementation((sql, ...values) => {
    const found = rows<never>(sql, ...values);
    if (!sql.includes('target between ?')) return found;
    look.mockRestore();
    other.database.exec('begin immediate');
    removeChunk(other, 1, 1);
    removeChunk(other, 1, 8);
    bumpGeneration(other, 1, spec.id);
    other.database.exec('commit');
    return found;
  });
  await mergeSegments(new ResidentIndex(store, spec.id, 1, spec.dimension));
  expect((await checkStore(file)).indexes).toMatchObject([{ chunks: 6, searchable: { keywordChunks: 6 } }]);
  expect((await checkStore(file)).problems).toEqual([]);
});

const fanIn = 4;

function segments(...entries: readonly number[]): readonly SegmentSize[] {
  return entries.map((count) => ({ entries: count, dead: 0 }));
}

test.each([
  ['too few', segments(1, 1, 1), undefined],
  ['as many as are merged at once', segments(1, 1, 1, 1), { from: 0, to: 4 }],
  ['the last ones before earlier ones', segments(9, 1, 1, 1, 1), { from: 1, to: 5 }],
  ['one that is larger than all the others', segments(4, 1, 1, 1), undefined],
  ['one that is as large as all the others', segments(3, 1, 1, 1), { from: 0, to: 4 }],
  ['as many entries as one may have', segments(25, 25, 25, 25), { from: 0, to: 4 }],
  ['more entries than one may have', segments(25, 25, 25, 26), undefined],
])('%s', (_, sizes, merge) => {
  expect(nextMerge(sizes, 100, fanIn)).toEqual(merge);
});

test('a segment of which a fifth is dead is written anew, before anything is merged', () => {
  const small = segments(1, 1, 1, 1);
  expect(nextMerge([...small, { entries: 10, dead: 2 }], 100, fanIn)).toEqual({ from: 4, to: 5 });
  expect(nextMerge([...small, { entries: 10, dead: 1 }], 100, fanIn)).toEqual({ from: 0, to: 4 });
});

test('what is written one by one comes to few segments, and each entry is rewritten a few times', () => {
  const written = 4096;
  let rewritten = 0;
  let sizes: readonly number[] = [];
  for (let entry = 0; entry < written; entry++) {
    sizes = [...sizes, 1];
    for (;;) {
      const merge = nextMerge(segments(...sizes), written, fanIn);
      if (!merge) break;
      const merged = sizes.slice(merge.from, merge.to).reduce((sum, size) => sum + size, 0);
      rewritten += merged;
      sizes = [...sizes.slice(0, merge.from), merged, ...sizes.slice(merge.to)];
    }
    expect(sizes.length).toBeLessThanOrEqual(fanIn * Math.ceil(Math.log2(entry + 2)));
  }
  expect(rewritten / written).toBeLessThanOrEqual(Math.log2(written));
});
