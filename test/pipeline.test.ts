import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OwnAdapters } from '../src/adapters.ts';
import type { Answer } from '../src/answer/answer.ts';
import type { Chunker } from '../src/contracts/chunker.ts';
import type { Embedder } from '../src/contracts/embedder.ts';
import type { Generator } from '../src/contracts/generator.ts';
import type { IngestProgress } from '../src/contracts/ingest-report.ts';
import type { Reranker } from '../src/contracts/reranker.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { sharedFootnote } from './shared-footnote.ts';

const newCollection = sharedFootnote();

async function open(store: string): Promise<Footnote> {
  const footnote = await openFootnote({ store });
  onTestFinished(() => footnote.close());
  return footnote;
}

async function expectExact(footnote: Pick<Footnote, 'getDocumentText'>, answer: Answer) {
  expect(answer.citations.length).toBeGreaterThan(0);
  for (const { documentId, start, end, quote } of answer.citations) {
    const { text } = await footnote.getDocumentText(documentId);
    expect(text.slice(start, end)).toBe(quote);
  }
}

test('a folder is ingested, and questions are answered with exact citations', async () => {
  const folder = temporaryFolder();
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const footnote = newCollection();
  const report = await footnote.ingest([files]);
  expect(report).toMatchObject({
    status: 'complete',
    documents: { added: 4, updated: 0, unchanged: 0, removed: 0, failed: 0 },
    failures: [],
  });

  const cases = [
    ['Who approves flights?', 'travel.md', 'head of department'],
    ['How many days of paid leave are there?', 'leave.md', 'thirty days'],
    ['What must I do when my laptop is lost?', 'passwords.md', 'within one hour'],
    ['How long must a password be?', 'passwords.md', 'fourteen characters'],
    ['When is the coffee machine descaled?', 'kitchen.txt', 'every second Friday'],
  ] as const;
  for (const [question, file, words] of cases) {
    const answer = await footnote.ask(question);
    expect(answer.abstained, question).toBe(false);
    expect(answer.citations[0]?.path, question).toContain(file);
    expect(answer.answer, question).toContain(words);
    expect(answer.answer, question).toContain('[1]');
    await expectExact(footnote, answer);
  }
});

test('a citation carries title and heading path', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
  await footnote.ingest([writeFiles(join(folder, 'handbook'), handbook)]);
  const { citations } = await footnote.ask('What must I do when my laptop is lost?');
  expect(citations.find(({ quote }) => quote.includes('within one hour'))).toMatchObject({
    title: 'Passwords',
    headingPath: ['Rules for passwords', 'Lost devices'],
    page: null,
    verdict: 'verbatim',
  });
});

test('a question about something else is not answered', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
  await footnote.ingest([writeFiles(join(folder, 'handbook'), handbook)]);
  const answer = await footnote.ask('Which enzyme unwinds the DNA double helix?');
  expect(answer).toMatchObject({ abstained: true, citations: [], confidence: 0, hits: [] });
  expect(answer.answer).toContain('“Travel” (“Trains”, “Flights”)');
  expect(answer.dropped.every((hit) => hit.explain.droppedBy === 'threshold')).toBe(true);

  const leave = (await footnote.listDocuments()).find(({ title }) => title === 'Leave');
  const documents = [leave?.documentId ?? ''];
  const restricted = await footnote.ask('Which enzyme unwinds the DNA double helix?', { documents });
  expect(restricted.answer).toContain('They cover: “Leave”.');
});

test('explain says where each hit stood, and its shares sum to its score', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
  await footnote.ingest([writeFiles(join(folder, 'handbook'), handbook)]);
  const { hits, timings } = await footnote.search('lost laptop service desk');
  expect(hits[0]?.explain.keyword?.rank).toBe(1);
  expect(hits[0]?.explain.matchedTerms.map(({ term }) => term)).toEqual(
    expect.arrayContaining(['laptop', 'desk']),
  );
  for (const { score, explain } of hits) {
    const { fusion, documentSupport } = explain;
    expect(fusion.vector + fusion.keyword + documentSupport).toBeCloseTo(score, 9);
  }
  for (const stage of ['understand', 'embed', 'vector', 'keyword', 'fuse', 'read', 'total']) {
    expect(timings[stage], stage).toBeGreaterThanOrEqual(0);
  }
});

async function ingestHandbook() {
  const folder = temporaryFolder();
  const files = writeFiles(join(folder, 'handbook'), handbook);
  const footnote = newCollection();
  await footnote.ingest([files]);
  return { footnote, files };
}

