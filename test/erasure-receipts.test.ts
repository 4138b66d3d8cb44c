import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ErasureReceipt } from '../src/contracts/conversation.ts';
import type { Engine } from '../src/contracts/engine.ts';
import { pglitePool, startPglite } from '../src/engines/postgresql/pglite-pool.test-support.ts';
import { postgresqlEngine } from '../src/engines/postgresql/postgresql-engine.ts';
import { openFootnote } from '../src/pipeline.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { handbook, quickAnswers, temporaryFolder, writeFiles } from './corpus.ts';
import { runFootnote } from './run-footnote.ts';
import { quickAdapters } from './shared-embedder.ts';

const repairs = Array.from(
  { length: 50 },
  (_, year) => `In ${1900 + year} its roof was mended ${year} times, and its door painted by the gardener.`,
).join(' ');
const secret = `# The orchard\n\nBehind the orchard stands a shed that nobody but Ada has the key of.\n\n${repairs}\n`;

async function withSecret(engine?: Engine) {
  const files = writeFiles(temporaryFolder(), { ...handbook, 'orchard.md': secret });
  const store = join(temporaryFolder(), 'store');
  const footnote = await openFootnote(
    { store, answer: quickAnswers },
    { ...(await quickAdapters()), ...(engine && { engine }) },
  );
  onTestFinished(() => footnote.close());
  await footnote.ingest([files]);
  return { files, store, footnote, orchard: join(files, 'orchard.md') };
}

const clean = { isSigned: true, isOfThisStore: true, found: [], present: [] };

test('the removal of a document has a receipt, and nothing that it names is in the store', async () => {
  const { footnote, orchard, store } = await withSecret();
  const { documentId, contentHash } = await footnote.getDocument(orchard);
  const { receipt } = await footnote.removeDocument(orchard);
  expect(receipt).toMatchObject({
    collection: 'default',
    documents: [{ documentId, version: 1, contentHash }],
    overwritten: [{ done: expect.stringContaining('removed') }, { place: join(store, 'footnote.db') }],
  });
  // It may be kept where the document may not.
  expect(JSON.stringify(receipt)).not.toMatch(/orchard|gardener/);
  expect(receipt.windows.length).toBeGreaterThan(10);
  const check = await footnote.verifyReceipt(receipt);
  expect(check).toMatchObject(clean);
  expect(check.bytes).toBeGreaterThan(100_000);
});

test('bytes that are left are found, in whichever file of the store; those that another document has too are not', async () => {
  const { files, footnote, orchard, store } = await withSecret();
  writeFileSync(join(files, 'copy.md'), `Another document.\n\n${secret.slice(0, 400)}\n`);
  await footnote.ingest([files]);
  const { receipt } = await footnote.removeDocument(orchard);
  expect(await footnote.verifyReceipt(receipt)).toMatchObject(clean);
  const stray = join(store, 'stray.tmp');
  appendFileSync(stray, `${'x'.repeat(1000)}${secret.slice(500)}`);
  const { found } = await footnote.verifyReceipt(receipt);
  expect(new Set(found.map(({ place }) => place))).toEqual(new Set([stray]));
});

test('what is left on the server of an engine is found: stretches of text, and passages of the document', async () => {
  const database = await startPglite();
  onTestFinished(() => database.close());
  const url = 'postgresql://me:hidden@localhost/in-process';
  const { footnote, orchard } = await withSecret(
    postgresqlEngine({ url, pool: pglitePool(database), analyser: analyser() }),
  );
  const { documentId } = await footnote.getDocument(orchard);
  const { receipt } = await footnote.removeDocument(orchard);
  const place = 'postgresql at 127.0.0.1:5432/in-process/public';
  const check = await footnote.verifyReceipt(receipt);
  expect(check).toMatchObject({ ...clean, servers: [{ place }] });
  expect(check.servers[0]?.bytes).toBeGreaterThan(1000);
  // What a server keeps of removed rows no client sees.
  expect(check.notRead).toEqual([expect.stringContaining(place)]);
  expect(JSON.stringify(check)).not.toContain('hidden');

  const one = `number = (select min(number) from document_chunks)`;
  await database.query(`update document_chunks set content = $1 where ${one}`, [
    `So: ${secret.slice(300, 400)}`,
  ]);
  const { found } = await footnote.verifyReceipt(receipt);
  expect(new Set(found.map((each) => each.place))).toEqual(new Set([`${place}, document_chunks`]));
  await database.query(`update document_chunks set content = '', doc_id = $1, version = 1 where ${one}`, [
    documentId,
  ]);
  expect(await footnote.verifyReceipt(receipt)).toMatchObject({ found: [], present: [documentId] });
});

test('an engine that nobody can look into is said', async () => {
  const database = await startPglite();
  onTestFinished(() => database.close());
  const pool = pglitePool(database);
  const whole = postgresqlEngine({ url: 'postgresql://localhost/in-process', pool, analyser: analyser() });
  const blind: Engine = {
    name: 'blind',
    open: (spec) => whole.open(spec),
    drop: (id) => whole.drop(id),
    close: () => whole.close(),
  };
  const { footnote, orchard } = await withSecret(blind);
  const { receipt } = await footnote.removeDocument(orchard);
  const { notRead, servers } = await footnote.verifyReceipt(receipt);
  expect([notRead, servers]).toEqual([['blind: this engine cannot be looked into'], []]);
});

test('what was not erased is found', async () => {
  const { footnote, orchard } = await withSecret();
  const { receipt } = await footnote.removeDocument(orchard);
  const [kept] = await footnote.listDocuments();
  const { documentId = '', version = 0, contentHash = '' } = kept ?? {};
  const forged = { ...receipt, documents: [{ documentId, version, contentHash }] };
  expect(await footnote.verifyReceipt(forged)).toMatchObject({ isSigned: false, present: [documentId] });
});

test('a receipt that was altered, or is of another store, proves nothing', async () => {
  const { footnote, orchard } = await withSecret();
  const { receipt } = await footnote.removeDocument(orchard);
  expect(await footnote.verifyReceipt({ ...receipt, erasedAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({
    isSigned: false,
  });
  const other = await withSecret();
  expect(await other.footnote.verifyReceipt(receipt)).toMatchObject({ isSigned: true, isOfThisStore: false });
});

test('erasing a conversation has a receipt; the command line writes and checks it', async () => {
  const { footnote, store } = await withSecret();
  const { conversationId } = await footnote.ask('Who has the key of the shed behind the orchard?', {
    conversationId: null,
  });
  await footnote.close();
  const cwd = temporaryFolder();
  const run = (...args: string[]) => runFootnote([...args, '--store', store], { cwd });
  const erased = await run('erase', '--conversation', conversationId ?? '', '--receipt', 'receipt.json');
  expect([erased.code, erased.stderr]).toEqual([0, '']);
  const receipt = JSON.parse(readFileSync(join(cwd, 'receipt.json'), 'utf8')) as ErasureReceipt;
  expect(receipt).toMatchObject({ documents: [], conversations: [conversationId] });
  const verified = await run('verify', 'receipt.json');
  expect(verified.code).toBe(0);
  expect(verified.stdout).toMatch(/as it was signed, by this store\.\nNone of its bytes are in the store/);
  writeFileSync(join(cwd, 'receipt.json'), JSON.stringify({ ...receipt, collection: 'other' }));
  expect((await run('verify', 'receipt.json')).code).toBe(1);
  writeFileSync(join(cwd, 'receipt.json'), '{}');
  expect((await run('verify', 'receipt.json')).stderr).toContain('it is no receipt');
});
