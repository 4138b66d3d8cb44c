import { FootnoteError } from '../../errors.ts';
import { cleanText } from '../../text/decode/clean-text.ts';
import { lineAt } from '../line-at.ts';
import type { JsonComments } from './json-comments.ts';

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
export class JsonScanner {
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
