import { basename, extname } from 'node:path';

/** What a document is called that has no title: its file without the ending. */
export function titleOfPath(path: string): string {
  return basename(path, extname(path));
}

/** Whether a title may be no more than the name of the file it was `madeFrom`, and the file at `path` has another. */
export function isFormerName(title: string, madeFrom: string, path: string): boolean {
  return title === titleOfPath(madeFrom) && title !== titleOfPath(path);
}
