import { FootnoteError, isFootnoteError } from '../../../errors.ts';
import { cleanText } from '../../../text/decode/clean-text.ts';
import { lineAt } from '../line-at.ts';
import { JsonComments } from './json-comments.ts';
import { JsonObject, type JsonValue } from './json-value.ts';

/** Nesting beyond this is made to exhaust a stack. */
const maxDepth = 400;

const tab = 0x09;
const lineFeed = 0x0a;
const formFeed = 0x0c;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const point = 0x2e;
const slash = 0x2f;
const zero = 0x30;
const one = 0x31;
const nine = 0x39;
const colon = 0x3a;
const capitalE = 0x45;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const smallB = 0x62;
const smallE = 0x65;
const smallR = 0x72;
const smallU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const numberOrLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
/** What Python and others write for numbers that JSON does not have. */
const notFinite = /NaN|-?Infinity/y;

const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;

/**
 * Reads one JSON value that fills the cleaned text (RFC 8259). Where a key occurs twice, the last counts. Errors:
 * `file_malformed` with the line, counted from `firstLine`.
 */
export function readJson(text: string, path: string, firstLine = 1): JsonValue {
  return new JsonReader(text, path, firstLine).read();
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
  return { value: new JsonReader(text, path, 1, comments).read(), comments };
}

class JsonReader {
  readonly #text: string;
  /** The code units of the text and a NUL, which it cannot hold: to ask the text for each takes three times as long. */
  readonly #units: Uint16Array;
  readonly #path: string;
  readonly #firstLine: number;
  /** Where comments go; without it there may be none, and nothing else that RFC 8259 does not have. */
  readonly #comments: JsonComments | undefined;
  #position = 0;

  constructor(text: string, path: string, firstLine: number, comments?: JsonComments) {
    this.#text = text;
    this.#units = codeUnits(text);
    this.#path = path;
    this.#firstLine = firstLine;
    this.#comments = comments;
  }

  read(): JsonValue {
    const value = this.#value(0, undefined);
    this.#skipSpace();
    return this.#position === this.#text.length
      ? value
      : this.#fail('there is more after the end of the value');
  }

