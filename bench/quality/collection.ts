import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvaluationSet } from '../../src/evaluate/read-beir.ts';
import type { Footnote } from '../../src/footnote.ts';
import { openFootnote } from '../../src/pipeline.ts';

/** An evaluation set that went through the whole pipeline, each of its documents as a file. */
export interface IngestedSet {
  /** By the most sentences of an answer: 1, 2 or 3. All read the same store. */
  readonly footnotes: Readonly<Record<1 | 2 | 3, Footnote>>;
  /** The set's own id of the document at a path. */
  documentId(path: string): string;
  /** Removes every trace of it. */
  close(): Promise<void>;
}

/** Writes the documents as files into a temporary folder and ingests them with default settings. */
export async function ingestSet(set: EvaluationSet): Promise<IngestedSet> {
  const folder = await mkdtemp(join(tmpdir(), 'footnote-quality-'));
  const files = join(folder, 'files');
  await mkdir(files);
  for (const document of set.documents) {
    if (document.text.trim() === '') continue;
    await writeFile(join(files, fileName(document.id)), asMarkdown(document));
  }
  const open = (maxSentences: number) =>
    openFootnote({ store: join(folder, 'store'), answer: { maxSentences } });
  const footnotes = { 1: await open(1), 2: await open(2), 3: await open(3) };
  const close = async () => {
    await Promise.all(Object.values(footnotes).map((footnote) => footnote.close()));
    await rm(folder, { recursive: true });
  };
  try {
    const report = await footnotes[3].ingest([files]);
    if (report.status !== 'complete') throw new Error(`Not all was ingested: ${report.failures[0]?.message}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { footnotes, documentId, close };
}

const ending = '.md';

/** Ids may be addresses: what a file name cannot hold is escaped. */
function fileName(id: string): string {
  return `${encodeURIComponent(id)}${ending}`;
}

function documentId(path: string): string {
  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1, -ending.length));
}

/** A text that begins with its title has the title as its heading; else the heading is put above it. */
function asMarkdown({ title, text }: EvaluationSet['documents'][number]): string {
  if (title === '') return text;
  return text.startsWith(title) ? `# ${text}` : `# ${title}\n\n${text}`;
}
