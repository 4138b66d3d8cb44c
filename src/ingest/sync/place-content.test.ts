import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noDocuments } from '../plan-ingest.ts';
import { ChangedContents } from './changed-contents.ts';
import { ContentPlacer } from './place-content.ts';
import { PlannedDocuments } from './planned-documents.ts';

test('the sources of a document are not looked at again for each of its copies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-place-content-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let asked = 0;
  const findByContent = async () => {
    asked += 1;
    return [];
  };
  const planned = new PlannedDocuments({ ...noDocuments, findByContent });
  const placer = new ContentPlacer({
    collection: 'default',
    documents: planned,
    planned,
    contents: new ChangedContents([], { maxFileBytes: 10 }),
    removeVersions: async () => {},
  });
  const placed = [];
  for (let n = 0; n < 50; n++) {
    const path = join(folder, `${n}.txt`);
    writeFileSync(path, 'Stone.');
    const source = { source: path, path, bytes: 6, modifiedMs: 1 };
    const content = { source, known: undefined, contentHash: 'stone', parser: 'text@1', metadataHash: '' };
    const { kind, counts } = await placer.place(content);
    if (kind === 'is-made') placer.planned(content);
    placed.push(`${kind} ${counts}`);
  }
  expect(placed).toEqual(['is-made added', ...Array.from({ length: 49 }, () => 'is-there added')]);
  expect(asked).toBe(1);
});
