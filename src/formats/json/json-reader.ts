import { type FootnoteError, isFootnoteError } from '../../errors.ts';
import { JsonComments } from './json-comments.ts';
import { JsonScanner } from './json-scanner.ts';
import { JsonObject, type JsonValue } from './json-value.ts';

/** Nesting beyond this is made to exhaust a stack. */
const maxDepth = 400;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Reads one JSON value that fills the cleaned text (RFC 8259). Where a key occurs twice, the last counts. Errors:
 * `file_malformed` with the line, counted from `firstLine`.
 */
export function readJson(text: string, path: string, firstLine = 1): JsonValue {
  return wholeText(new JsonScanner(text, path, firstLine));
}

/** The same with the failure in place of the value. */
export function tryToReadJson(text: string, path: string, firstLine = 1): JsonValue | FootnoteError {
  try {
    return readJson(text, path, firstLine);
  } catch (error) {
    if (isFootnoteError(error)) return error;
    throw error;
  }
}

/**
 * Reads one JSON value that fills the cleaned text as programs write it that are less strict: with comments and a comma
 * behind the last member or item, as settings of editors have them (https://jsonc.org), with `NaN` and `Infinity`.
 * Errors: as {@link readJson}.
 */
export function readJsonWithComments(
  text: string,
  path: string,
): { readonly value: JsonValue; readonly comments: JsonComments } {
  const comments = new JsonComments();
  return { value: wholeText(new JsonScanner(text, path, 1, comments)), comments };
}

function wholeText(scanner: JsonScanner): JsonValue {
  const value = readValue(scanner, 0, undefined);
  scanner.skipSpace();
  return scanner.isAtEnd ? value : scanner.fail('there is more text after the end of the value');
}

/** `before`: what stood in this place in the item or member before, which is probably alike. */
function readValue(scanner: JsonScanner, depth: number, before: JsonValue | undefined): JsonValue {
  if (depth > maxDepth) return scanner.fail(`values are nested more than ${maxDepth} levels deep`);
  scanner.skipSpace();
  switch (scanner.unit()) {
    case openBrace:
      return readObject(scanner, depth, before instanceof JsonObject ? before : undefined);
    case openBracket:
      return readArray(scanner, depth, Array.isArray(before) ? (before as readonly JsonValue[]) : undefined);
    case quote:
      return scanner.string();
    default:
      return scanner.plainValue();
  }
}

function readObject(scanner: JsonScanner, depth: number, before: JsonObject | undefined): JsonObject {
  const { comments } = scanner;
  const values: JsonValue[] = [];
  scanner.accept(openBrace);
  if (scanner.accept(closeBrace)) return new JsonObject([], values);
  /** Undefined as long as the keys are those of the object before. */
  let keys: string[] | undefined;
  let key = '';
  let value: JsonValue | undefined;
  let isFollowed: boolean;
  do {
    scanner.skipSpace();
    if (endsAfterComma(scanner, closeBrace, values.length)) {
      comments?.assign(values, key);
      break;
    }
    if (scanner.unit() !== quote) scanner.failExpecting('a key in quotes');
    const expected = before?.keys[values.length];
    key = scanner.string(expected);
    if (key !== expected) keys ??= before?.keys.slice(0, values.length) ?? [];
    keys?.push(key);
    if (!scanner.accept(colon)) scanner.failExpecting('a colon');
    comments?.assign(values, key);
    value = readValue(scanner, depth + 1, before?.values[values.length] ?? value);
    values.push(value);
    isFollowed = scanner.accept(comma);
    if (isFollowed && comments) scanner.skipRestOfLine();
    comments?.assign(values, key);
  } while (isFollowed);
  if (!scanner.accept(closeBrace)) scanner.failExpecting('a comma or }');
  if (keys) return withoutRepetition(keys, values);
  const shared = before?.keys ?? [];
  return new JsonObject(shared.length === values.length ? shared : shared.slice(0, values.length), values);
}

function readArray(
  scanner: JsonScanner,
  depth: number,
  before: readonly JsonValue[] | undefined,
): readonly JsonValue[] {
  const items: JsonValue[] = [];
  scanner.accept(openBracket);
  if (scanner.accept(closeBracket)) return items;
  let item = before?.[0];
  do {
    scanner.skipSpace();
    if (endsAfterComma(scanner, closeBracket, items.length)) break;
    item = readValue(scanner, depth + 1, item);
    items.push(item);
  } while (scanner.accept(comma));
  if (!scanner.accept(closeBracket)) scanner.failExpecting('a comma or ]');
  return items;
}

/** Only where there may be comments. */
function endsAfterComma(scanner: JsonScanner, bracket: number, before: number): boolean {
  return scanner.comments !== undefined && before > 0 && scanner.unit() === bracket;
}

/** Where a key comes twice, its first place and its last value count. */
function withoutRepetition(keys: readonly string[], values: JsonValue[]): JsonObject {
  const places = new Map(keys.map((key, place) => [key, place]));
  if (places.size === keys.length) return new JsonObject(keys, values);
  let kept = 0;
  for (const place of places.values()) values[kept++] = values[place] as JsonValue;
  values.length = kept;
  return new JsonObject([...places.keys()], values);
}