describe('ingesting again', () => {
  test('unchanged files are left alone, touched ones are read and left alone', async () => {
    const { footnote, files } = await ingestHandbook();
    writeFileSync(join(files, 'leave.md'), handbook['leave.md'] as string);
    const report = await footnote.ingest([files]);
    expect(report.documents).toEqual({ added: 0, updated: 0, unchanged: 4, removed: 0, failed: 0 });
    expect(report.vectors).toBe(0);
  });

  test('a changed file is replaced and keeps its id', async () => {
    const { footnote, files } = await ingestHandbook();
    const before = await footnote.getDocument(join(files, 'travel.md'));
    writeFiles(files, { 'travel.md': '# Travel\n\nFlights need the approval of the board of directors.\n' });
    const report = await footnote.ingest([files]);
    expect(report.documents).toEqual({ added: 0, updated: 1, unchanged: 3, removed: 0, failed: 0 });
    const after = await footnote.getDocument(join(files, 'travel.md'));
    expect(after.documentId).toBe(before.documentId);
    expect(after.version).toBe(2);
    const answer = await footnote.ask('Who approves flights?');
    expect(answer.answer).toContain('board of directors');
    expect(answer.hits.some((hit) => hit.content.includes('head of department'))).toBe(false);
  });

  test('a new version that fails leaves the old one live', async () => {
    const { footnote, files } = await ingestHandbook();
    writeFiles(files, { 'travel.md': '   \n' });
    const report = await footnote.ingest([files]);
    expect(report).toMatchObject({ status: 'partial', documents: { failed: 1, unchanged: 3 } });
    expect(report.failures).toEqual([
      { path: expect.stringContaining('travel.md'), code: 'file_empty', message: expect.any(String) },
    ]);
    expect((await footnote.ask('Who approves flights?')).answer).toContain('head of department');
  });

  test('a file that is gone is removed with every trace', async () => {
    const { footnote, files } = await ingestHandbook();
    rmSync(join(files, 'kitchen.txt'));
    const report = await footnote.ingest([files]);
    expect(report.documents.removed).toBe(1);
    expect(await footnote.listDocuments()).toHaveLength(3);
    const { hits } = await footnote.search('coffee machine descaled');
    expect(hits.some((hit) => hit.path.includes('kitchen'))).toBe(false);
  });

  test('when most files are gone, nothing is removed and a warning says so', async () => {
    const { footnote, files } = await ingestHandbook();
    for (const name of ['kitchen.txt', 'travel.md', 'leave.md']) rmSync(join(files, name));
    const report = await footnote.ingest([files]);
    expect(report).toMatchObject({ documents: { unchanged: 1, removed: 0 }, kept: 3 });
    expect(report.warnings.join()).toMatch(/gone or ignored, 3 in all, so nothing was removed/);
    expect(await footnote.listDocuments()).toHaveLength(4);
    const meant = await footnote.ingest([files], { allowMassRemoval: true });
    expect(meant.documents.removed).toBe(3);
    expect(await footnote.listDocuments()).toHaveLength(1);
  });

  test('a file that was moved keeps its document, and nothing is embedded again', async () => {
    const { footnote, files } = await ingestHandbook();
    const before = await footnote.getDocument(join(files, 'travel.md'));
    mkdirSync(join(files, 'rules'));
    renameSync(join(files, 'travel.md'), join(files, 'rules', 'journeys.md'));
    const report = await footnote.ingest([files]);
    expect(report).toMatchObject({ documents: { unchanged: 4, removed: 0, added: 0 }, vectors: 0 });
    const after = await footnote.getDocument(join(files, 'rules', 'journeys.md'));
    expect(after).toMatchObject({ documentId: before.documentId, version: 1 });
    const { citations } = await footnote.ask('Who approves flights?');
    expect(citations[0]?.path).toBe(join(files, 'rules', 'journeys.md'));
  });

  test('a copy is a second source of the same chunks, found in the same run or a later one', async () => {
    const { footnote, files } = await ingestHandbook();
    writeFiles(files, {
      'copy-of-travel.md': handbook['travel.md'] as string,
      'new.md': '# New\n\nThe new building has nine floors.\n',
      'new-again.md': '# New\n\nThe new building has nine floors.\n',
    });
    const report = await footnote.ingest([files]);
    expect(report).toMatchObject({ documents: { added: 3, unchanged: 4 }, chunks: 1 });
    const documents = await footnote.listDocuments();
    expect(documents.map(({ paths }) => paths.length).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2, 2]);
    rmSync(join(files, 'travel.md'));
    await footnote.ingest([files]);
    const { citations } = await footnote.ask('Who approves flights?');
    expect(citations[0]?.path).toBe(join(files, 'copy-of-travel.md'));
  });

  test('documents remove: gone from the list, the text and the searches', async () => {
    const { footnote, files } = await ingestHandbook();
    const removed = await footnote.removeDocument(join(files, 'kitchen.txt'));
    await expect(footnote.getDocument(removed.documentId)).rejects.toMatchObject({
      code: 'document_unknown',
    });
    await expect(footnote.getDocumentText(removed.documentId)).rejects.toMatchObject({
      code: 'document_unknown',
    });
    const { hits } = await footnote.search('coffee machine descaled');
    expect(hits.some((hit) => hit.documentId === removed.documentId)).toBe(false);
  });
});

