import { FootnoteError } from '../errors.ts';

/** Primary result codes of SQLite (https://www.sqlite.org/rescode.html) that mean something to the user. */
const resultCode = {
  permission: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
};

/** SQLITE_IOERR_SHMSIZE: the write-ahead log's index could not grow, which is how a full disk shows there. */
const sharedMemorySize = 4874;

/** What to do where the file system or another process is in the way. */
const faultRemedy =
  'Try again in a moment; if it keeps happening, check its disk, the permissions of this user, and the limit on open files';

/**
 * What an error of `node:sqlite` means: `store_full`, `store_read_only`, `store_corrupt`, or `store_unavailable` for
 * the other failures of the file. Anything else comes back unchanged, since it is a defect and not a fault.
 */
export function storeError(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const reason = (error as Error).message;
  if (code === sharedMemorySize) return new FootnoteError('store_full', { path }, { cause: error });
  switch (code & 0xff) {
    case resultCode.full:
      return new FootnoteError('store_full', { path }, { cause: error });
    case resultCode.readOnly:
    case resultCode.permission:
      return new FootnoteError('store_read_only', { path }, { cause: error });
    case resultCode.corrupt:
    case resultCode.notADatabase:
      return new FootnoteError('store_corrupt', { path, problem: reason }, { cause: error });
    case resultCode.busy:
    case resultCode.locked:
    case resultCode.ioError:
    case resultCode.cantOpen:
      return new FootnoteError('store_unavailable', { path, reason, remedy: faultRemedy }, { cause: error });
    default:
      return error;
  }
}

/** Whether another connection holds the lock that was asked for, so that trying again can help. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && ((code & 0xff) === resultCode.busy || (code & 0xff) === resultCode.locked);
}

/** Whether SQLite came upon a page of the file that is damaged. */
export function isCorrupt(error: unknown): boolean {
  return ((sqliteCode(error) ?? 0) & 0xff) === resultCode.corrupt;
}

/** Whether the file could not be opened the way it was asked for. */
export function isOpenFailure(error: unknown): boolean {
  const primary = (sqliteCode(error) ?? 0) & 0xff;
  return (
    primary === resultCode.cantOpen || primary === resultCode.readOnly || primary === resultCode.permission
  );
}

/** The extended result code of an error that SQLite raised. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode : undefined;
}
