import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditedFootnote } from '../src/app/audit.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { handbook, temporaryFolder } from './corpus.ts';
import { runFootnote } from './run-footnote.ts';
import { quickAdapters } from './shared-embedder.ts';
import { footnoteOver } from './shared-footnote.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-audit-'));
footnoteOver(handbook, folder);

beforeAll(() => cpSync(join(folder, 'store'), join(folder, 'copied'), { recursive: true }));

/** Footnote as `anna` uses it, over a copy of the store. */
async function asAnna(settings: PartialConfig = {}) {
  const store = join(temporaryFolder(), 'store');
  cpSync(join(folder, 'copied'), store, { recursive: true });
  const opened = await openFootnote({ store, ...settings }, await quickAdapters());
  onTestFinished(() => opened.close());
  const footnote = auditedFootnote(opened, {
    actor: 'anna',
    clientAddress: '192.0.2.77',
    collection: 'default',
  });
  return { footnote, store };
}

/** The entries, the oldest first, without their numbers and moments. */
async function noted({ footnote }: Awaited<ReturnType<typeof asAnna>>) {
  const { entries } = await footnote.readAudit();
  return entries
    .toReversed()
    .map(({ actor, action, collection, target, outcome }) => [actor, action, collection, target, outcome]);
}

describe('what somebody does', () => {
  test('is noted when it asks, changes, removes or fails, and without any word of it', async () => {
    const anna = await asAnna();
    const { footnote, store } = anna;
    const question = 'What does the qzwvornament say of passwords?';
    await footnote.ask(question);
    for await (const event of footnote.ask(question)) if (event.type === 'done') break;
    for await (const event of footnote.ask(question)) if (event.type === 'retrieved') break;
    await footnote.search(question, { collections: ['default'] });
    await expect(footnote.search(question, { collection: 'nowhere' })).rejects.toThrow();
    const [document] = (await footnote.findDocuments({ search: 'kitchen' })).documents;
    const { documentId } = await footnote.removeDocument(document?.path ?? '');
    await expect(footnote.removeDocument('kitchen.txt')).rejects.toThrow();
    await footnote.listDocuments();
    await footnote.ingest([join(folder, 'files')], { dryRun: true });
    expect(await noted(anna)).toEqual([
      ['anna', 'ask', 'default', null, 'ok'],
      ['anna', 'ask', 'default', null, 'ok'],
      ['anna', 'ask', 'default', null, 'aborted'],
      ['anna', 'search', 'default', null, 'ok'],
      ['anna', 'search', 'nowhere', null, 'collection_unknown'],
      ['anna', 'document.remove', 'default', documentId, 'ok'],
      ['anna', 'document.remove', 'default', 'kitchen.txt', 'document_unknown'],
    ]);
    const holding = (word: string) =>
      readdirSync(store).filter((name) => readFileSync(join(store, name)).includes(word));
    expect([holding('qzwvornament'), holding('192.0.2.77')]).toEqual([[], []]);
  });

  test.each([
    ['hash', expect.stringMatching(/^[0-9a-f]{64}$/)],
    ['plain', '192.0.2.77'],
    ['none', null],
  ] as const)('is noted with the address as audit.addresses says: %s', async (addresses, expected) => {
    const { footnote } = await asAnna({ audit: { addresses } });
    await footnote.search('passwords');
    expect((await footnote.readAudit()).entries.map(({ client }) => client)).toEqual([expected]);
  });

  test('is not noted where the settings say so, nor where there is no store', async () => {
    const { footnote } = await asAnna({ audit: { enabled: false } });
    await footnote.search('passwords');
    expect(await footnote.readAudit()).toEqual({ entries: [], matching: 0 });
    const none = await asAnna({ store: join(temporaryFolder(), 'none') });
    await expect(none.footnote.search('passwords')).rejects.toThrow();
    expect(await none.footnote.readAudit()).toEqual({ entries: [], matching: 0 });
  });
});

test('the command line notes what is changed on the machine itself, and prints and exports it', async () => {
  const cwd = temporaryFolder();
  cpSync(join(folder, 'copied'), join(cwd, '.footnote'), { recursive: true });
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runFootnote(args, { cwd });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  await run('search', 'passwords');
  const { documents } = JSON.parse(await run('documents', '--json')) as {
    documents: { documentId: string }[];
  };
  const removed = documents[0]?.documentId ?? '';
  await run('documents', 'remove', removed);
  await run('erase', '--before', '2020-01-01');
  const { id } = JSON.parse(await run('keys', 'create', 'me', '--json')) as { id: string };
  const { entries, matching } = JSON.parse(await run('audit', '--json')) as {
    entries: Record<string, unknown>[];
    matching: number;
  };
  expect(matching).toBe(3);
  expect(entries.map(({ actor, action, target, client }) => [actor, action, target, client])).toEqual([
    ['local', 'key.create', id, null],
    ['local', 'conversation.erase', 'before 2020-01-01', null],
    ['local', 'document.remove', removed, null],
  ]);
  expect(await run('audit')).toMatch(/local +document\.remove +default/);
  const lines = (await run('audit', '--export', 'jsonl', '--action', 'document.remove')).trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual(['document.remove']);
  const csv = (await run('audit', '--export', 'csv')).trim().split('\n');
  expect(csv[0]).toBe('id,at,actor,action,collection,target,client,outcome');
  expect(csv).toHaveLength(4);
  const none = await runFootnote(['audit', '--export', 'csv', '--json'], { cwd });
  expect(none.code).toBe(2);
});
