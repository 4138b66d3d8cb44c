import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup } from 'node:sqlite';
import { FootnoteError, isFootnoteError, throwIfAborted } from '../errors.ts';
import { makeFolder, unwritable } from '../files/output-files.ts';
import { openDatabase } from './open-database.ts';
import { storeError } from './store-error.ts';

/** Copied before it is looked whether to stop: 16 MiB. */
const pagesAtOnce = 2048;

/**
 * Copies the store in `file` to `target` as of one moment, also while others write to it. The copy has another name
 * until it is whole. Errors: `request_invalid` where there is a file already, `path_unwritable`, `store_full`,
 * `aborted`.
 */
export async function backUp(
  file: string,
  target: string,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<{ file: string; bytes: number }> {
  if (target === '') throw refused('it has no name');
  refuseTaken(target);
  // A connection of its own: the copy runs on another thread and would hold up queries on a shared one.
  const source = openDatabase(file, { readOnly: true });
  // Of its own, so that two copies to one target do not write over each other. Absolute: SQLite takes what begins with
  // `file:` for an address.
  const partial = resolve(`${target}.${randomUUID()}.partial`);
  try {
    makeFolder(dirname(target));
    // A reader keeps its moment: without one the backup would start over at every commit of a writer.
    source.exec('begin; select count(*) from sqlite_schema');
    await backup(source, partial, { rate: pagesAtOnce, progress: () => throwIfAborted(signal) });
    throwIfAborted(signal);
    refuseTaken(target);
    renameSync(partial, target);
    return { file: target, bytes: statSync(target).size };
  } catch (error) {
    if (existsSync(partial)) rmSync(partial);
    throw copyError(error, file, target);
  } finally {
    source.close();
  }
}

/** What went wrong with the copy; a damaged store is named itself. */
function copyError(error: unknown, file: string, target: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const meant = storeError(error, file);
  const meantCode = isFootnoteError(meant) ? meant.code : undefined;
  if (meantCode === 'store_full' || code === 'ENOSPC')
    return new FootnoteError('store_full', { path: target }, { cause: error });
  const isPlace =
    meantCode === 'store_unavailable' || meantCode === 'store_read_only' || /^E[A-Z]+$/.test(code);
  if (!isPlace) return meant;
  return unwritable(target, error);
}

function refuseTaken(target: string): void {
  if (statSync(target, { throwIfNoEntry: false }))
    throw refused(`${target} already exists. Choose a new file name, or move that file away`);
}

function refused(problem: string): FootnoteError {
  return new FootnoteError('request_invalid', { field: 'file', problem });
}
