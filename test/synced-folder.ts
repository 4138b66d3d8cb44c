import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PartialConfig } from '../src/config.ts';
import type { IngestReport } from '../src/contracts/ingest-report.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';
import { startWordEmbedder } from './word-embedder.ts';

/**
 * A folder with files, and Footnote over a store beside it, whose vectors come from `peer`. Paths of files are relative
 * to the folder.
 */
export async function startInFolder(files: Readonly<Record<string, string>>, settings: PartialConfig = {}) {
  const home = temporaryFolder();
  const folder = writeFiles(join(home, 'docs'), files);
  const store = join(home, 'store');
  const words = await startWordEmbedder();
  onTestFinished(() => words.peer.close());
  const open = async (changed: PartialConfig = {}) => {
    const footnote = await openFootnote({ store, ...words.settings, ...settings, ...changed });
    onTestFinished(() => footnote.close());
    return footnote;
  };
  return { home, folder, store, open, footnote: await open(), peer: words.peer };
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