  #unit(): number {
    return this.#units[this.#position] as number;
  }

  /** `before`: what stood in this place in the item or member before, which is probably alike. */
  #value(depth: number, before: JsonValue | undefined): JsonValue {
    if (depth > maxDepth) return this.#fail(`values are nested more than ${maxDepth} deep`);
    this.#skipSpace();
    switch (this.#unit()) {
      case openBrace:
        return this.#object(depth, before instanceof JsonObject ? before : undefined);
      case openBracket:
        return this.#array(depth, Array.isArray(before) ? (before as readonly JsonValue[]) : undefined);
      case quote:
        return this.#string();
      default:
        return this.#plainValue();
    }
  }

  #object(depth: number, before: JsonObject | undefined): JsonObject {
    const values: JsonValue[] = [];
    this.#position += 1;
    if (this.#accept(closeBrace)) return new JsonObject([], values);
    /** Undefined as long as the keys are those of the object before. */
    let keys: string[] | undefined;
    let key = '';
    let value: JsonValue | undefined;
    let isFollowed: boolean;
    do {
      this.#skipSpace();
      if (this.#endsAfterComma(closeBrace, values.length)) {
        this.#comments?.assign(values, key);
        break;
      }
      if (this.#unit() !== quote) this.#fail(`a key in quotes is expected before ${this.#next()}`);
      const expected = before?.keys[values.length];
      key = this.#string(expected);
      if (key !== expected) keys ??= before?.keys.slice(0, values.length) ?? [];
      keys?.push(key);
      if (!this.#accept(colon)) this.#fail(`a colon is expected before ${this.#next()}`);
      this.#comments?.assign(values, key);
      value = this.#value(depth + 1, before?.values[values.length] ?? value);
      values.push(value);
      isFollowed = this.#accept(comma);
      if (isFollowed && this.#comments) this.#skipRestOfLine();
      this.#comments?.assign(values, key);
    } while (isFollowed);
    if (!this.#accept(closeBrace)) this.#fail(`a comma or } is expected before ${this.#next()}`);
    if (keys) return withoutRepetition(keys, values);
    const shared = before?.keys ?? [];
    return new JsonObject(shared.length === values.length ? shared : shared.slice(0, values.length), values);
  }

  #array(depth: number, before: readonly JsonValue[] | undefined): readonly JsonValue[] {
    const items: JsonValue[] = [];
    this.#position += 1;
    if (this.#accept(closeBracket)) return items;
    let item = before?.[0];
    do {
      this.#skipSpace();
      if (this.#endsAfterComma(closeBracket, items.length)) break;
      item = this.#value(depth + 1, item);
      items.push(item);
    } while (this.#accept(comma));
    if (!this.#accept(closeBracket)) this.#fail(`a comma or ] is expected before ${this.#next()}`);
    return items;
  }

  #plainValue(): string {
    const start = this.#position;
    const isLenient = this.#comments !== undefined;
    if (!this.#skipWhole() && !this.#skip(numberOrLiteral) && !(isLenient && this.#skip(notFinite)))
      this.#fail(`a value is expected before ${this.#next()}`);
    return this.#text.slice(start, this.#position);
  }

  /** Goes on behind a whole number, as most are, and returns whether there is one. */
  #skipWhole(): boolean {
    const units = this.#units;
    const first = this.#unit();
    if (first < one || first > nine) return false;
    let end = this.#position + 1;
    let unit = units[end] as number;
    for (; unit >= zero && unit <= nine; unit = units[end] as number) end += 1;
    const isWhole = unit !== point && unit !== smallE && unit !== capitalE;
    if (isWhole) this.#position = end;
    return isWhole;
  }

  /** What is probably `expected` need not be made once more where it is. */
  #string(expected?: string): string {
    const units = this.#units;
    const start = this.#position + 1;
    let end = start;
    let isEscaped = false;
    let isClean = true;
    for (let unit = units[end] as number; unit !== quote; unit = units[++end] as number) {
      // Cleaning leaves tab, line feed and form feed, and none may stand in a string.
      if (unit < space) return this.#fail('a string is not closed in its line');
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
      return this.#fail('a string holds an unknown escape');
    }
  }

  #accept(unit: number): boolean {
    this.#skipSpace();
    const isThere = this.#unit() === unit;
    if (isThere) this.#position += 1;
    return isThere;
  }

  /** Only where there may be comments. */
  #endsAfterComma(bracket: number, before: number): boolean {
    return this.#comments !== undefined && before > 0 && this.#unit() === bracket;
  }

  #skipSpace(): void {
    while (isSpace(this.#unit())) this.#position += 1;
    if (this.#unit() === slash) this.#skipComments(isSpace);
  }

  /** Skips comments, and what is blank behind each. */
  #skipComments(isBlank: (unit: number) => boolean): void {
    while (this.#skipComment()) while (isBlank(this.#unit())) this.#position += 1;
  }

  /** Skips blanks and comments that begin in this line. */
  #skipRestOfLine(): void {
    while (isSpaceInLine(this.#unit())) this.#position += 1;
    if (this.#unit() === slash) this.#skipComments(isSpaceInLine);
  }

  #skipComment(): boolean {
    if (!this.#comments) return false;
    const start = this.#position;
    if (!this.#skip(comment)) return false;
    this.#comments.add(this.#text.slice(start, this.#position));
    return true;
  }

  /** Goes on behind what the pattern finds here, and returns whether that is anything. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position;
    const isFound = pattern.test(this.#text);
    if (isFound) this.#position = pattern.lastIndex;
    return isFound;
  }

  #next(): string {
    const next = this.#text[this.#position];
    return next === undefined ? 'the end' : JSON.stringify(next);
  }

  #fail(problem: string): never {
    const line = this.#firstLine + lineAt(this.#text, this.#position) - 1;
    throw new FootnoteError('file_malformed', { path: this.#path, line, problem });
  }
}

function codeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length + 1);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
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

function isSpace(unit: number): boolean {
  return unit === lineFeed || isSpaceInLine(unit);
}

function isSpaceInLine(unit: number): boolean {
  return unit === space || unit === tab || unit === carriageReturn || unit === formFeed;
}
