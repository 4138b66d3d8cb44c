import { FootnoteError } from '../../../errors.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { JsonComments } from './json-comments.ts';

/** JSON as text to be read: numbers and literals stay as written, strings lose their quotes and are cleaned. */
export type JsonValue = string | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

/** Nesting beyond this is made to exhaust a stack. */
const maxDepth = 400;

/** Cleaning leaves no other control characters than these three; none may stand in a string as it is. */
const controlCharacter = /[\t\n\f]/;
const backslash = 0x5c;
const slash = 0x2f;
const lineEnd = 0x0a;
const numberOrLiteral = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;
const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;

/**
 * Reads one JSON value that fills the cleaned text (RFC 8259). Where a key occurs twice, the last counts. Errors:
 * `file_malformed` with the line, counted from `firstLine`.
 */
export function readJson(text: string, path: string, firstLine = 1): JsonValue {
  return new JsonReader(text, path, firstLine).read();
}

/**
 * Reads one JSON value that fills the cleaned text and may have comments and a comma behind the last member or item,
 * as settings of editors and compilers do. Source: https://jsonc.org. Errors: as {@link readJson}.
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
  readonly #path: string;
  readonly #firstLine: number;
  /** Where comments go; without it there may be none, nor a comma behind which nothing follows. */
  readonly #comments: JsonComments | undefined;
  #position = 0;

  constructor(text: string, path: string, firstLine: number, comments?: JsonComments) {
    this.#text = text;
    this.#path = path;
    this.#firstLine = firstLine;
    this.#comments = comments;
  }

  read(): JsonValue {
    const value = this.#value(0);
    this.#skipSpace();
    return this.#position === this.#text.length
      ? value
      : this.#fail('there is more after the end of the value');
  }

  #value(depth: number): JsonValue {
    if (depth > maxDepth) return this.#fail(`values are nested more than ${maxDepth} deep`);
    this.#skipSpace();
    switch (this.#text.charAt(this.#position)) {
      case '{':
        return this.#object(depth);
      case '[':
        return this.#array(depth);
      case '"':
        return this.#string();
      default:
        return this.#plainValue();
    }
  }

  #object(depth: number): ReadonlyMap<string, JsonValue> {
    const members = new Map<string, JsonValue>();
    this.#position += 1;
    if (this.#accept('}')) return members;
    let key = '';
    let isFollowed: boolean;
    do {
      this.#skipSpace();
      if (this.#endsAfterComma('}', members.size)) {
        this.#comments?.assign(members, key);
        break;
      }
      if (this.#text[this.#position] !== '"')
        this.#fail(`a key in quotes is expected before ${this.#here()}`);
      key = this.#string();
      if (!this.#accept(':')) this.#fail(`a colon is expected before ${this.#here()}`);
      this.#comments?.assign(members, key);
      members.set(key, this.#value(depth + 1));
      isFollowed = this.#accept(',');
      if (isFollowed && this.#comments) this.#skipRestOfLine();
      this.#comments?.assign(members, key);
    } while (isFollowed);
    if (!this.#accept('}')) this.#fail(`a comma or } is expected before ${this.#here()}`);
    return members;
  }

  #array(depth: number): readonly JsonValue[] {
    const items: JsonValue[] = [];
    this.#position += 1;
    if (this.#accept(']')) return items;
    do {
      this.#skipSpace();
      if (this.#endsAfterComma(']', items.length)) break;
      items.push(this.#value(depth + 1));
    } while (this.#accept(','));
    if (!this.#accept(']')) this.#fail(`a comma or ] is expected before ${this.#here()}`);
    return items;
  }

  #plainValue(): string {
    const start = this.#position;
    if (!this.#skip(numberOrLiteral)) this.#fail(`a value is expected before ${this.#here()}`);
    return this.#text.slice(start, this.#position);
  }

  #string(): string {
    const start = this.#position + 1;
    let end = this.#text.indexOf('"', start);
    while (end > 0 && this.#isEscaped(end, start)) end = this.#text.indexOf('"', end + 1);
    const content = end < 0 ? this.#text.slice(start) : this.#text.slice(start, end);
    if (end < 0 || controlCharacter.test(content)) this.#fail('a string is not closed in its line');
    this.#position = end + 1;
    if (!content.includes('\\')) return content;
    try {
      return cleanText(JSON.parse(this.#text.slice(start - 1, this.#position)) as string);
    } catch {
      return this.#fail('a string holds an unknown escape');
    }
  }

  /** Whether an odd number of backslashes stands before a quote of the string that begins at `start`. */
  #isEscaped(quote: number, start: number): boolean {
    let first = quote;
    while (first > start && this.#text.charCodeAt(first - 1) === backslash) first -= 1;
    return (quote - first) % 2 === 1;
  }

  #accept(character: string): boolean {
    this.#skipSpace();
    const isThere = this.#text[this.#position] === character;
    if (isThere) this.#position += 1;
    return isThere;
  }

  /** Only where there may be comments. */
  #endsAfterComma(bracket: string, before: number): boolean {
    return this.#comments !== undefined && before > 0 && this.#text[this.#position] === bracket;
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#position))) this.#position += 1;
    if (this.#text.charCodeAt(this.#position) === slash) this.#skipComments(isSpace);
  }

  /** Skips comments, and what is blank behind each. */
  #skipComments(isBlank: (code: number) => boolean): void {
    while (this.#skipComment()) while (isBlank(this.#text.charCodeAt(this.#position))) this.#position += 1;
  }

  /** Skips blanks and comments that begin in this line. */
  #skipRestOfLine(): void {
    while (isSpaceInLine(this.#text.charCodeAt(this.#position))) this.#position += 1;
    if (this.#text.charCodeAt(this.#position) === slash) this.#skipComments(isSpaceInLine);
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

  #here(): string {
    const next = this.#text[this.#position];
    return next === undefined ? 'the end' : JSON.stringify(next);
  }

  #fail(problem: string): never {
    const line = this.#firstLine + this.#text.slice(0, this.#position).split('\n').length - 1;
    throw new FootnoteError('file_malformed', { path: this.#path, line, problem });
  }
}

function isSpace(code: number): boolean {
  return code === lineEnd || isSpaceInLine(code);
}

function isSpaceInLine(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0c;
}
