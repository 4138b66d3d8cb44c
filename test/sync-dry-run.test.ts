import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from './corpus.ts';
import { changesOf, foldersOfOneStore, page, startInFolder, titles } from './synced-folder.ts';

const start = foldersOfOneStore();

test('a dry run of an empty store says what would be added, and makes nothing', async () => {
  const { home, folder, footnote } = await startInFolder({
    'a.md': page('A'),
    'in/b.md': page('B'),
    'c.png': '',
  });
  const report = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(report, folder)).toEqual(['added a.md', 'added in/b.md']);
  expect(report).toMatchObject({ status: 'complete', passedOver: { '.png': 1 }, chunks: 0 });
  expect(readdirSync(home)).toEqual(['docs']);
});

test('a dry run tells added, updated, moved and removed apart, and the ingest does the same', async () => {
  const { folder, footnote } = start({
    'a.md': page('A'),
    'b.md': page('B'),
    'c.md': page('C'),
    'd.md': page('D'),
    'e.md': page('E'),
  });
  await footnote.ingest([folder]);
  const moved = await footnote.getDocument(join(folder, 'b.md'));
  writeFiles(folder, { 'a.md': page('A again'), 'new/f.md': page('F') });
  renameSync(join(folder, 'b.md'), join(folder, 'new/renamed.md'));
  rmSync(join(folder, 'c.md'));

  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual([
    'updated a.md',
    'removed c.md',
    'added new/f.md',
    'moved new/renamed.md',
  ]);
  expect(plan.changes?.at(-1)?.from).toBe(join(folder, 'b.md'));
  expect(await titles(footnote)).toEqual(['A', 'B', 'C', 'D', 'E']);

  const report = await footnote.ingest([folder]);
  expect(report.documents).toEqual(plan.documents);
  expect(report.changes).toBeUndefined();
  expect(await titles(footnote)).toEqual(['A again', 'B', 'D', 'E', 'F']);
  expect((await footnote.getDocument(join(folder, 'new/renamed.md'))).documentId).toBe(moved.documentId);
  expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
});

/** A folder that was ingested with three files, of which one is left. */
async function twoOfThreeGone() {
  const { folder, footnote } = start({ 'a.md': page('A'), 'b.md': page('B'), 'c.md': page('C') });
  await footnote.ingest([folder]);
  for (const name of ['a.md', 'b.md']) rmSync(join(folder, name));
  return { folder, footnote };
}

test('a dry run says that nothing would be removed where most would be, unless it may', async () => {
  const { folder, footnote } = await twoOfThreeGone();
  const guarded = await footnote.ingest([folder], { dryRun: true });
  expect(guarded.changes).toEqual([]);
  expect(guarded.warnings.join()).toMatch(/gone or ignored \(2 in total\), so nothing was removed/);
  const allowed = { dryRun: true, allowMassRemoval: true };
  expect(changesOf(await footnote.ingest([folder], allowed), folder)).toEqual([
    'removed a.md',
    'removed b.md',
  ]);
  await footnote.ingest([folder], { allowMassRemoval: true });
  expect(await titles(footnote)).toEqual(['C']);
});

test('a dry run counts what is new as the ingest does when it tells whether most would go', async () => {
  const { folder, footnote } = await twoOfThreeGone();
  writeFiles(folder, { 'd.md': page('D') });
  const plan = await footnote.ingest([folder], { dryRun: true });
  expect(changesOf(plan, folder)).toEqual(['removed a.md', 'removed b.md', 'added d.md']);
  expect((await footnote.ingest([folder])).documents).toEqual(plan.documents);
});
