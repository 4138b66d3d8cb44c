import { extname } from 'node:path';
import { isFootnoteError } from '../errors.ts';
import { supportedExtensions } from './parse/parsers.ts';
import type { Tally } from './tally.ts';

/** Tallies a file that could not be used. Errors: being told to stop is no failure of a file and goes on. */
export function tallyFailure(path: string, error: unknown, tally: Tally): undefined {
  if (isFootnoteError(error) && error.code === 'aborted') throw error;
  tally.failed(path, error);
}

/**
 * As {@link tallyFailure}, for a file that nobody named: it stands in a folder, an archive or a message. Where nobody
 * would expect it to be read either, it is counted by its ending instead.
 */
export function tallyFoundFailure(path: string, error: unknown, tally: Tally): undefined {
  const ending = extname(path).toLowerCase();
  if (isOfNoUse(error) && !supportedExtensions.includes(ending)) tally.passedOver(ending, 1);
  else tallyFailure(path, error, tally);
}

/** Whether the kind of the file is not known, or one of which a folder may have thousands. */
function isOfNoUse(error: unknown): boolean {
  if (!isFootnoteError(error)) return false;
  return error.code === 'file_unsupported' || error.details['isCommon'] === true;
}
