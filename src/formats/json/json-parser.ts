import { isFootnoteError } from '../../errors.ts';
import { type TextFile, textFormat } from '../text-format.ts';
import { readJsonWithComments, tryToReadJson } from './json-reader.ts';
import { JsonObject, type JsonValue, objectsIn } from './json-value.ts';
import { writeJson } from './json-writer.ts';
import { writeJsonLines } from './jsonl-parser.ts';

/**
 * JSON (RFC 8259) as lines `path.to.key: value`, headings by top-level key, tables for lists of alike objects.
 * Numbers stay as written, comments as lines above what they stand at. A file of several values, one a line, is read
 * as JSON Lines. Title: the `title` or `name` of the top level, else of its `info`, as OpenAPI and Postman have it.
 * Errors: `file_malformed` with the line, also where values nest over 400 deep.
 */
export const jsonParser = textFormat({
  name: 'json',
  extensions: ['.json', '.jsonc', '.geojson', '.webmanifest', '.code-workspace'],
  version: 4,
  isCleaned: true,
  write(builder, file) {
    const read = tryToRead(file);
    if (!read) return writeJsonLines(builder, file);
    const { value, comments } = read;
    writeJson(value, builder, comments);
    return { title: titleOf(value) };
  },
});

/** Undefined where the file is JSON Lines, by its first lines. */
function tryToRead({ text, path }: TextFile): ReturnType<typeof readJsonWithComments> | undefined {
  try {
    return readJsonWithComments(text, path);
  } catch (error) {
    const lines = text.split('\n', sniffedLines).filter((line) => line.trim() !== '');
    if (isFootnoteError(error) && lines.length > 1 && !lines.slice(0, 2).some(isBroken)) return undefined;
    throw error;
  }
}

const isBroken = (line: string) => isFootnoteError(tryToReadJson(line, ''));

/** Lines in which two records are looked for. */
const sniffedLines = 10;

function titleOf(value: JsonValue): string | undefined {
  const objects = objectsIn([value, value instanceof JsonObject ? (value.get('info') ?? '') : '']);
  return objects
    .flatMap((object) => [object.word('title'), object.word('name')])
    .find((title) => title.length <= 200 && isName(title));
}

/** Words, and not what stands in the file for none. */
function isName(text: string): boolean {
  return /\p{L}/u.test(text) && !/^(?:null|true|false|NaN|-?Infinity)$/.test(text);
}
