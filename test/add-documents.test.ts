import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import type { AddedDocument } from '../src/contracts/document.ts';
import type { PartialConfig } from '../src/index.ts';
import { openFootnote } from '../src/pipeline.ts';
import { alike } from './alike-embedder.test-support.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';
import { quickParsers } from './shared-embedder.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A store whose model takes no time, opened once more with each call. */
function newStore(settings: PartialConfig = {}) {
  const store = join(temporaryFolder(), 'store');
  const open = async () => {
    const footnote = await openFootnote(
      { ...settings, store, embedder: { threads: 1 } },
      { embedder: alike(), parsers: quickParsers },
    );
    onTestFinished(() => footnote.close());
    return footnote;
  };
  return { store, open };
}

/** How many rows tables of a store have. */
function rowsIn(store: string, ...tables: string[]): readonly number[] {
  const database = new DatabaseSync(join(store, 'footnote.db'), { readOnly: true });
  try {
    return tables.map((table) => Number(database.prepare(`select count(*) as n from ${table}`).get()?.['n']));
  } finally {
    database.close();
  }
}

const refunds = { name: 'handbook/refunds.md', text: '# Refunds\n\nItems can be returned within 30 days.\n' };

test('documents of any format are put in with what is said of them, and the failure of one leaves the others', async () => {
  const { store, open } = newStore();
  const footnote = await open();
  const report = await footnote.add([
    { ...refunds, metadata: { team: 'sales' } },
    {
      name: 'Notes',
      mediaType: 'text/html; charset=utf-8',
      bytes: bytesOf('<title>Insects</title><h1>Bees</h1><p>Bees dance.</p>'),
      title: 'On bees',
      url: 'https://example.org/bees',
    },
    { name: 'empty.md', text: '' },
    { name: 'bad.pdf', bytes: bytesOf('no pdf') },
    { name: 'run.exe', bytes: Uint8Array.from([0x4d, 0x5a, 0, 0, 1, 0, 3, 0, 0xff]) },
    {
      name: 'box.zip',
      bytes: zipSync({ 'in/x.md': bytesOf('Xylophones are loud.'), 'y.md': bytesOf('Yaks are large.') }),
      metadata: { team: 'music' },
    },
  ]);
  expect(report).toMatchObject({
    status: 'partial',
    documents: { added: 4, updated: 0, unchanged: 0, removed: 0, failed: 3 },
  });
  expect(report.failures.map(({ path, code }) => `${path} ${code}`)).toEqual([
    'bad.pdf file_damaged',
    'empty.md file_empty',
    'run.exe file_unsupported',
  ]);
  expect(
    (await footnote.listDocuments()).map(({ path, title, metadata }) => ({ path, title, metadata })),
  ).toEqual([
    { path: 'Notes.html', title: 'On bees', metadata: { url: 'https://example.org/bees' } },
    { path: 'box.zip/in/x.md', title: 'x', metadata: { team: 'music' } },
    { path: 'box.zip/y.md', title: 'y', metadata: { team: 'music' } },
    { path: 'handbook/refunds.md', title: 'Refunds', metadata: { team: 'sales' } },
  ]);
  expect((await footnote.search('How loud are xylophones?')).hits[0]?.path).toBe('box.zip/in/x.md');
  // What is no document is not kept, and all that is goes by its name; of an archive its two members too.
  expect(rowsIn(store, 'uploads', 'contents')).toEqual([3, 5]);
  expect(await footnote.ingest(['upload:'])).toMatchObject({
    documents: { unchanged: 4 },
    status: 'complete',
  });
});

