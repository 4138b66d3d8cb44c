import type { Parser } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { looksLikeText, readText } from '../read-text.ts';
import { type JsonValue, readJson } from './json-reader.ts';
import { writeJson } from './json-writer.ts';

/**
 * JSON (RFC 8259) as lines `path.to.key: value`, headings by top-level key, tables for lists of alike objects.
 * Numbers stay as written. Title: the top level's `title` or `name`. Errors: `file_malformed` with the line, also
 * where values nest over 400 deep.
 */
export const jsonParser: Parser = {
  name: 'json',
  extensions: ['.json', '.geojson', '.webmanifest'],
  version: 1,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    const { text, warnings } = readText(file);
    const value = readJson(text, file.path);
    throwIfAborted(options.signal);
    const builder = new DocumentBuilder({ isCleaned: true });
    writeJson(value, builder);
    const title = titleOf(value);
    return builder.finish(file.path, { ...(title && { title }), warnings });
  },
};

function titleOf(value: JsonValue): string | undefined {
  if (!(value instanceof Map)) return undefined;
  const members = value as ReadonlyMap<string, JsonValue>;
  const title = members.get('title') ?? members.get('name');
  return typeof title === 'string' && title.length <= 200 ? title : undefined;
}
