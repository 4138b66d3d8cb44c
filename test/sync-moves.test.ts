import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from './corpus.ts';
import { page, startInFolder } from './synced-folder.ts';

test('a file is no source of a document that is being made anew from another', async () => {
  // Of more passages than are written at once, so that files behind it are placed between its parts.
  const long = (title: string) =>
    `# ${title}\n\n${Array.from({ length: 300 }, (_, n) => `${title} ${n}.`).join(' ')}\n`;
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
