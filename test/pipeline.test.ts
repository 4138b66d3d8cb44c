import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Answer } from '../src/answer/answer.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder, writeFiles } from './corpus.ts';
import { footnoteOver } from './shared-footnote.ts';

const asked = footnoteOver(handbook);

async function open(store: string, settings: PartialConfig = {}): Promise<Footnote> {
  const footnote = await openFootnote({ store, ...settings });
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

test.each([
  ['Who approves flights?', 'travel.md', 'head of department'],
  ['How many days of paid leave are there?', 'leave.md', 'thirty days'],
  ['What must I do when my laptop is lost?', 'passwords.md', 'within one hour'],
  ['How long must a password be?', 'passwords.md', 'fourteen characters'],
  ['When is the coffee machine descaled?', 'kitchen.txt', 'every second Friday'],
])('“%s” is answered from %s with exact citations', async (question, file, words) => {
  const answer = await asked().ask(question);
  expect(answer.abstained).toBe(false);
  expect(answer.citations[0]?.path).toContain(file);
  expect(answer.answer).toContain(words);
  expect(answer.answer).toContain('[1]');
  await expectExact(asked(), answer);
});

test('a citation carries title and heading path', async () => {
  const { citations } = await asked().ask('What must I do when my laptop is lost?');
  expect(citations.find(({ quote }) => quote.includes('within one hour'))).toMatchObject({
    title: 'Passwords',
    headingPath: ['Rules for passwords', 'Lost devices'],
    page: null,
    verdict: 'verbatim',
  });
});

test('a question about something else is not answered', async () => {
  const answer = await asked().ask('Which enzyme unwinds the DNA double helix?');
  expect(answer).toMatchObject({ abstained: true, citations: [], confidence: 0, hits: [] });
  expect(answer.answer).toContain('“Travel” (“Trains”, “Flights”)');
  expect(answer.dropped.every((hit) => hit.explain.droppedBy === 'threshold')).toBe(true);

  const leave = (await asked().listDocuments()).find(({ title }) => title === 'Leave');
  const documents = [leave?.documentId ?? ''];
  const restricted = await asked().ask('Which enzyme unwinds the DNA double helix?', { documents });
  expect(restricted.answer).toContain('They cover: “Leave”.');
});

test('explain says where each hit stood, and its shares sum to its score', async () => {
  const { hits, timings } = await asked().search('lost laptop service desk');
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

test('a filter on the built-in field narrows the search; an unknown field is refused by name', async () => {
  const collection = 'in-two-languages';
  const german = 'Flüge genehmigt die Leitung der Abteilung innerhalb von zwei Tagen.';
  const files = { ...handbook, 'reise.md': `---\nlanguage: de\n---\n\n# Reisen\n\n${german}\n` };
  await asked().ingest([writeFiles(temporaryFolder(), files)], { collection });
  const search = (field: string, value: string) =>
    asked().search('Wer genehmigt die Flüge?', { collection, filter: { field, op: 'eq', value } });
  expect((await search('language', 'de')).hits.map(({ title }) => title)).toEqual(['Reisen']);
  await expect(search('colour', 'red')).rejects.toMatchObject({
    code: 'filter_invalid',
    message: expect.stringContaining('colour'),
  });
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
  const other = await open(join(folder, 'store'), { chunker: { maxTokens: 256 } });
  await expect(other.ingest([files])).rejects.toMatchObject({ code: 'index_mismatch' });
  expect((await other.ask('Who approves flights?')).abstained).toBe(false);
});
