import type { Parser } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { DocumentBuilder } from '../document-builder.ts';
import { looksLikeText, readText } from '../read-text.ts';
import { readJsonWithComments } from './json-reader.ts';
import { JsonObject, type JsonValue } from './json-value.ts';
import { writeJson } from './json-writer.ts';

/**
 * JSON (RFC 8259) as lines `path.to.key: value`, headings by top-level key, tables for lists of alike objects.
 * Numbers stay as written, comments as lines above what they stand at. Title: the top level's `title` or `name`. Errors: `file_malformed` with the line, also
 * where values nest over 400 deep.
 */
export const jsonParser: Parser = {
  name: 'json',
  extensions: ['.json', '.jsonc', '.geojson', '.webmanifest', '.code-workspace'],
  version: 1,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    const { text, warnings } = readText(file);
    const { value, comments } = readJsonWithComments(text, file.path);
    throwIfAborted(options.signal);
    const builder = new DocumentBuilder({ isCleaned: true });
    writeJson(value, builder, comments);
    const title = titleOf(value);
    return builder.finish(file.path, { ...(title && { title }), warnings });
  },
};

function titleOf(value: JsonValue): string | undefined {
  if (!(value instanceof JsonObject)) return undefined;
  const title = value.get('title') ?? value.get('name');
  return typeof title === 'string' && title.length <= 200 ? title : undefined;
}