test('progress reaches the end and never goes back', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
  const seen: IngestProgress[] = [];
  await footnote.ingest([writeFiles(join(folder, 'handbook'), handbook)], {
    onProgress: (progress) => seen.push(progress),
  });
  expect(seen.at(-1)).toMatchObject({ stage: 'done', filesDone: 4, filesTotal: 4, path: null });
  expect(seen.at(-1)?.chunksDone).toBe(seen.at(-1)?.chunksTotal);
  for (const [earlier, later] of seen
    .slice(1)
    .map((later, i) => [seen[i] as IngestProgress, later] as const)) {
    expect(later.filesDone).toBeGreaterThanOrEqual(earlier.filesDone);
    expect(later.chunksDone).toBeGreaterThanOrEqual(earlier.chunksDone);
  }
});

test('a filter on the built-in field narrows the search; an unknown field is refused by name', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
  await footnote.ingest([
    writeFiles(join(folder, 'handbook'), {
      ...handbook,
      'reise.md':
        '---\nlanguage: de\n---\n\n# Reisen\n\nFlüge genehmigt die Leitung der Abteilung innerhalb von zwei Tagen.\n',
    }),
  ]);
  const german = await footnote.search('Wer genehmigt die Flüge?', {
    filter: { field: 'language', op: 'eq', value: 'de' },
  });
  expect(german.hits.map((hit) => hit.title)).toEqual(['Reisen']);
  await expect(
    footnote.search('flights', { filter: { field: 'colour', op: 'eq', value: 'red' } }),
  ).rejects.toMatchObject({ code: 'filter_invalid', message: expect.stringContaining('colour') });
});

test('collections are apart', async () => {
  const folder = temporaryFolder();
  const footnote = await open(join(folder, 'store'));
  const files = writeFiles(join(folder, 'handbook'), handbook);
  await footnote.ingest([join(files, 'travel.md')], { collection: 'one' });
  await footnote.ingest([join(files, 'kitchen.txt')], { collection: 'two' });
  expect(await footnote.listCollections()).toEqual(['one', 'two']);
  const { hits } = await footnote.search('coffee machine', { collection: 'two' });
  expect(hits.map((hit) => hit.path).every((path) => path.endsWith('kitchen.txt'))).toBe(true);
  expect((await footnote.ask('When is the coffee machine descaled?', { collection: 'one' })).abstained).toBe(
    true,
  );
  await expect(footnote.ask('x y', { collection: 'three' })).rejects.toMatchObject({
    code: 'collection_unknown',
    message: expect.stringContaining('one, two'),
  });
});

test('a backup made while documents are written opens as a whole store', async () => {
  const folder = temporaryFolder();
  const footnote = await open(join(folder, 'store'));
  const files = writeFiles(join(folder, 'handbook'), handbook);
  await footnote.ingest([join(files, 'travel.md')]);
  const target = join(folder, 'copy', 'footnote.db');
  const [, { bytes }] = await Promise.all([footnote.ingest([files]), footnote.backup(target)]);
  expect(bytes).toBe(readFileSync(target).length);
  const copy = await open(join(folder, 'copy'));
  const answer = await copy.ask('Who approves flights?');
  expect(answer.answer).toContain('head of department');
  await expectExact(copy, answer);
  for (const { documentId, contentHash } of await copy.listDocuments()) {
    expect((await footnote.getDocument(documentId)).contentHash).toBe(contentHash);
  }
});

test('settings that make other chunks are refused for an index that exists', async () => {
  const folder = temporaryFolder();
  const footnote = await open(join(folder, 'store'));
  const files = writeFiles(join(folder, 'handbook'), handbook);
  await footnote.ingest([files]);
  const other = await openFootnote({ store: join(folder, 'store'), chunker: { maxTokens: 256 } });
  onTestFinished(() => other.close());
  await expect(other.ingest([files])).rejects.toMatchObject({ code: 'index_mismatch' });
  expect((await other.ask('Who approves flights?')).abstained).toBe(false);
});