test('the same content is unchanged, another one replaces it, and so do other metadata or another title', async () => {
  const { open } = newStore();
  const footnote = await open();
  await footnote.add(refunds);
  const documentId = (await footnote.listDocuments())[0]?.documentId ?? '';
  const change = async (document: AddedDocument) => {
    const { documents } = await footnote.add(document);
    expect((await footnote.listDocuments()).map((one) => one.documentId)).toEqual([documentId]);
    return Object.entries(documents).flatMap(([what, count]) => (count > 0 ? [what] : []));
  };
  expect(await change(refunds)).toEqual(['unchanged']);
  expect(await change({ ...refunds, metadata: { team: 'sales' } })).toEqual(['updated']);
  expect(await change({ ...refunds, metadata: { team: 'sales' }, title: 'Returns' })).toEqual(['updated']);
  expect(await footnote.getDocument(documentId)).toMatchObject({
    title: 'Returns',
    metadata: { team: 'sales' },
  });
  expect(await change(refunds)).toEqual(['updated']);
  expect(await footnote.getDocument(documentId)).toMatchObject({ title: 'Refunds', metadata: {} });
  expect(await change({ ...refunds, text: '# Refunds\n\nItems can be returned for a year.\n' })).toEqual([
    'updated',
  ]);
  expect((await footnote.getDocumentText(documentId)).text).toContain('for a year');
  // What cannot be read leaves what was there.
  expect(await change({ ...refunds, text: undefined, bytes: new Uint8Array(500) })).toEqual(['failed']);
  expect((await footnote.getDocumentText(documentId)).text).toContain('for a year');
  expect(await footnote.ingest(['upload:'])).toMatchObject({ documents: { unchanged: 1 } });
});

test('a content that is there under another name, or in a folder, is one document with both', async () => {
  const { open } = newStore();
  const footnote = await open();
  const folder = writeFiles(temporaryFolder(), { 'a.md': refunds.text });
  await footnote.ingest([folder]);
  expect(await footnote.add(refunds)).toMatchObject({ documents: { added: 1 }, chunks: 0 });
  const [document, ...others] = await footnote.listDocuments();
  expect(others).toEqual([]);
  expect(document?.paths.toSorted()).toEqual([join(folder, 'a.md'), refunds.name].toSorted());
  // What is in a folder comes and goes without what was put in.
  writeFiles(folder, { 'a.md': 'Another thing.' });
  await footnote.ingest([folder]);
  expect((await footnote.getDocument(refunds.name)).paths).toEqual([refunds.name]);
});

test('what was given goes before what the content says of itself', async () => {
  const { open } = newStore();
  const footnote = await open();
  const text = '---\ngroups: everyone\nowner: Ada\n---\n\n# Salaries\n\nSalaries are paid on Fridays.\n';
  await footnote.add({ name: 'salaries.md', text, metadata: { groups: ['board'] } });
  const { metadata } = await footnote.getDocument('salaries.md');
  expect(metadata).toEqual({ groups: ['board'], owner: 'Ada' });
  await footnote.reindex();
  expect((await footnote.getDocument('salaries.md')).metadata).toEqual(metadata);
});

test.each([
  [{ name: '../../etc/passwd' }, 'name: it must be parts between slashes'],
  [{ name: '/etc/passwd' }, 'name: it must be parts between slashes'],
  [{ name: 'a//b.md' }, 'name: it must be parts between slashes'],
  [{ name: 'a/./b.md' }, 'name: it must be parts between slashes'],
  [{ name: 'C:\\a.md' }, 'name: it must be parts between slashes'],
  [{ name: 'a\0.md' }, 'name: it must be 1–500 characters without control characters'],
  [{ name: 'a\n.md' }, 'name: it must be 1–500 characters without control characters'],
  [{ name: 'invoice\u202Efdp.md' }, 'name: it must be 1–500 characters without control characters'],
  [{ name: 'a\u2066b.md' }, 'name: it must be 1–500 characters without control characters'],
  [{ name: 'a\u2028.md' }, 'name: it must be 1–500 characters without control characters'],
  [{ name: '\ud800.md' }, 'name: it must be 1–500 characters without control characters'],
  [{ name: 'a'.repeat(10_000) }, 'name: it must be 1–500 characters without control characters'],
  [{ name: ' ' }, 'name: it must be 1–500 characters without control characters'],
  [{ name: 7 }, 'name: it must be a string'],
  [{ bytes: new Uint8Array(1) }, ' it must have either bytes or text'],
  [{ text: undefined }, ' it must have either bytes or text'],
  [{ text: undefined, bytes: 'text' }, 'bytes: it must be a Uint8Array, or come as such'],
  [{ url: 'javascript:alert(1)' }, 'url: it must be an address that begins with http: or https:'],
  [{ title: 'two\nlines' }, 'title: it must be 1–500 characters on one line'],
  [
    { metadata: { a: { b: 1 } } },
    'metadata.a: it must be a string, a number, a boolean or a list of strings',
  ],
  [{ metadata: { a: 'x'.repeat(70_000) } }, 'metadata: it must be at most 65536 characters of JSON'],
  [{ tilte: 'x' }, 'there is no field "tilte" (did you mean "title"?)'],
])('%j is refused, and with it all that came before', async (wrong, problem) => {
  const { store, open } = newStore();
  const footnote = await open();
  const documents = [refunds, { name: 'b.md', text: 'B.', ...wrong }] as readonly AddedDocument[];
  const adding = footnote.add(documents);
  await expect(adding).rejects.toMatchObject({ code: 'request_invalid' });
  await expect(adding).rejects.toThrow(`documents.1`);
  await expect(adding).rejects.toThrow(problem);
  expect(rowsIn(store, 'contents', 'content_parts', 'uploads', 'jobs')).toEqual([0, 0, 0, 0]);
});

