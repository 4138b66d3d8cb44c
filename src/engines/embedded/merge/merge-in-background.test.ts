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
import { mergeSegments } from './merge-in-background.ts';

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
