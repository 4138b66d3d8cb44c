import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { packageRoot } from '../files/package-root.ts';
import { isWithin } from '../files/path-error.ts';
import type { Footnote } from '../footnote.ts';

const sampleRoots = ['README.md', 'docs'].map((name) => join(packageRoot, name));

/** What `start` reads where no path is given: this project's own documentation, as seen from the working directory. */
export function samplePaths(): readonly string[] {
  return sampleRoots
    .filter((path) => existsSync(path))
    .map((path) => {
      const seenFromHere = relative('.', path);
      return seenFromHere.startsWith('..') ? path : seenFromHere;
    });
}

/** Questions that the sample answers, the best first. */
export const sampleQuestions: readonly string[] = [
  'Does my data leave the machine?',
  'Does the first answer need a network?',
];

/**
 * Removes the sample's documents, known by their content, so that a user's own are alone in the collection. Does
 * nothing where the user asked for the sample by its own path. Returns how many went.
 */
export async function removeSample(footnote: Footnote, asked: readonly string[]): Promise<number> {
  const isSample = (path: string) => sampleRoots.some((root) => isWithin(path, root) || isWithin(root, path));
  if (asked.some((path) => isSample(resolve(path)))) return 0;
  const hashes = new Set(sampleRoots.flatMap(listFiles).map(contentHash));
  const documents = await footnote.listDocuments();
  const sample = documents.filter((document) => hashes.has(document.contentHash));
  for (const { documentId } of sample) await footnote.removeDocument(documentId);
  return sample.length;
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function contentHash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
