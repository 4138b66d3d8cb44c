import { extname } from 'node:path';
import { isFootnoteError } from '../errors.ts';
import { supportedExtensions } from './parse/parsers.ts';
import type { Tally } from './tally.ts';

/** Tallies a file that could not be used. Errors: being told to stop is no failure of a file and goes on. */
export function tallyFailure(path: string, error: unknown, tally: Tally): undefined {
  if (isFootnoteError(error) && error.code === 'aborted') throw error;
  tally.failed(path, error);
}

/** As {@link tallyFailure}; what no parser takes of an archive or a message is counted instead, as in folders. */
export function tallyMemberFailure(path: string, error: unknown, tally: Tally): undefined {
  const ending = extname(path).toLowerCase();
  if (isNotRead(error) && !supportedExtensions.includes(ending)) tally.passedOver(ending, 1);
  else tallyFailure(path, error, tally);
}

function isNotRead(error: unknown): boolean {
  return isFootnoteError(error) && (error.code === 'file_unsupported' || error.code === 'file_convertible');
}
