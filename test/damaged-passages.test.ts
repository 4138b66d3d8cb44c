import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { storeFile } from '../src/app/store.ts';
import { checkHealth } from '../src/cli/health-checks.ts';
import { openFootnote } from '../src/pipeline.ts';
import { completeConfig } from '../src/settings/resolve-config.ts';
import { quickAnswers, temporaryFolder } from './corpus.ts';
import { runFootnote } from './run-footnote.ts';
import { quickAdapters } from './shared-embedder.ts';

const question = 'When was the Tarn lighthouse built?';

/** A store of two documents, of which only one bears on the question. */
async function ingested() {
  const folder = temporaryFolder();
  const documents = join(folder, 'documents');
  mkdirSync(documents);
  writeFileSync(join(documents, 'light.md'), '# Tarn\n\nThe Tarn lighthouse was built in 1871.\n');
  writeFileSync(join(documents, 'bread.md'), '# Bread\n\nRye bread needs a sour dough and patience.\n');
  const store = join(folder, 'store');
  const footnote = await openFootnote({ store, answer: quickAnswers }, await quickAdapters());
  onTestFinished(() => footnote.close());
  await footnote.ingest([documents]);
  return { documents, store, footnote };
}

function damage(store: string, change: string): void {
  const database = new DatabaseSync(storeFile(store));
  database.exec(`update ${change}`);
  database.close();
}

const storeCheck = async (store: string) =>
  (await checkHealth({ config: completeConfig({ store }) })).find(({ name }) => name === 'store');

const unreadable = `engine_chunks set metadata = '{' where content like '%lighthouse%'`;
const damages = [
  // Nothing but the row itself can tell these.
  `engine_chunks set heading_path = '["Not Tarn"]' where content like '%lighthouse%'`,
  `engine_chunks set title = 'Ship' where content like '%lighthouse%'`,
  `engine_chunks set metadata = '{"groups":["board"]}' where content like '%lighthouse%'`,
  `engine_chunks set page = 7 where content like '%lighthouse%'`,
  `engine_chunks set content = replace(content, '1871', '1999')`, // not what the document says
  unreadable,
  `document_versions set text = replace(text, '1871', '1999')`, // says no more what the passage says
  `document_versions set blocks = substr(blocks, 2) where text like '%lighthouse%'`, // has no structure any more
];

/** What no question reads. */
const hiddenDamages = ['metadata', 'own_metadata'].map(
  (column) => `document_versions set ${column} = substr(${column}, 2) where text like '%lighthouse%'`,
);

test('the command line names the damaged documents, and the command that takes them again', async () => {
  const { documents, store, footnote } = await ingested();
  await footnote.ingest([join(documents, 'bread.md')]);
  damage(store, unreadable);
  await footnote.ask(question);
  const jobs = async (...flags: string[]) =>
    (await runFootnote(['jobs', '--store', store, ...flags], { cwd: documents })).stdout;
  const command = `footnote ingest ${documents} --store ${store}`;
  const text = await jobs();
  expect(text).toContain(`found in 1 document:\n  ${join(documents, 'light.md')}\n`);
  expect(text).toContain(`Ingest them again with: ${command}\n`);
  expect(JSON.parse(await jobs('--json'))).toMatchObject({
    queued: [{ path: join(documents, 'light.md') }],
    ingestCommand: command,
  });

  await footnote.ingest([documents]);
  expect(await jobs()).not.toContain('Damaged');
  expect(JSON.parse(await jobs('--json'))).toMatchObject({ queued: [], ingestCommand: null });
});

test('C8: a damaged passage is left out, named, and made again by the next ingest of the unchanged file', async () => {
  const { documents, store, footnote } = await ingested();
  for (const change of damages) {
    damage(store, change);
    const without = await footnote.ask(question);
    expect(without).toMatchObject({ abstained: true, citations: [], hits: [] });
    expect(without.warnings.join('\n')).toMatch(/light\.md: passages .* left out/);
    expect(await storeCheck(store)).toMatchObject({
      ok: false,
      finding: expect.stringContaining('light.md'),
    });

    const [queued, ...others] = await footnote.listQueued();
    expect([queued?.path, others]).toEqual([join(documents, 'light.md'), []]);
    expect(await footnote.listQueued({ collection: 'other' })).toEqual([]);

    const report = await footnote.ingest([documents]);
    expect(await footnote.listQueued()).toEqual([]);
    expect(report.documents).toMatchObject({ updated: 1, unchanged: 1 });
    const again = await footnote.ask(question);
    expect(again.citations[0]?.quote).toContain('1871');
    expect(again.warnings).toEqual([]);
    expect(await storeCheck(store)).toMatchObject({ ok: true });
  }
  expect((await footnote.ingest([documents])).documents).toMatchObject({ updated: 0, unchanged: 2 });
});

test('what nobody has asked for is found damaged by looking, and made again as well', async () => {
  const { documents, store, footnote } = await ingested();
  for (const change of [...damages, ...hiddenDamages]) {
    damage(store, change);
    expect(await storeCheck(store)).toMatchObject({
      ok: false,
      finding: expect.stringMatching(/ in 1 document: \S*light\.md$/),
    });
    expect((await footnote.ingest([documents])).documents).toMatchObject({ updated: 1, unchanged: 1 });
  }
  expect(await storeCheck(store)).toMatchObject({ ok: true });
});
