import { basename, extname } from 'node:path';
import type { DocumentRecords, KnownSource } from '../contracts/document-records.ts';
import { fileEnding } from './parse/file-ending.ts';

/** Where the sources of a document are looked up. */
export interface NamingContext {
  readonly collection: string;
  readonly documents: Pick<DocumentRecords, 'findByContent'>;
}

/** What Notion sets behind the name of a page, and of all rows of a database, in the files that it hands out. */
const notionId = /(?<=\S) [\da-f]{32}(?:_all)?$/;

/** What a document is called that has no title: its file without the ending. */
export function titleOfPath(path: string): string {
  const name = fileEnding(path) === '' ? basename(path) : basename(path, extname(path));
  return name.replace(notionId, '');
}

/**
 * Whether the document of the file at `path` is called by the name of a file that has left it, and no source of it has
 * that name still.
 * @param found answers by document, of which one may have thousands of files; those that are here are not looked up
 */
export async function hasLeftName(
  { documentId, contentHash, title, madeFrom }: KnownSource,
  path: string,
  { collection, documents }: NamingContext,
  found: Map<string, boolean> = new Map(),
): Promise<boolean> {
  if (madeFrom.isSource || !isFormerName(title, madeFrom.path, path)) return false;
  let hasLeft = found.get(documentId);
  if (hasLeft === undefined) {
    const same = await documents.findByContent(collection, contentHash);
    const { sources = [] } = same.find((document) => document.documentId === documentId) ?? {};
    hasLeft = !sources.some((source) => titleOfPath(source) === title);
    found.set(documentId, hasLeft);
  }
  return hasLeft;
}

/** Whether a title may be no more than the name of the file it was `madeFrom`, and the file at `path` has another. */
export function isFormerName(title: string, madeFrom: string, path: string): boolean {
  return title === titleOfPath(madeFrom) && title !== titleOfPath(path);
}
