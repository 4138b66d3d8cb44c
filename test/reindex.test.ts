import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { IngestProgress } from '../src/contracts/job.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { refuse, startOpenAiPeer } from './openai-peer.ts';
import { quickParsers } from './shared-embedder.ts';
import { startWordEmbedder, type WordEmbedder } from './word-embedder.ts';

let words: WordEmbedder;
beforeAll(async () => {
  words = await startWordEmbedder();
  return () => words.peer.close();
});

async function open(settings: PartialConfig): Promise<Footnote> {
  const footnote = await openFootnote({ ...words.settings, ...settings }, { parsers: quickParsers });
  onTestFinished(() => footnote.close());
  return footnote;
}

const notes = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `note-${i}.md`,
      `# Note ${i}\n\nThe room of note number ${i} has ${i + 2} windows. `.repeat(3),
    ]),
  );

test('another chunker: refused by an ingest, built beside the live index, then in its place', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const old = await open({ store });
  await old.ingest([files]);
  const before = await old.listDocuments();

  const changed = await open({ store, chunker: { name: 'sentences', maxSentences: 1, overlapSentences: 0 } });
  await expect(changed.ingest([files])).rejects.toMatchObject({
    code: 'index_mismatch',
    message: expect.stringContaining('footnote reindex'),
  });
  const report = await changed.reindex();
  expect(report.documents).toBe(4);
  const after = await changed.listDocuments();
  expect(after.map(({ documentId }) => documentId)).toEqual(before.map(({ documentId }) => documentId));
  expect(after.reduce((sum, { chunks }) => sum + chunks, 0)).toBe(report.chunks);
  expect(report.chunks).toBeGreaterThan(before.reduce((sum, { chunks }) => sum + chunks, 0));
  expect(after.every(({ chunks, embeddedChunks }) => chunks === embeddedChunks)).toBe(true);

  for (const footnote of [changed, old]) {
    const { citations } = await footnote.ask('Who approves flights?');
    expect(citations[0]?.quote).toContain('head of department');
    const { text } = await footnote.getDocumentText(citations[0]?.documentId as string);
    expect(text.slice(citations[0]?.start, citations[0]?.end)).toBe(citations[0]?.quote);
  }
  expect((await changed.ingest([files])).documents.unchanged).toBe(4);
  // Without settings of its own it cuts what comes as the index was built.
  writeFiles(files, { 'night.md': '# Night\n\nThe gate is shut at ten. The dog is let out at eleven.\n' });
  expect(await old.ingest([files])).toMatchObject({ documents: { unchanged: 4, added: 1 }, chunks: 3 });
  const other = await open({ store, chunker: { maxTokens: 256 } });
  await expect(other.ingest([files])).rejects.toMatchObject({ code: 'index_mismatch' });
});

test('another embedder, of another dimension: the old index answers until the new one is whole, then the new one does', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const start = async (model: string, dimension: number) => {
    const peer = await startOpenAiPeer({ dimension });
    onTestFinished(() => peer.close());
    const embedder = { kind: 'openai', baseUrl: peer.baseUrl, model, dimension } as const;
    // Hashes of words are farther apart than what a model makes of them.
    return { peer, footnote: await open({ store, embedder, retrieval: { minCosine: 0 } }) };
  };
  const { footnote: old } = await start('small', 32);
  const { footnote: changed, peer } = await start('large', 64);
  await old.ingest([files]);
  const mismatch = {
    code: 'index_mismatch',
    message: expect.stringMatching(/model small.* model large.*footnote reindex/),
  };
  await expect(changed.ingest([files])).rejects.toMatchObject(mismatch);
  await expect(changed.ask('Who approves flights?')).rejects.toMatchObject(mismatch);

  peer.meet(refuse(400, 'Not yet.'));
  await expect(changed.reindex()).rejects.toMatchObject({ code: 'model_rejected' });
  expect((await old.ask('Who approves flights?')).citations[0]?.quote).toContain('head of department');

  expect(await changed.reindex()).toMatchObject({ documents: 4, warnings: [] });
  expect((await changed.ask('Who approves flights?')).citations[0]?.quote).toContain('head of department');
  await expect(old.ask('Who approves flights?')).rejects.toMatchObject({ code: 'index_mismatch' });
});

