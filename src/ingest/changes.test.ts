import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KnownParsers } from '../formats/known-parsers.ts';
import { Changes } from './changes.ts';
import { DocumentMetadata } from './document-metadata.ts';
import { FileSources } from './file-sources.ts';
import type { FoundFile } from './find-files.ts';
import { PlannedDocuments } from './planned-documents.ts';
import { startProgress } from './progress.ts';
import type { Run } from './run.ts';
import { startTally } from './tally.ts';

/** A file of a folder, as it is found. */
function found(root: string, path: string, text: string): FoundFile {
  const absolutePath = join(root, path);
  writeFileSync(absolutePath, text);
  return { path, absolutePath, root, isNamed: false, bytes: text.length, modifiedMs: 1 };
}

test('the sources of a document are not looked at again for each of its copies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-changes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let asked = 0;
  class CountedDocuments extends PlannedDocuments {
    override findByContent(contentHash: string) {
      asked += 1;
      return super.findByContent(contentHash);
    }
  }
  const progress = startProgress(() => 0, undefined);
  onTestFinished(() => progress.end());
  const run: Run = {
    collection: 'default',
    documents: undefined,
    jobs: undefined,
    planned: new CountedDocuments('default', undefined),
    metadata: new DocumentMetadata({ file: '', baseUrl: '', fields: {} }),
    sources: new FileSources(),
    selection: {},
    storeDirectory: '',
    maxFileBytes: 10,
    containerLimits: { maxMembers: 1, maxBytes: 1, maxMemberBytes: 1, maxRatio: 1, maxDepth: 1 },
    // Nothing is parsed or unpacked, so no process is started.
    parsers: new KnownParsers({ processes: 1, timeoutMs: 1, maxMemoryMb: 1 }),
    parsersRunAs: '1',
    allowMassRemoval: false,
    tally: startTally(),
    progress,
    signal: undefined,
  };
  const files = Array.from({ length: 50 }, (_, n) => found(folder, `${n}.txt`, 'Stone.'));
  const changes = new Changes(files, run);
  const became: string[] = [];
  for await (const change of changes.inOrder()) {
    if (change.kind === 'make') {
      changes.planned(change.content);
      became.push(`make ${change.counts}`);
    } else if (change.kind !== 'file-end') {
      became.push(change.kind === 'done' ? `${change.kind} ${change.told.change}` : change.kind);
    }
  }
  expect(became).toEqual(['make added', ...Array.from({ length: 49 }, () => 'done added')]);
  expect(asked).toBe(1);
});
