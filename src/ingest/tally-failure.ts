import { isAborted, isFootnoteError } from '../errors.ts';
import type { FoundFile } from './load/find-files.ts';
import { fileEnding } from './parse/file-ending.ts';
import { supportedExtensions } from './parse/parsers.ts';
import type { Tally } from './tally.ts';

/** Tallies a file that could not be used. Errors: being told to stop is no failure of a file and goes on. */
export function tallyFailure(path: string, error: unknown, tally: Tally): undefined {
  if (isAborted(error)) throw error;
  tally.failed(path, error);
}

/**
 * As {@link tallyFailure}, for a file as a whole. One that stood in a folder and is gone by now, as what editors write
 * on the way, is no failure.
 */
export function tallyFileFailure(
  file: Pick<FoundFile, 'path' | 'isNamed'>,
  error: unknown,
  tally: Tally,
): undefined {
  if (!file.isNamed && isFootnoteError(error) && error.code === 'path_not_found') return;
  tallyFailure(file.path, error, tally);
}

/**
 * As {@link tallyFailure}, for a file or a member of it at `path`. One that nobody named, since it stands in a folder,
 * an archive or a message, and that nobody would expect to be read either, is counted by its ending instead.
 */
export function tallyContentFailure(
  file: Pick<FoundFile, 'path' | 'isNamed'>,
  path: string,
  error: unknown,
  tally: Tally,
): undefined {
  const isNamed = file.isNamed && path === file.path;
  const ending = fileEnding(path);
  const isExpected = isNamed || supportedExtensions.includes(ending);
  if (!isExpected && isOfNoUse(error)) tally.passedOver(ending, 1);
  else tallyFailure(path, error, tally);
}

/** Whether the kind of the file is not known, or one of which a folder may have thousands. */
function isOfNoUse(error: unknown): boolean {
  if (!isFootnoteError(error)) return false;
  return error.code === 'file_unsupported' || error.details['isCommon'] === true;
}
