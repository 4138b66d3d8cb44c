import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IngestProgress } from '../src/contracts/job.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { sharedFootnote } from './shared-footnote.ts';

const newCollection = sharedFootnote();

async function ingestHandbook() {
  const files = writeFiles(join(temporaryFolder(), 'handbook'), handbook);
  const footnote = newCollection();
  const seen: IngestProgress[] = [];
  const report = await footnote.ingest([files], { onProgress: (progress) => seen.push(progress) });
  return { footnote, files, report, seen };
}

test('a folder is ingested; progress reaches the end and never goes back', async () => {
  const { report, seen } = await ingestHandbook();
  expect(report).toMatchObject({
    status: 'complete',
    documents: { added: 4, updated: 0, unchanged: 0, removed: 0, failed: 0 },
    failures: [],
  });
  const last = seen.at(-1);
  expect(last).toMatchObject({ stage: 'done', filesDone: 4, filesTotal: 4, path: null });
  expect(last?.chunksDone).toBe(last?.chunksTotal);
  for (const count of ['filesDone', 'chunksDone'] as const) {
    const counts = seen.map((progress) => progress[count]);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  }
});

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

test('an aborted ingest keeps what it did; its words are found at once, the next run adds the vectors', async () => {
  const folder = temporaryFolder();
  const footnote = newCollection();
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
  expect(early.warnings.join()).toMatch(/can be found only by their words/);
  expect(early.hits[0]?.title).toBe(unembedded?.title);

  const report = await footnote.ingest([files]);
  expect(report.documents.added + documents.length).toBe(300);
  const after = await footnote.listDocuments();
  expect(after.every(({ chunks, embeddedChunks }) => embeddedChunks === chunks)).toBe(true);
  expect((await footnote.search(`text of note number ${number}`)).warnings).toEqual([]);
});
