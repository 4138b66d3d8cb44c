import type { Parser } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { looksLikeText, readText } from '../read-text.ts';
import { readJson } from './json-reader.ts';
import { writeJsonRecord } from './json-writer.ts';

/**
 * JSON Lines: a paragraph for each record, with a line `path.to.key: value` for each of its values. Blank lines are
 * left out. Errors: `file_malformed` with the line.
 */
export const jsonlParser: Parser = {
  name: 'jsonl',
  extensions: ['.jsonl', '.ndjson'],
  version: 1,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    const { text, warnings } = readText(file);
    const builder = new DocumentBuilder({ isCleaned: true });
    let line = 0;
    for (let start = 0; start < text.length; ) {
      const next = text.indexOf('\n', start);
      const end = next < 0 ? text.length : next;
      const record = text.slice(start, end);
      line += 1;
      if (record.trim() !== '') writeJsonRecord(readJson(record, file.path, line), builder);
      if (line % 1000 === 0) throwIfAborted(options.signal);
      start = end + 1;
    }
    return builder.finish(file.path, { warnings });
  },
};