test('interrupted and run again: what was built is kept, and questions are answered all the while', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = writeFiles(join(folder, 'notes'), notes(300));
  const old = await open({ store });
  await old.ingest([files]);
  const embedder = { ...words.settings.embedder, batchSize: 25 };
  const changed = await open({ store, embedder, chunker: { name: 'tokens' } });
  const stop = new AbortController();
  const answers: Promise<{ abstained: boolean }>[] = [];
  const first = changed.reindex({
    signal: stop.signal,
    onProgress: ({ chunksDone }) => {
      if (answers.length < 8) answers.push(old.ask('How many windows does the room of note number 7 have?'));
      // The first of 300 documents are written before the next are embedded.
      if (chunksDone > 128) stop.abort();
    },
  });
  await expect(first).rejects.toMatchObject({ code: 'aborted' });
  expect(answers.length).toBeGreaterThan(3);
  for (const answer of await Promise.all(answers)) expect(answer.abstained).toBe(false);
  expect((await old.ingest([files])).documents.unchanged).toBe(300);

  const second = await changed.reindex();
  expect(second.documents).toBe(300);
  expect(second.chunks).toBeLessThan(300);
  expect(
    (await changed.listDocuments()).every(({ chunks, embeddedChunks }) => chunks === embeddedChunks),
  ).toBe(true);
  const { citations } = await changed.ask('How many windows does the room of note number 7 have?');
  expect(citations[0]?.quote).toContain('note number 7 has 9 windows');
});

test('one under other settings takes the place of one that is under way, which says so', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = writeFiles(join(folder, 'notes'), notes(150));
  await (await open({ store })).ingest([files]);
  const first = await open({ store, chunker: { name: 'tokens' } });
  const second = await open({ store, chunker: { name: 'sentences' } });
  let other: Promise<unknown> | undefined;
  const superseded = first.reindex({
    onProgress: ({ filesDone }) => {
      if (filesDone > 0) other ??= second.reindex();
    },
  });
  await expect(superseded).rejects.toMatchObject({
    code: 'reindex_superseded',
    message: expect.stringContaining('another reindex was started with different settings'),
  });
  expect(await other).toMatchObject({ documents: 150 });
  expect((await second.ingest([files])).documents).toMatchObject({ unchanged: 150 });
});

test('a second one under the same settings waits for the first, so that nothing is done twice', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = writeFiles(join(folder, 'notes'), notes(80));
  await (await open({ store })).ingest([files]);
  const settings = { store, chunker: { name: 'tokens' } } as const;
  const told: IngestProgress[] = [];
  const reports = await Promise.all(
    [await open(settings), await open(settings)].map((footnote) =>
      footnote.reindex({ onProgress: (progress) => told.push(progress) }),
    ),
  );
  const [second, first] = reports.toSorted((a, b) => a.chunks - b.chunks);
  expect(first).toMatchObject({ documents: 80, chunks: 80 });
  expect(second).toMatchObject({ documents: 80, chunks: 0 });
  const after = await open(settings);
  const waited = told.find(({ stage }) => stage === 'wait')?.waitsFor;
  const reindexes = (await after.listJobs()).filter(({ kind }) => kind === 'reindex');
  expect(reindexes.map(({ id, state }) => [id === waited, state])).toEqual([
    [false, 'done'],
    [true, 'done'],
  ]);
  expect((await after.ingest([files])).documents.unchanged).toBe(80);
  expect((await after.ask('How many windows does the room of note number 7 have?')).abstained).toBe(false);
});

test('what changes meanwhile is caught up with: replaced, added and removed documents', async () => {
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = writeFiles(join(folder, 'notes'), notes(200));
  const old = await open({ store });
  await old.ingest([files]);
  const changed = await open({ store, chunker: { name: 'tokens' } });
  let meanwhile: Promise<unknown> | undefined;
  await changed.reindex({
    onProgress: ({ chunksDone }) => {
      if (chunksDone === 0 || meanwhile) return;
      writeFiles(files, {
        'note-3.md': '# Note 3\n\nIt is a garage now.\n',
        'new.md': '# New\n\nThe new tower has no lift.\n',
      });
      meanwhile = old
        .ingest([files])
        .then(() => old.removeDocument(join(files, 'note-5.md')))
        .catch((error: unknown) => error);
    },
  });
  // Whichever came first: the change is in the new index, or was refused and is made by the next ingest.
  const outcome = await meanwhile;
  if (outcome instanceof Error) expect(outcome).toMatchObject({ code: expect.stringMatching(/^index_/) });
  await changed.ingest([files]);
  const documents = await changed.listDocuments();
  for (const { documentId, chunks, embeddedChunks, version } of documents) {
    expect(embeddedChunks).toBe(chunks);
    expect((await changed.getDocumentText(documentId)).version).toBe(version);
  }
  expect(documents).toHaveLength(201);
  expect((await changed.ask('Does the new tower have a lift?')).answer).toContain('no lift');
  expect((await changed.search('note 3')).hits.some(({ content }) => content.includes('garage'))).toBe(true);
});

test('there is nothing to reindex where nothing was ingested, and no store is made', async () => {
  const store = join(temporaryFolder(), 'store');
  const footnote = await open({ store });
  await expect(footnote.reindex()).rejects.toMatchObject({ code: 'collection_unknown' });
  expect(existsSync(store)).toBe(false);
});
