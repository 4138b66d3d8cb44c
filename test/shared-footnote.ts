import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';

/** What a test does with a collection. */
export type TestCollection = Pick<
  Footnote,
  'ingest' | 'ask' | 'search' | 'listDocuments' | 'getDocument' | 'getDocumentText' | 'removeDocument'
>;

/**
 * One Footnote for the tests of a file, with the default settings but for one thread that embeds. Each call gives a
 * collection that no other test sees: model and parsers are loaded once, which takes longer than most of the tests.
 */
export function sharedFootnote(): () => TestCollection {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-test-'));
  let footnote: Footnote;
  let collections = 0;
  beforeAll(async () => {
    footnote = await openFootnote({ store: join(folder, 'store'), embedder: { threads: 1 } });
  });
  afterAll(async () => {
    await footnote.close();
    rmSync(folder, { recursive: true, force: true });
  });

  return () => {
    const collection = `of-test-${++collections}`;
    return {
      ingest: (paths, options) => footnote.ingest(paths, { collection, ...options }),
      ask: (question, options) => footnote.ask(question, { collection, ...options }),
      search: (question, options) => footnote.search(question, { collection, ...options }),
      listDocuments: (options) => footnote.listDocuments({ collection, ...options }),
      getDocument: (document, options) => footnote.getDocument(document, { collection, ...options }),
      getDocumentText: (document, options) => footnote.getDocumentText(document, { collection, ...options }),
      removeDocument: (document, options) => footnote.removeDocument(document, { collection, ...options }),
    };
  };
}
