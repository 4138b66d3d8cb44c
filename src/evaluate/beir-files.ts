import { createHash } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import type { EvaluationDocument } from './read-beir.ts';

const ending = '.md';

/** Longest encoded id that is a file's name on every file system, with room for the ending. */
const maxNameLength = 200;

/**
 * Name of the file that a document of a set is written to. Ids may be addresses: what a name cannot hold is escaped,
 * and an id that is too long is told apart by its hash.
 */
export function documentFileName(id: string): string {
  const name = encodeURIComponent(id).replaceAll('*', '%2A');
  if (name.length <= maxNameLength) return name + ending;
  const hash = createHash('sha256').update(id).digest('hex');
  return `${name.slice(0, 100)}-${hash}${ending}`;
}

/** Stands for the files of a set's documents: SHA-256, hexadecimal. */
export function documentsHash(documents: readonly EvaluationDocument[]): string {
  const hash = createHash('sha256');
  for (const document of documents) hash.update(JSON.stringify([document.id, asMarkdown(document)]));
  return hash.digest('hex');
}

/**
 * Writes each document that has text, or a title, as a Markdown file. The folder appears when all are written,
 * so that one that is there is whole.
 */
export async function writeDocumentFiles(
  documents: readonly EvaluationDocument[],
  folder: string,
): Promise<void> {
  const staging = `${folder}.${process.pid}`;
  await rm(staging, { recursive: true, force: true });
  makeFolder(staging);
  for (const document of documents) {
    const text = asMarkdown(document);
    if (text.trim() !== '') await writeFile(join(staging, documentFileName(document.id)), text);
  }
  await rename(staging, folder);
}

/**
 * A text whose first line is its title has that as its heading; else the heading is put above it. A document of a title
 * alone is that title.
 */
function asMarkdown({ title, text }: EvaluationDocument): string {
  if (title.trim() === '') return text;
  if (text.trim() === '') return title;
  const hasHeading = text.startsWith(title) && /^[^\S\n]*(?:\n|$)/.test(text.slice(title.length));
  return hasHeading ? `# ${text}` : `# ${title}\n\n${text}`;
}
