import { createHash } from 'node:crypto';
import type { Parser, SourceFile } from '../../contracts/parser.ts';
import { type FootnoteError, isAborted, isFootnoteError } from '../../errors.ts';
import type { RunParser } from '../prepare-documents.ts';
import { parserStamp } from './parsers.ts';

/**
 * Runs parsers as `run` does; a file that failed before and is as it was fails at once, for the same reason. For
 * whoever follows a folder: scans and damaged files in it would be parsed in vain at each change of another file.
 */
export function withKnownFailures(run: RunParser): RunParser {
  const failed = new Map<string, { readonly hash: string; readonly error: FootnoteError }>();
  return async (parser, file, options) => {
    const before = failed.get(file.path);
    if (before && before.hash === hashOf(parser, file)) throw before.error;
    try {
      return await run(parser, file, options);
    } catch (error) {
      if (isFootnoteError(error) && !isAborted(error))
        failed.set(file.path, { hash: hashOf(parser, file), error });
      throw error;
    }
  };
}

function hashOf(parser: Parser, { bytes }: SourceFile): string {
  return createHash('sha256').update(parserStamp(parser)).update('\0').update(bytes).digest('hex');
}
