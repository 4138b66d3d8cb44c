import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { quickAnswers, writeFiles } from './corpus.ts';
import { inCollection } from './in-collection.ts';
import { quickAdapters } from './shared-embedder.ts';

/**
 * One Footnote for the tests of a file, with the default settings but for one thread that embeds and quick answers.
 * Each call gives a collection that no other test sees: model and parsers are loaded once, which takes longer than
 * most of the tests.
 */
export function sharedFootnote(): () => Footnote {
  const footnote = footnoteOver({});
  let collections = 0;
  return () => inCollection(footnote(), `of-test-${++collections}`);
}

/** One Footnote over these files, with the same settings, for tests that only ask. Its store is `folder/store`. */
export function footnoteOver(
  files: Readonly<Record<string, string>>,
  folder = mkdtempSync(join(tmpdir(), 'footnote-test-')),
): () => Footnote {
  let footnote: Footnote;
  beforeAll(async () => {
    const settings = { embedder: { threads: 1 }, answer: quickAnswers };
    footnote = await openFootnote({ store: join(folder, 'store'), ...settings }, await quickAdapters());
    if (Object.keys(files).length > 0) await footnote.ingest([writeFiles(join(folder, 'files'), files)]);
  });
  afterAll(async () => {
    await footnote.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => footnote;
}
