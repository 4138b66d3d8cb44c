import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { IngestReport } from '../src/contracts/job.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';
import { inCollection } from './in-collection.ts';
import { quickParsers } from './shared-embedder.ts';
import { startWordEmbedder, type WordEmbedder } from './word-embedder.ts';

/**
 * A folder with files, and Footnote over a store beside it, whose vectors come from `peer`. Paths of files are relative
 * to the folder. Without `parsers` of this process, files are parsed in processes of their own.
 */
export async function startInFolder(
  files: Readonly<Record<string, string>>,
  settings: PartialConfig = {},
  parsers = quickParsers,
) {
  const home = temporaryFolder();
  const folder = writeFiles(join(home, 'docs'), files);
  const store = join(home, 'store');
  const words = await startWordEmbedder();
  onTestFinished(() => words.peer.close());
  const open = async (changed: PartialConfig = {}) => {
    const footnote = await openFootnote({ store, ...words.settings, ...settings, ...changed }, { parsers });
    onTestFinished(() => footnote.close());
    return footnote;
  };
  return { home, folder, store, open, footnote: await open(), peer: words.peer };
}

/**
 * The same for the tests of a file, in one store and with a collection each: to start a process that parses takes
 * longer than most of them.
 */
export function foldersOfOneStore() {
  const base = mkdtempSync(join(tmpdir(), 'footnote-test-'));
  let words: WordEmbedder;
  let footnote: Footnote;
  let collections = 0;
  beforeAll(async () => {
    words = await startWordEmbedder();
    footnote = await openFootnote(
      { store: join(base, 'store'), ...words.settings },
      { parsers: quickParsers },
    );
  });
  afterAll(async () => {
    await footnote.close();
    await words.peer.close();
    rmSync(base, { recursive: true, force: true });
  });

  return (files: Readonly<Record<string, string>>) => {
    const home = temporaryFolder();
    const folder = writeFiles(join(home, 'docs'), files);
    return { home, folder, footnote: inCollection(footnote, `of-test-${++collections}`) };
  };
}

/** The titles that a collection has. */
export async function titles(footnote: Footnote): Promise<readonly string[]> {
  const documents = await footnote.listDocuments();
  return documents.map(({ title }) => title).toSorted();
}

/** What a dry run would do, each with its path in the folder. */
export function changesOf({ changes }: IngestReport, folder: string): readonly string[] {
  return (changes ?? []).map(({ change, path }) => `${change} ${path.slice(folder.length + 1)}`);
}

/** A Markdown file with this title. */
export const page = (title: string, body = 'The bridge was built of stone and iron.') =>
  `# ${title}\n\n${body}\n`;
