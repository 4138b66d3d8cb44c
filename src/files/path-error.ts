import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { FootnoteError, isFootnoteError } from '../errors.ts';

const remedies: Readonly<Record<string, string>> = {
  EACCES: 'Give this user read permission',
  EPERM: 'Give this user read permission',
  EMFILE: 'Raise the limit on open files for this user, and run the same command again',
  ENFILE: 'Raise the limit on open files for this machine, and run the same command again',
};

/** What lets any file be read that the system refuses; undefined where the fault is the file's own. */
export function readingRemedy(cause: unknown): string | undefined {
  return remedies[(cause as NodeJS.ErrnoException | null)?.code ?? ''];
}

/** What it means that the file system refuses `path`: `path_not_found` or `path_unreadable`. */
export function pathError(path: string, cause: unknown): FootnoteError {
  const { code } = cause as NodeJS.ErrnoException;
  const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
  // Bytes that are no UTF-8 came as this character, and the name with it belongs to no file.
  if (isMissing && path.includes('\uFFFD'))
    return unreadable(path, 'its name is not UTF-8', 'Rename it', cause);
  if (isMissing)
    return new FootnoteError('path_not_found', { path, remedy: remedyOfMissing(path) }, { cause });
  const ownRemedy = code === 'EISDIR' ? 'Give a file instead' : 'Check whether another program can open it';
  const remedy = readingRemedy(cause) ?? ownRemedy;
  return unreadable(path, reasonOf(cause), remedy, cause);
}

/** The failure of a file that says what of its folder to leave out. */
export function ignoreFileError(path: string, cause: unknown): FootnoteError {
  const remedy =
    'Make it a file that this user can read, or remove it: it says what to leave out, so until then nothing in its folder is read';
  return unreadable(path, reasonOf(cause), remedy, cause);
}

/** The failure of something that is there and is neither file nor folder. */
export function noFileError(path: string): FootnoteError {
  return unreadable(path, 'it is neither a file nor a folder', 'Save its output to a file');
}

/** The failure of the store's own folder. */
export function storeFolderError(path: string): FootnoteError {
  const remedy = 'Move the documents to another folder, or choose another store with --store';
  return unreadable(path, 'it is the folder of the store', remedy);
}

function remedyOfMissing(path: string): string {
  if (/^https?:\//i.test(path))
    return 'Footnote does not download anything: save the page, and give that file';
  if (/[*?]/.test(path))
    return 'If your shell does not expand globs, give the folder, and the glob with --include';
  return 'Check the spelling, or give the full path';
}

function reasonOf(cause: unknown): string {
  if (isFootnoteError(cause)) return String(cause.details['reason']);
  return (cause as NodeJS.ErrnoException).code ?? String(cause);
}

function unreadable(path: string, reason: string, remedy: string, cause?: unknown): FootnoteError {
  return new FootnoteError('path_unreadable', { path, reason, remedy }, { cause });
}

/** Whether an absolute path is that of a folder or file, or of something in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** An absolute path without links, as far as it is there: what is missing keeps its name. Never throws. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/**
 * A place that may be read, without links: one of these folders, or something in one. A path that is relative begins at
 * one of them. Without folders any place may. Errors: `folder_forbidden`, also where nothing is there: outside of its
 * folders nothing is told of the disk.
 */
export function permittedPlace(path: string, folders: readonly string[] | undefined): string {
  if (!folders) return realPath(resolve(path));
  for (const folder of folders) {
    try {
      const root = realpathSync(folder);
      const place = realpathSync(resolve(root, path));
      if (isWithin(place, root)) return place;
    } catch {
      // Neither is there, or neither may be looked at.
    }
  }
  throw new FootnoteError('folder_forbidden', { path });
}