test('one name is one document, however its letters and accents are put together', async () => {
  const { open } = newStore();
  const footnote = await open();
  const twice = [
    { name: 'cafe\u0301.md', text: 'Coffee.' },
    { name: 'caf\u00e9.md', text: 'Tea.' },
  ];
  await expect(footnote.add(twice)).rejects.toThrow('documents.1.name: "caf\u00e9.md" was given before');
  for (const document of twice) await footnote.add(document);
  expect(await footnote.listDocuments()).toMatchObject([{ path: 'caf\u00e9.md', version: 2 }]);
});

test('what breaks off or is too large leaves nothing', async () => {
  const { store, open } = newStore({ ingest: { maxFileBytes: 1000 } });
  const footnote = await open();
  const broken = (async function* () {
    yield refunds;
    throw new Error('the client has gone');
  })();
  await expect(footnote.add(broken)).rejects.toThrow('the client has gone');
  const large = [refunds, { name: 'b.md', text: 'x'.repeat(1001) }];
  await expect(footnote.add(large)).rejects.toMatchObject({
    code: 'file_too_large',
    details: { path: 'b.md', limit: 1000 },
  });
  expect(rowsIn(store, 'contents', 'content_parts', 'uploads', 'jobs')).toEqual([0, 0, 0, 0]);

  const stop = new AbortController();
  const adding = footnote.add(refunds, { signal: stop.signal, onJob: () => stop.abort() });
  await expect(adding).rejects.toMatchObject({ code: 'aborted' });
  expect(rowsIn(store, 'contents', 'content_parts', 'uploads', 'documents')).toEqual([0, 0, 0, 0]);
  expect(await footnote.listJobs()).toMatchObject([{ state: 'cancelled' }]);
});

test('a job that somebody cancels leaves nothing of what it has not done', async () => {
  const { store, open } = newStore();
  const footnote = await open();
  const other = await open();
  const adding = footnote.add(refunds, {
    onProgress: () => {},
    onJob: (id) => void cancelled.push(other.cancelJob(id)),
  });
  const cancelled: Promise<unknown>[] = [];
  const outcome = await adding.then(
    ({ status }) => status,
    (error: { code?: string }) => error.code,
  );
  await Promise.all(cancelled);
  const [job] = await footnote.listJobs();
  const kept = rowsIn(store, 'contents', 'uploads');
  // Whichever came first.
  if (job?.state === 'done') expect([outcome, kept]).toEqual(['complete', [1, 1]]);
  else expect([job?.state, kept]).toEqual(['cancelled', [0, 0]]);
});

