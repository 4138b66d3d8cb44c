import type { ParsedDocument, ParseOptions, SourceFile } from '../contracts/parser.ts';
import { FootnoteError } from '../errors.ts';

/**
 * Parses a file of any supported format, which is found from its bytes first and its name second. It runs in this
 * process without limits of time and memory; an ingest parses in processes that have them. The parsers are loaded by
 * the first file. Errors: `file_binary`, `file_damaged`, `file_convertible` or `file_unsupported` where no parser takes
 * it, else those of `Parser`; `request_invalid` for anything but a path with its bytes.
 */
export async function parseFile(file: SourceFile, options?: ParseOptions): Promise<ParsedDocument> {
  if (typeof file?.path !== 'string' || !(file.bytes instanceof Uint8Array)) {
    const problem =
      'it must be {path, bytes} with a Uint8Array; the path only names it, and no file is opened';
    throw new FootnoteError('request_invalid', { field: 'file', problem });
  }
  const { parserFor } = await import('./parsers.ts');
  return parserFor(file).parse(file, options);
}
