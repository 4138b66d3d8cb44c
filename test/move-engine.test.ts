import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { NaiveEngine, type NaivePlace } from '../conformance/naive-engine.test-support.ts';
import type { OwnAdapters } from '../src/app/adapters.ts';
import {
  partialEngine,
  vectorsAlone,
  withTerms,
} from '../src/engines/complete/partial-stores.test-support.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { quickParsers } from './shared-embedder.ts';
import { startWordEmbedder, type WordEmbedder } from './word-embedder.ts';

let words: WordEmbedder;
beforeAll(async () => {
  words = await startWordEmbedder();
  return () => words.peer.close();
});

async function open(settings: PartialConfig, adapters: OwnAdapters = {}): Promise<Footnote> {
  const { embedder, ...others } = words.settings;
  // Nothing may be taken from the cache: what is embedded again is to show.
  const footnote = await openFootnote(
    { ...others, embedder: { ...embedder, cacheMaxBytes: 0 }, ...settings },
    { parsers: quickParsers, ...adapters },
  );
  onTestFinished(() => footnote.close());
  return footnote;
}

const question = 'Who approves flights?';

test.each([
  ['finds chunks by terms', withTerms],
  ['ranks by vectors alone', vectorsAlone],
])(
  'a collection moves to an engine that %s with its vectors, and back, and is answered all the while',
  async (_, part) => {
    const folder = temporaryFolder();
    const store = join(folder, 'store');
    const place: NaivePlace = new Map();
    const engine = partialEngine(place, part);
    const here = await open({ store });
    await here.ingest([writeFiles(join(folder, 'handbook'), handbook)]);
    const documents = await here.listDocuments();
    const before = await here.search(question);

    const there = await open({ store }, { engine });
    await expect(there.search(question)).rejects.toMatchObject({
      code: 'index_mismatch',
      message: expect.stringMatching(/engine\.kind "embedded".*engine\.kind "partial"/),
    });
    const embedded = words.peer.requests.length;
    const moved = await there.reindex();
    expect(moved).toMatchObject({ documents: documents.length, tokens: 0, warnings: [] });
    expect(words.peer.requests.length).toBe(embedded);
    expect([...place.keys()]).toEqual([expect.stringMatching(/^default-2-[0-9a-f]{8}$/)]);

    const after = await there.search(question);
    expect(after.hits.map(({ chunkId }) => chunkId)).toEqual(before.hits.map(({ chunkId }) => chunkId));
    for (const [at, hit] of after.hits.entries()) {
      expect(hit.score).toBeCloseTo(before.hits[at]?.score ?? 0, 5);
      expect(hit.explain.matchedTerms?.map(({ term }) => term)).toEqual(
        before.hits[at]?.explain.matchedTerms?.map(({ term }) => term),
      );
    }
    await expect(here.search(question)).rejects.toMatchObject({ code: 'index_mismatch' });
    const { citations } = await there.ask(question);
    expect(citations[0]?.quote).toContain('head of department');

    const back = await there.reindex({ engine: { kind: 'embedded' } });
    expect(back.documents).toBe(documents.length);
    expect([...place.keys()]).toEqual([]);
    expect((await here.search(question)).hits.map(({ score }) => score)).toEqual(
      before.hits.map(({ score }) => score),
    );
  },
);

test('documents that change while a collection is being moved are changed in both engines', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const place: NaivePlace = new Map();
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const here = await open({ store });
  await here.ingest([files]);
  const there = await open({ store }, { engine: new NaiveEngine(place) });
  const controller = new AbortController();
  // Stopped once its text has begun to be written.
  const moving = there.reindex({
    signal: controller.signal,
    onProgress: ({ filesDone }) => filesDone > 0 && controller.abort(),
  });
  await expect(moving).rejects.toMatchObject({ code: 'aborted' });
  await here.removeDocument((await here.listDocuments())[0]?.documentId as string);
  expect((await here.search(question)).hits.length).toBeGreaterThan(0);
  const { documents } = await there.reindex();
  expect(documents).toBe((await here.listDocuments()).length);
  const [writes] = [...place.values()];
  const live = new Set((await there.listDocuments()).map(({ documentId }) => documentId));
  expect(new Set([...(writes?.writes.values() ?? [])].map(({ chunk }) => chunk.documentId))).toEqual(live);
});

test.each([
  ['finds chunks by terms', withTerms],
  ['ranks by vectors alone', vectorsAlone],
])('nothing is asked of another place of an engine that %s, and a reindex fills it', async (_, part) => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const there = await open({ store }, { engine: partialEngine(new Map(), part) });
  await there.ingest([files]);
  expect((await there.search(question)).hits.length).toBeGreaterThan(0);
  await there.close();

  const elsewhere = await open({ store }, { engine: partialEngine(new Map(), part) });
  const missing = {
    code: 'store_unavailable',
    message: expect.stringMatching(/engine\.name.*footnote reindex/),
  };
  await expect(elsewhere.search(question)).rejects.toMatchObject(missing);
  await expect(elsewhere.ingest([files])).rejects.toMatchObject(missing);
  await elsewhere.reindex();
  expect((await elsewhere.ask(question)).citations[0]?.quote).toContain('head of department');
});
