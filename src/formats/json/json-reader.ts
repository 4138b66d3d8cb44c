import { FootnoteError, isFootnoteError } from '../../errors.ts';
import { cleanText } from '../../text/decode/clean-text.ts';
import { lineAt } from '../document/text-format.ts';

/** Nesting beyond this is made to exhaust a stack. */
const maxDepth = 400;

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
 * Reads JSON values that follow one another, with any white space or none between them (RFC 7464 without its marks),
 * undefined where that is not all of the text.
 */
export function tryToReadJsonValues(text: string): readonly JsonValue[] | undefined {
  const scanner = new JsonScanner(text, '', 1);
  const values: JsonValue[] = [];
  try {
    for (scanner.skipSpace(); !scanner.isAtEnd; scanner.skipSpace())
      values.push(readValue(scanner, 0, values.at(-1)));
  } catch (error) {
    if (isFootnoteError(error)) return undefined;
    throw error;
  }
  return values;
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

const tab = 0x09;
const lineFeed = 0x0a;
const formFeed = 0x0c;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const point = 0x2e;
const slash = 0x2f;
const zero = 0x30;
const one = 0x31;
const nine = 0x39;
const capitalE = 0x45;
const backslash = 0x5c;
const smallB = 0x62;
const smallE = 0x65;
const smallR = 0x72;
const smallU = 0x75;

const numberOrLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
/** What Python and others write for numbers that JSON does not have. */
const notFinite = /NaN|-?Infinity/y;

const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;

/** Goes through a JSON text: signs, strings and plain values, with comments where there may be some. */
class JsonScanner {
  /** Where comments go; without it there may be none, and nothing else that RFC 8259 does not have. */
  readonly comments: JsonComments | undefined;
  readonly #text: string;
  /** The code units of the text and a NUL, which it cannot hold: to ask the text for each takes three times as long. */
  readonly #units: Uint16Array;
  readonly #path: string;
  readonly #firstLine: number;
  #position = 0;

  constructor(text: string, path: string, firstLine: number, comments?: JsonComments) {
    this.#text = text;
    this.#units = codeUnits(text);
    this.#path = path;
    this.#firstLine = firstLine;
    this.comments = comments;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#text.length;
  }

  /** The next sign. */
  unit(): number {
    return this.#units[this.#position] as number;
  }

  /** Goes on behind white space and comments, then behind this sign, and returns whether it is there. */
  accept(unit: number): boolean {
    this.skipSpace();
    const isThere = this.unit() === unit;
    if (isThere) this.#position += 1;
    return isThere;
  }

  /** A number or a literal, as it is written. */
  plainValue(): string {
    const start = this.#position;
    const isLenient = this.comments !== undefined;
    if (!this.#skipWhole() && !this.#skip(numberOrLiteral) && !(isLenient && this.#skip(notFinite)))
      this.failExpecting('a value');
    return this.#text.slice(start, this.#position);
  }

  /** Goes on behind a whole number, as most are, and returns whether there is one. */
  #skipWhole(): boolean {
    const units = this.#units;
    const first = this.unit();
    if (first < one || first > nine) return false;
    let end = this.#position + 1;
    let unit = units[end] as number;
    for (; unit >= zero && unit <= nine; unit = units[end] as number) end += 1;
    const isWhole = unit !== point && unit !== smallE && unit !== capitalE;
    if (isWhole) this.#position = end;
    return isWhole;
  }

  /** What is probably `expected` need not be made once more where it is. */
  string(expected?: string): string {
    const units = this.#units;
    const start = this.#position + 1;
    let end = start;
    let isEscaped = false;
    let isClean = true;
    for (let unit = units[end] as number; unit !== quote; unit = units[++end] as number) {
      // Cleaning leaves tab, line feed and form feed, and none may stand in a string.
      if (unit < space) return this.fail('a string is not closed on its line');
      if (unit !== backslash) continue;
      isEscaped = true;
      const escape = units[end + 1] as number;
      if (escape === quote || escape === backslash) end += 1;
      // The others stand for signs and white space that cleaning leaves alone.
      else if (escape === smallB || escape === smallR || escape === smallU) isClean = false;
    }
    this.#position = end + 1;
    if (isEscaped) {
      const content = this.#unescaped(start - 1, end + 1);
      return isClean ? content : cleanText(content);
    }
    const isExpected = expected?.length === end - start && this.#text.startsWith(expected, start);
    return isExpected ? expected : this.#text.slice(start, end);
  }

  #unescaped(start: number, end: number): string {
    try {
      return JSON.parse(this.#text.slice(start, end)) as string;
    } catch {
      return this.fail('a string contains an unknown escape');
    }
  }

  /** Goes on behind white space and comments. */
  skipSpace(): void {
    while (isSpace(this.unit())) this.#position += 1;
    if (this.unit() === slash) this.#skipComments(isSpace);
  }

  /** Skips comments, and what is blank behind each. */
  #skipComments(isBlank: (unit: number) => boolean): void {
    while (this.#skipComment()) while (isBlank(this.unit())) this.#position += 1;
  }

  /** Skips blanks and comments that begin in this line. */
  skipRestOfLine(): void {
    while (isSpaceInLine(this.unit())) this.#position += 1;
    if (this.unit() === slash) this.#skipComments(isSpaceInLine);
  }

  #skipComment(): boolean {
    if (!this.comments) return false;
    const start = this.#position;
    if (!this.#skip(comment)) return false;
    this.comments.add(this.#text.slice(start, this.#position));
    return true;
  }

  /** Goes on behind what the pattern finds here, and returns whether that is anything. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position;
    const isFound = pattern.test(this.#text);
    if (isFound) this.#position = pattern.lastIndex;
    return isFound;
  }

  failExpecting(what: string): never {
    const next = this.#text[this.#position];
    return this.fail(`${what} is expected before ${next === undefined ? 'the end' : JSON.stringify(next)}`);
  }

  /** Errors: `file_malformed` with the line. */
  fail(problem: string): never {
    const line = this.#firstLine + lineAt(this.#text, this.#position) - 1;
    throw new FootnoteError('file_malformed', { path: this.#path, line, problem });
  }
}

function codeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length + 1);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

function isSpace(unit: number): boolean {
  return unit === lineFeed || isSpaceInLine(unit);
}

function isSpaceInLine(unit: number): boolean {
  return unit === space || unit === tab || unit === carriageReturn || unit === formFeed;
}

/**
 * The comments of a JSON file, each with the member that it stands at: the next one, or the one before where it
 * begins in its line or no other follows in the object.
 */
export class JsonComments {
  /** By the values of the object, which are there before its keys are all known. */
  readonly #lines = new Map<readonly JsonValue[], Map<string, string[]>>();
  #waiting: string[] = [];

  /** Takes a comment as it is written, with its marks; whose it is comes out later. */
  add(comment: string): void {
    const lines = comment.startsWith('//') ? [comment.slice(2)] : comment.slice(2, -2).split('\n');
    for (const line of lines) {
      const words = line
        .replace(/^\s*[*/]*/, '')
        .replace(/[*\s]+$/, '')
        .trim();
      if (words !== '') this.#waiting.push(words);
    }
  }

  /** Everything that has been read since the last call stands at this member of the object with these values. */
  assign(values: readonly JsonValue[], key: string): void {
    if (this.#waiting.length === 0) return;
    const members = this.#lines.get(values) ?? new Map<string, string[]>();
    this.#lines.set(values, members.set(key, [...(members.get(key) ?? []), ...this.#waiting]));
    this.#waiting = [];
  }

  /** Whether none stands at any member. */
  get areNone(): boolean {
    return this.#lines.size === 0;
  }

  /** Whether a comment stands at some member of the object itself. */
  areIn({ values }: JsonObject): boolean {
    return this.#lines.has(values);
  }

  /** The lines of the comments at a member, without their marks. */
  at({ values }: JsonObject, key: string): readonly string[] {
    return this.#lines.get(values)?.get(key) ?? [];
  }

  /** The lines of those that stand at no member. */
  get rest(): readonly string[] {
    return this.#waiting;
  }
}

/** JSON as text to be read: numbers and literals stay as written, strings lose their quotes and are cleaned. */
export type JsonValue = string | readonly JsonValue[] | JsonObject;

/**
 * The members of an object in the order of the file; no key comes twice. Objects that follow one another mostly have
 * the same keys, and then share one list of them.
 */
export class JsonObject {
  readonly keys: readonly string[];
  /** In the order of the keys. */
  readonly values: readonly JsonValue[];

  constructor(keys: readonly string[], values: readonly JsonValue[]) {
    this.keys = keys;
    this.values = values;
  }

  get size(): number {
    return this.keys.length;
  }

  get(key: string): JsonValue | undefined {
    return this.values[this.keys.indexOf(key)];
  }

  /** The value of a key where it is a string, a number or a truth value; empty where it is `null`, or there is none. */
  word(key: string): string {
    const value = this.get(key);
    return typeof value === 'string' && value !== 'null' ? value : '';
  }

  /** The object of a key; one without members where there is none. */
  object(key: string): JsonObject {
    return objectOf(this.get(key));
  }

  /** The objects in the list of a key, as {@link objectsIn} has them. */
  objects(key: string): readonly JsonObject[] {
    return objectsIn(this.get(key));
  }

  /** In the order of the file. */
  forEach(visit: (key: string, value: JsonValue) => void): void {
    for (let place = 0; place < this.keys.length; place++)
      visit(this.keys[place] as string, this.values[place] as JsonValue);
  }
}

/** A value where it is an object; else one without members. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return value instanceof JsonObject ? value : new JsonObject([], []);
}

/** The objects of a list; none where the value is no list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => item instanceof JsonObject) : [];
}
