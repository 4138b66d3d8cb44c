import { type FootnoteError, isAborted, isFootnoteError } from '../errors.ts';
import type { FoundFile } from './load/find-files.ts';
import { fileEnding } from './parse/file-ending.ts';
import { supportedExtensions } from './parse/parsers.ts';
import type { Content } from './sync/place-content.ts';
import type { Tally } from './tally.ts';

/**
 * Tallies a file that could not be used, with what else there is to say of it. Errors: being told to stop is no failure
 * of a file and goes on.
 */
export function tallyFailure(path: string, error: unknown, tally: Tally, remark?: string): undefined {
  if (isAborted(error)) throw error;
  tally.failed(path, error, remark);
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
 * As {@link tallyFailure}, for the content of a file or of a member of it. One that nobody named, since it stands in a
 * folder, an archive or a message, and that nobody would expect to be read either, is counted by its ending instead. A
 * note there that nobody has written in yet is warned of; one that had text before is not what it was.
 */
export function tallyContentFailure(
  file: Pick<FoundFile, 'path' | 'isNamed'>,
  { source: { path }, known }: Pick<Content, 'source' | 'known'>,
  error: unknown,
  tally: Tally,
): undefined {
  const isNamed = file.isNamed && path === file.path;
  const ending = fileEnding(path);
  const isExpected = isNamed || supportedExtensions.includes(ending);
  if (!isExpected && isOfNoUse(error)) tally.passedOver(ending);
  else if (!isNamed && !known && isBlank(error)) tally.warn(error.message);
  else tallyFailure(path, error, tally, known && 'Its previous version can still be found.');
}

/** Whether a file of text has none, so that nothing of it can be missing. */
function isBlank(error: unknown): error is FootnoteError {
  return isFootnoteError(error) && error.details['isBlank'] === true;
}

/** Whether the kind of the file is not known, or one of which a folder may have thousands. */
function isOfNoUse(error: unknown): boolean {
  if (!isFootnoteError(error)) return false;
  return error.code === 'file_unsupported' || error.details['isCommon'] === true;
}
