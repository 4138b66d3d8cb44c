import { type FootnoteError, isFootnoteError, throwIfAborted } from '../../errors.ts';
import type { DocumentBuilder } from '../document-builder.ts';
import { type TextFile, textFormat } from '../text-format.ts';
import { tryToReadJson } from './json-reader.ts';
import { writeJsonRecord } from './json-writer.ts';

/** A file that begins with so many lines that are no JSON is none of JSON Lines. */
const maxBrokenAtStart = 100;

/**
 * JSON Lines: a paragraph for each record, with a line `path.to.key: value` for each of its values. Blank lines are
 * left out. A line that is no JSON, as the last of a log that is being written, is kept as it stands, with a warning.
 * Errors: `file_malformed` with the first such line where no line is JSON, or none of the first hundred.
 */
export const jsonlParser = textFormat({
  name: 'jsonl',
  extensions: ['.jsonl', '.ndjson'],
  version: 2,
  isCleaned: true,
  write: writeJsonLines,
});

/** Writes a file as `jsonlParser` says, and returns what could not be read of it. */
export function writeJsonLines(builder: DocumentBuilder, { text, path, signal }: TextFile) {
  let firstBroken: FootnoteError | undefined;
  let [line, records, broken] = [0, 0, 0];
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const record = text.slice(start, end);
    line += 1;
    if (record.trim() !== '') {
      const value = tryToReadJson(record, path, line);
      if (isFootnoteError(value)) {
        firstBroken ??= value;
        broken += 1;
        if (records === 0 && broken === maxBrokenAtStart) throw firstBroken;
        builder.paragraph(record);
      } else {
        records += 1;
        writeJsonRecord(value, builder);
      }
    }
    if (line % 1000 === 0) throwIfAborted(signal);
    start = end + 1;
  }
  if (firstBroken && records === 0) throw firstBroken;
  return { warnings: firstBroken ? [brokenLines(broken, firstBroken)] : [] };
}

function brokenLines(count: number, { details }: FootnoteError): string {
  const lines = count === 1 ? '1 line is' : `${count} lines are`;
  return `${lines} not JSON and kept as written, the first on line ${details.line}: ${details.problem}`;
}
