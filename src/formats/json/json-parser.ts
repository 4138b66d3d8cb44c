import { type FootnoteError, isFootnoteError, throwIfAborted } from '../../errors.ts';
import { cleanText } from '../../text/decode/clean-text.ts';
import type { DocumentBuilder } from '../document/document-builder.ts';
import { type TextFile, textFormat } from '../document/text-format.ts';
import {
  type JsonComments,
  JsonObject,
  type JsonValue,
  objectsIn,
  readJsonWithComments,
  tryToReadJson,
  tryToReadJsonValues,
} from './json-reader.ts';

/**
 * JSON (RFC 8259) as lines `path.to.key: value`, headings by top-level key, tables for lists of alike objects.
 * Numbers stay as written, comments as lines above what they stand at. A file of several objects is read as JSON
 * Lines. Title: the `title` or `name` of the top level, else of its `info`, as OpenAPI and Postman have it.
 * Errors: `file_malformed` with the line, also where values nest over 400 deep.
 */
export const jsonParser = textFormat({
  name: 'json',
  extensions: ['.json', '.jsonc', '.geojson', '.webmanifest', '.code-workspace'],
  version: 6,
  isCleaned: true,
  write(builder, file) {
    let read: ReturnType<typeof readJsonWithComments>;
    try {
      read = readJsonWithComments(file.text, file.path);
    } catch (error) {
      if (!isFootnoteError(error)) throw error;
      const values = recordsOf(file, error);
      return values ? writeRecords(values, builder) : writeJsonLines(builder, file);
    }
    const { value, comments } = read;
    writeJson(value, builder, comments);
    return { title: titleOf(value) };
  },
});