test('which contents are kept is told by name and hash', async () => {
  const { open } = newStore();
  const footnote = await open();
  const asked = [
    { name: refunds.name, sha256: hashOf(refunds.text) },
    { name: refunds.name, sha256: hashOf('another text') },
    { name: 'other.md', sha256: hashOf(refunds.text) },
  ];
  expect(await footnote.missing(asked)).toEqual(asked);
  await footnote.add(refunds);
  expect(await footnote.missing([asked[0] as (typeof asked)[0], asked[2] as (typeof asked)[0]])).toEqual([
    asked[2],
  ]);
  expect(await footnote.missing(asked.slice(1))).toEqual(asked.slice(1));
  expect(await footnote.missing(asked.slice(0, 1), { collection: 'other' })).toEqual(asked.slice(0, 1));
  await expect(footnote.missing([{ name: 'a', sha256: 'X' }])).rejects.toThrow('contents.0.sha256');
});

test('what a process has taken and not ingested, the next one goes on with under the same job', async () => {
  const { store, open } = newStore();
  const footnote = await open();
  const ids: string[] = [];
  const adding = footnote.add([refunds, { name: 'b.md', text: 'B.' }], {
    onJob(id) {
      ids.push(id);
      void footnote.close();
    },
  });
  await expect(adding).rejects.toMatchObject({ code: 'aborted' });
  expect(rowsIn(store, 'contents', 'uploads')).toEqual([2, 2]);

  const next = await open();
  expect(await next.listJobs()).toMatchObject([{ id: ids[0], state: 'queued' }]);
  expect(await next.listDocuments().catch(() => [])).toEqual([]);
  expect(await next.resume()).toBe(2);
  expect(await next.listJobs()).toMatchObject([
    { id: ids[0], state: 'done', report: { documents: { added: 2 } } },
  ]);
  expect((await next.listDocuments()).map(({ path }) => path)).toEqual(['b.md', refunds.name]);
  expect(await next.resume()).toBe(0);
});

test('of a removed document no byte is left in any file of the store', async () => {
  const { store, open } = newStore();
  const footnote = await open();
  const mark = 'qzwvornament';
  const secret = `# The ${mark}\n\nThe ${mark} hangs in the hall.\n\n${'It goes on about other things. '.repeat(5000)}`;
  await footnote.add([refunds, { name: `about-${mark}.md`, text: secret, metadata: { keyword: mark } }]);
  const traces = () =>
    readdirSync(store).filter((name) => readFileSync(join(store, name)).toString('latin1').includes(mark));
  expect(traces()).not.toEqual([]);
  await footnote.removeDocument(`about-${mark}.md`);
  await footnote.close();
  expect(traces()).toEqual([]);
  expect(rowsIn(store, 'contents', 'uploads')).toEqual([1, 1]);
});

test('files of folders and members of archives are kept where that is set, as long as their documents are there', async () => {
  const { store, open } = newStore({ ingest: { keepOriginals: true } });
  const folder = temporaryFolder();
  const bees = '# Bees\n\nBees dance.\n';
  writeFiles(folder, {
    'bees.md': bees,
    'copy.md': bees,
    'box.zip': zipSync({ 'yaks.md': bytesOf('Yaks are large.') }),
  });
  const footnote = await open();
  await footnote.ingest([folder]);
  expect(rowsIn(store, 'contents', 'uploads')).toEqual([2, 0]);
  const byName = async (name: string) => {
    const { documentId } = (await footnote.listDocuments()).find(({ paths }) =>
      paths.some((path) => path.endsWith(name)),
    ) ?? { documentId: name };
    const original = await footnote.getOriginal(documentId);
    return { documentId, text: new TextDecoder().decode(await original.read(0, original.bytes)) };
  };
  // A changed file is not what the document was read from; what was kept is.
  writeFiles(folder, { 'bees.md': '# Wasps\n\nWasps sting.\n' });
  const kept = await byName('copy.md');
  expect(kept.text).toBe(bees);
  expect((await byName('yaks.md')).text).toBe('Yaks are large.');
  await footnote.ingest([folder]);
  expect(rowsIn(store, 'contents')).toEqual([3]);
  expect((await byName('bees.md')).text).toContain('Wasps sting.');

  await footnote.removeDocument((await byName('yaks.md')).documentId);
  await footnote.removeDocument((await byName('copy.md')).documentId);
  expect(rowsIn(store, 'contents', 'content_parts')).toEqual([1, 1]);
  await footnote.removeDocument((await byName('bees.md')).documentId);
  expect(rowsIn(store, 'contents', 'content_parts')).toEqual([0, 0]);
  const found = readdirSync(store).filter((file) => readFileSync(join(store, file)).includes('Wasps sting.'));
  expect(found).toEqual([]);
});

