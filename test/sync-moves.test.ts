import { copyFileSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from './corpus.ts';
import { page, startInFolder, titles } from './synced-folder.ts';

/** A file of more passages than are written at once, so that files behind it are placed between its parts. */
const long = (title: string) =>
  `# ${title}\n\n${Array.from({ length: 300 }, (_, n) => `${title} ${n}.`).join(' ')}\n`;

test('a file is no source of a document that is being made anew from another', async () => {
  const notes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`note-${n}.md`, page(`Note ${n}`)]));
  const { folder, footnote } = await startInFolder(
    { 'log.md': long('Stone') },
    { chunker: { name: 'sentences', maxSentences: 1, overlapSentences: 0 } },
  );
  await footnote.ingest([folder]);
  renameSync(join(folder, 'log.md'), join(folder, 'older-log.md'));
  writeFiles(folder, { 'log.md': long('Iron'), ...notes });
  await footnote.ingest([folder]);
  for (const name of ['log.md', 'older-log.md']) {
    const { text } = await footnote.getDocumentText(join(folder, name));
    expect(text).toBe(readFileSync(join(folder, name), 'utf8'));
  }
});

test('a title that was the name of a copy follows the file that is left', async () => {
  const { folder, footnote } = await startInFolder({
    'harbour.txt': 'The bridge was built of stone.\n',
    'mast.txt': 'The bridge was built of iron.\n',
    'sail.txt': 'The bridge was built of wood.\n',
  });
  await footnote.ingest([folder]);
  copyFileSync(join(folder, 'harbour.txt'), join(folder, 'quay.txt'));
  await footnote.ingest([folder]);
  expect(await titles(footnote)).toEqual(['harbour', 'mast', 'sail']);
  rmSync(join(folder, 'harbour.txt'));
  renameSync(join(folder, 'mast.txt'), join(folder, 'rope.txt'));
  renameSync(join(folder, 'sail.txt'), join(folder, 'mast.txt'));
  writeFiles(folder, { 'sail.txt': 'The bridge was built of ice.\n' });
  const plan = await footnote.ingest([folder], { dryRun: true });
  const report = await footnote.ingest([folder]);
  expect(report.documents).toEqual(plan.documents);
  expect(await titles(footnote)).toEqual(['mast', 'quay', 'rope', 'sail']);
  expect((await footnote.ingest([folder], { dryRun: true })).changes).toEqual([]);
});
