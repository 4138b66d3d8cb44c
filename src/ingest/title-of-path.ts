import { basename, extname } from 'node:path';
import type { KnownSource } from '../contracts/document-records.ts';
import { fileEnding } from '../formats/file-kinds.ts';

/** What Notion sets behind the name of a page, and of all rows of a database, in the files that it hands out. */
const notionId = /(?<=\S) [\da-f]{32}(?:_all)?$/;

/** What a document is called that has no title: its file without the ending. */
export function titleOfPath(path: string): string {
  const name = fileEnding(path) === '' ? basename(path) : basename(path, extname(path));
  return name.replace(notionId, '');
}

/** Whether a document of one file is called by the name that this file, or another, had before. */
export function hasFormerName(
  { title, madeFrom, isShared }: Pick<KnownSource, 'title' | 'madeFrom' | 'isShared'>,
  source: string,
): boolean {
  return !isShared && isFormerName(title, madeFrom, source);
}

/** Whether a title may be no more than the name of the file it was `madeFrom`, and the file at `path` has another. */
export function isFormerName(title: string, madeFrom: string, path: string): boolean {
  return title === titleOfPath(madeFrom) && title !== titleOfPath(path);
}