/** The objects of a file that is no JSON value; undefined where it is JSON Lines, some of them broken, by the first. */
function recordsOf({ text }: TextFile, problem: FootnoteError): readonly JsonValue[] | undefined {
  const values = tryToReadJsonValues(text);
  if (values && values.length > 1 && values.every((value) => value instanceof JsonObject)) return values;
  const lines = text.split('\n', sniffedLines).filter((line) => line.trim() !== '');
  if (lines.length > 1 && !lines.slice(0, 2).some(isBroken)) return undefined;
  throw problem;
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

/** A file that begins with so many lines that are no JSON is none of JSON Lines. */
const maxBrokenAtStart = 100;

/**
 * JSON Lines: a table of records that are alike, else a paragraph for each with a line `path.to.key: value` for each
 * of its values. Blank lines are left out, and records may go over several lines or share one. A line that is no JSON,
 * as the last of a log that is being written, is kept as it stands, with a warning.
 * Errors: `file_malformed` with the first such line where no line is JSON, or none of the first hundred.
 */
export const jsonlParser = textFormat({
  name: 'jsonl',
  extensions: ['.jsonl', '.ndjson'],
  version: 3,
  isCleaned: true,
  write(builder, file) {
    const values = tryToReadJsonValues(file.text);
    return values ? writeRecords(values, builder) : writeJsonLines(builder, file);
  },
});

function writeRecords(values: readonly JsonValue[], builder: DocumentBuilder) {
  const table = tableOf(values);
  if (table) builder.table(table, 1);
  else for (const value of values) writeJsonRecord(value, builder);
  return {};
}

/** Writes a file line by line where some of them are broken, and returns what could not be read of it. */
function writeJsonLines(builder: DocumentBuilder, { text, path, signal }: TextFile) {
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

/** Lines are gathered into paragraphs of about this many characters. */
const paragraphLength = 1500;

/** Longer key paths lose their beginning, so that deep files do not grow with the square of their depth. */
const maxPathLength = 200;

/** Lists up to this length are written on one line. */
const maxLineLength = 300;

const maxColumns = 40;

/**
 * Writes a JSON value as text to be read: a line `path.to.key: value` for each value, under a heading for each
 * top-level key that holds more than a value; lists of alike objects as tables, lists of values on one line. The
 * plain values of the top level come first.
 */
function writeJson(value: JsonValue, builder: DocumentBuilder, comments: JsonComments): void {
  const writer = new JsonWriter(builder, comments);
  if (value instanceof JsonObject) writeMembers(value, writer, builder);
  else writer.write('', value);
  writer.comments(comments.rest);
  writer.flush();
}

function writeMembers(object: JsonObject, writer: JsonWriter, builder: DocumentBuilder): void {
  object.forEach((key, member) => {
    if (isLine(member)) writer.member('', object, key, member);
  });
  writer.flush();
  object.forEach((key, member) => {
    if (isLine(member)) return;
    builder.heading(2, key.slice(0, maxPathLength) || '""');
    writer.member('', object, key, member);
    writer.flush();
  });
}

/** Writes one record of many as a single paragraph. */
function writeJsonRecord(value: JsonValue, builder: DocumentBuilder): void {
  const writer = new JsonWriter(builder);
  writer.write('', value);
  writer.flush();
}

class JsonWriter {
  readonly #builder: DocumentBuilder;
  /** Undefined where everything is one paragraph. */
  readonly #comments: JsonComments | undefined;
  /** By the keys, which objects that are alike share. */
  readonly #labels = new Map<readonly string[], readonly string[]>();
  #lines: string[] = [];
  #length = 0;

  constructor(builder: DocumentBuilder, comments?: JsonComments) {
    this.#builder = builder;
    this.#comments = comments;
  }

  /** A member of an object that stands at `path`, below its comments. */
  member(path: string, object: JsonObject, key: string, value: JsonValue): void {
    if (this.#comments?.areNone === false) this.comments(this.#comments.at(object, key));
    this.write(memberPath(path, key), value);
  }

  comments(lines: readonly string[]): void {
    for (const line of lines) this.#line(`// ${line}`);
  }

  write(path: string, value: JsonValue): void {
    if (isLine(value)) {
      this.#line(lineOf(path, value));
      return;
    }
    const table = this.#comments && tableOf(value, this.#comments);
    if (table) this.#table(path, table);
    else if (value instanceof JsonObject) this.#members(path, value);
    else if (isListOfValues(value)) {
      for (const line of valueLines(path, value)) this.#line(line);
    } else {
      for (const [index, item] of (value as readonly JsonValue[]).entries()) {
        this.write(`${path}[${index}]`, item);
        // Objects of a list stand apart, so that each can be found by itself.
        if (typeof item !== 'string' && this.#comments) this.flush();
      }
    }
  }

  flush(): void {
    if (this.#lines.length > 0) this.#builder.paragraph(this.#lines.join('\n'));
    this.#lines = [];
    this.#length = 0;
  }

  #members(path: string, object: JsonObject): void {
    const { keys, values } = object;
    const labels = this.#labelsOf(keys);
    for (let place = 0; place < keys.length; place++) {
      const label = labels[place] as string;
      const value = values[place] as JsonValue;
      const isPlain = typeof value === 'string' && path !== '' && path.length + label.length <= maxPathLength;
      if (isPlain && this.#comments?.areNone !== false) this.#line(path + label + value);
      else this.member(path, object, keys[place] as string, value);
    }
  }

  /** What stands between the path of an object and the values of its members. */
  #labelsOf(keys: readonly string[]): readonly string[] {
    let labels = this.#labels.get(keys);
    if (!labels) {
      labels = keys.map((key) => `.${key}: `);
      this.#labels.set(keys, labels);
    }
    return labels;
  }

  #line(line: string): void {
    if (this.#comments && this.#length + line.length > paragraphLength) this.flush();
    this.#lines.push(line);
    this.#length += line.length;
  }

  #table(path: string, rows: readonly (readonly string[])[]): void {
    this.flush();
    // Directly under a heading the path says nothing new.
    if (/[.[]/.test(path)) this.#builder.paragraph(`${path}:`);
    this.#builder.table(rows, 1);
  }
}

/** A value, or a short list of values. Empty objects and lists are lines as well: they say that there is nothing. */
function isLine(value: JsonValue): boolean {
  if (typeof value === 'string') return true;
  if (value instanceof JsonObject) return value.size === 0;
  return isListOfValues(value) && lengthOf(value) <= maxLineLength;
}

function isListOfValues(value: JsonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** A long list of values, as many on a line as fit. */
function* valueLines(path: string, values: readonly string[]): Generator<string> {
  let line: string[] = [];
  let length = 0;
  for (const value of values) {
    if (line.length > 0 && length + value.length > maxLineLength) {
      yield lineOf(path, line);
      line = [];
      length = 0;
    }
    line.push(value);
    length += value.length + 2;
  }
  if (line.length > 0) yield lineOf(path, line);
}

function lengthOf(values: readonly string[]): number {
  let length = 0;
  for (const item of values) length += item.length + 2;
  return length;
}

function lineOf(path: string, value: JsonValue): string {
  const text = lineText(value);
  return path === '' ? text : `${path}: ${text}`;
}

function lineText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (value instanceof JsonObject) return '{}';
  const items = value as readonly string[];
  return items.length === 0 ? '[]' : items.join(', ');
}

function memberPath(path: string, key: string): string {
  const whole = path === '' ? key : `${path}.${key}`;
  // The cut may go through a character.
  return whole.length <= maxPathLength ? whole : cleanText(`…${whole.slice(-maxPathLength)}`);
}

/** Text of several lines would lose them in a cell. */
function fitsCell(text: string): boolean {
  return text.length <= maxLineLength && !text.includes('\n');
}

/**
 * Header and rows where the value is a list of objects with mostly the same keys and nothing but lines in them, those
 * within objects by their paths, of which no comment says more.
 */
function tableOf(value: JsonValue, comments?: JsonComments): readonly (readonly string[])[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const items: { readonly keys: readonly string[]; readonly texts: readonly string[] }[] = [];
  const columns = new Set<string>();
  let known: readonly string[] = [];
  let cells = 0;
  for (const one of value as readonly JsonValue[]) {
    if (!(one instanceof JsonObject) || one.size === 0 || comments?.areIn(one)) return undefined;
    const { keys, values } = withPaths(one, known);
    const texts = values.every(isLine) ? values.map(lineText) : undefined;
    if (!texts?.every(fitsCell)) return undefined;
    items.push({ keys, texts });
    // Objects of the same keys share one list of them.
    if (keys !== known) for (const key of keys) columns.add(key);
    known = keys;
    cells += keys.length;
    if (columns.size > maxColumns) return undefined;
  }
  // Half of the cells blank: the objects are of several kinds.
  if (cells * 2 < columns.size * value.length) return undefined;
  const header = [...columns];
  const rows = items.map(({ keys, texts }) =>
    header.map((column, place) => texts[keys[place] === column ? place : keys.indexOf(column)] ?? ''),
  );
  return [header, ...rows];
}

/** An object with the members of those within it in their places, by their paths; `known` are probably the same. */
function withPaths(object: JsonObject, known: readonly string[]): JsonObject {
  if (!object.values.some(hasMembers)) return object;
  const paths: string[] = [];
  const values: JsonValue[] = [];
  addMembers('', object, paths, values);
  if (paths.length === known.length && paths.every((path, place) => path === known[place]))
    return new JsonObject(known, values);
  // Paths may come to be the same as keys with a point in them.
  return new Set(paths).size < paths.length ? object : new JsonObject(paths, values);
}

function hasMembers(value: JsonValue): value is JsonObject {
  return value instanceof JsonObject && value.size > 0;
}

function addMembers(path: string, object: JsonObject, paths: string[], values: JsonValue[]): void {
  object.forEach((key, value) => {
    const own = memberPath(path, key);
    if (hasMembers(value)) return addMembers(own, value, paths, values);
    paths.push(own);
    values.push(value);
  });
}