test('the same file put in and kept for a folder goes with the last document of it', async () => {
  const { store, open } = newStore({ ingest: { keepOriginals: true } });
  const folder = temporaryFolder();
  writeFiles(folder, { 'refunds.md': refunds.text });
  const footnote = await open();
  await footnote.add(refunds);
  await footnote.ingest([folder]);
  expect(rowsIn(store, 'contents', 'uploads', 'documents')).toEqual([1, 1, 1]);
  const [document] = await footnote.listDocuments();
  await footnote.removeDocument(document?.documentId ?? '');
  expect(rowsIn(store, 'contents', 'uploads')).toEqual([0, 0]);
});

test('what would be more than a collection may keep fails by itself, and is read once there is room', async () => {
  const { open } = newStore({ ingest: { keepOriginals: true, maxKeptBytes: 100 } });
  const folder = temporaryFolder();
  const inBox = zipSync({ 'yaks.md': bytesOf('Yaks are large.') });
  writeFiles(folder, {
    'ants.md': 'Ants sleep. '.repeat(5),
    'bees.md': 'Bees sleep. '.repeat(5),
    'box.zip': inBox,
  });
  const footnote = await open();
  const report = await footnote.ingest([folder]);
  expect(report).toMatchObject({ status: 'partial', documents: { added: 2, failed: 1 } });
  expect(report.failures).toMatchObject([{ code: 'originals_full' }]);
  expect(report.failures[0]?.message).toContain('"default" may keep 100 bytes of originals');
  const live = async () => (await footnote.listDocuments()).map(({ path }) => path.slice(folder.length + 1));
  const [failed, kept] = report.failures[0]?.path.endsWith('bees.md')
    ? ['bees.md', 'ants.md']
    : ['ants.md', 'bees.md'];
  expect((await live()).toSorted()).toEqual(['box.zip/yaks.md', kept].toSorted());
  expect(await footnote.usage()).toMatchObject({ maxKeptBytes: 100, collections: [{ keptBytes: 75 }] });

  rmSync(join(folder, kept));
  await footnote.ingest([folder], { allowMassRemoval: true });
  expect(await footnote.ingest([folder])).toMatchObject({ status: 'complete' });
  expect((await live()).toSorted()).toEqual(['box.zip/yaks.md', failed].toSorted());
});

test('of an archive that was put in, the members are kept that fit beside it', async () => {
  const text = { small: 'Yaks are large. '.repeat(5), large: 'Bees dance in the dark. '.repeat(200) };
  const box = zipSync({ 'yaks.md': bytesOf(text.small), 'bees.md': bytesOf(text.large) });
  const { open } = newStore({ ingest: { maxKeptBytes: box.length + text.small.length } });
  const footnote = await open();
  const report = await footnote.add({ name: 'box.zip', bytes: box });
  expect(report).toMatchObject({ status: 'partial', documents: { added: 1, failed: 1 } });
  expect(report.failures).toMatchObject([{ path: 'box.zip/bees.md', code: 'originals_full' }]);
  const [document] = await footnote.listDocuments();
  expect(document?.path).toBe('box.zip/yaks.md');
  expect((await footnote.getOriginal(document?.documentId ?? '')).bytes).toBe(text.small.length);
  await expect(footnote.add({ name: 'one.md', text: 'One more.' })).rejects.toMatchObject({
    code: 'originals_full',
    details: { kept: box.length + text.small.length, added: 9 },
  });
});