test('an aborted ingest keeps what it did; its words are found at once, the next run adds the vectors', async () => {
  const folder = temporaryFolder();
  const footnote = await open(join(folder, 'store'));
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `note-${i}.md`,
      `# Note ${i}\n\nThis is the text of note number ${i}.\n`,
    ]),
  );
  const files = writeFiles(join(folder, 'notes'), many);
  const stop = new AbortController();
  const ingest = footnote.ingest([files], {
    signal: stop.signal,
    onProgress: ({ chunksDone }) => {
      if (chunksDone > 0) stop.abort();
    },
  });
  await expect(ingest).rejects.toMatchObject({ code: 'aborted' });
  const documents = await footnote.listDocuments();
  expect(documents.length).toBeGreaterThan(0);
  const unembedded = documents.find(({ chunks, embeddedChunks }) => embeddedChunks < chunks);
  const number = unembedded?.title.slice('Note '.length);
  const early = await footnote.search(`text of note number ${number}`);
  expect(early.warnings.join()).toMatch(/found by their words alone/);
  expect(early.hits[0]?.title).toBe(unembedded?.title);

  const report = await footnote.ingest([files]);
  expect(report.documents.added + documents.length).toBe(300);
  const after = await footnote.listDocuments();
  expect(after.every(({ chunks, embeddedChunks }) => embeddedChunks === chunks)).toBe(true);
  expect((await footnote.search(`text of note number ${number}`)).warnings).toEqual([]);
});

/** An embedder to which all texts are alike: no model has to be loaded for it. */
function alike(): Embedder {
  const axis = Float32Array.of(1, 0);
  return {
    id: 'alike',
    dimension: 2,
    languages: 'any',
    tokenizer: { id: 'letters', count: (text) => text.length },
    embedDocuments: async (texts) => texts.map((text) => ({ vectors: [axis], tokens: text.length })),
    embedQuery: async () => axis,
    close: async () => {},
  };
}

test('closing ends an ingest under way and a watch', async () => {
  const folder = temporaryFolder();
  const files = writeFiles(join(folder, 'notes'), { 'a.txt': 'Far away.' });
  const openQuick = () => openFootnote({ store: join(folder, 'store') }, { embedder: alike() });
  const ingesting = await openQuick();
  const ingest = ingesting.ingest([files], { onProgress: () => void ingesting.close() });
  await expect(ingest).rejects.toMatchObject({ code: 'aborted' });

  const watching = await openQuick();
  const states: unknown[] = [];
  for await (const { report } of watching.watch([files])) {
    states.push(report?.status);
    void watching.close();
  }
  expect(states).toEqual(['complete']);
});

test('adapters of the caller’s own take the places of those that the settings name, and are closed with all else', async () => {
  const closed: string[] = [];
  const close = (name: string) => async () => void closed.push(name);
  const embedder = { ...alike(), close: close('embedder') };
  const chunker: Chunker = {
    id: 'block',
    chunk: async ({ text, blocks }) =>
      blocks.map(({ start, end }) => ({ start, end, headingPath: [], tokens: text.length })),
  };
  const reranker: Reranker = {
    name: 'shortest',
    maxCandidates: 5,
    rerank: async (_, candidates) =>
      candidates.map(({ chunkId, text }) => ({ chunkId, score: -text.length })),
    close: close('reranker'),
  };
  const generator: Generator = {
    name: 'first words',
    async *generate({ passages }) {
      for (const { number, chunk } of passages.slice(0, 1))
        yield { type: 'quote', passage: number, start: chunk.start, end: chunk.start + 4 };
      yield { type: 'finish', reason: 'stop' };
    },
    close: close('generator'),
  };
  const folder = temporaryFolder();
  const files = writeFiles(join(folder, 'files'), { 'a.txt': 'Far away.\n\nNear.' });
  const own = { chunker, embedder, generator, reranker };
  const footnote = await openFootnote({ store: join(folder, 'store') }, own);
  await footnote.ingest([files]);
  expect(await footnote.ask('What is it?')).toMatchObject({
    answer: 'Near [1]',
    hits: [{ content: 'Near.' }, { content: 'Far away.' }],
  });
  await footnote.close();
  expect(closed.toSorted()).toEqual(['embedder', 'generator', 'reranker']);
});

test.each([
  [{ ranker: {} }, 'adapters: there is no field "ranker" (did you mean "reranker"?).'],
  [{ reranker: 'features' }, 'adapters.reranker: it must be an object.'],
])('%j are no adapters', async (adapters, message) => {
  const opening = openFootnote({}, adapters as unknown as OwnAdapters);
  await expect(opening).rejects.toMatchObject({ code: 'request_invalid', message });
});
