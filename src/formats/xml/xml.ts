import { FootnoteError } from '../../errors.ts';
import { decodeUtf8 } from '../../text/decode/decode-bytes.ts';
import { latin1Text, lineAt } from '../document/text-format.ts';

/** An element as a small tree. Names have lost their prefix. */
export interface XmlElement {
  readonly name: string;
  /** By the name as written and, where it has a prefix, also without it, unless that name is taken. */
  readonly attributes: Readonly<XmlAttributes>;
  readonly children: readonly (XmlElement | string)[];
}

/** Where the XML comes from and how much of it becomes a tree. */
export interface XmlOptions {
  /** The file, for errors. */
  readonly path: string;
  /** The file's part, where it is an archive. */
  readonly part?: string;
  /** What a document type declaration does; its entities are never read. Default: `refuse`. */
  readonly doctype?: 'refuse' | 'ignore';
  /**
   * Elements of these names are handed over complete and then forgotten, so that a long file needs little memory;
   * within one of them the names mean nothing.
   */
  readonly take?: Readonly<Record<string, (element: XmlElement) => void>>;
  /** Told of elements of these names as they open, but within one that is taken. */
  readonly enter?: Readonly<Record<string, (attributes: Readonly<XmlAttributes>) => void>>;
}

/** Nesting beyond this is made to exhaust a stack. */
const maxDepth = 400;

const sliceLength = 65_536;

interface OpenElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  children: (XmlElement | string)[];
}

/**
 * Reads a well-formed XML document without namespaces: the five entities and numeric references only. Returns the
 * root without what was taken. Errors: `file_malformed` with the line where it is not well formed, declares a
 * document type or nests over 400 deep; and whatever a taker throws.
 */
export function readXml(bytes: Uint8Array, options: XmlOptions): XmlElement {
  const takers = new Map(Object.entries(options.take ?? {}));
  const enterers = new Map(Object.entries(options.enter ?? {}));
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  let taken = 0;
  const fail = (problem: string): never => {
    const line = options.part ? `${scanner.line} of ${options.part}` : scanner.line;
    throw new FootnoteError('file_malformed', { path: options.path, line, problem });
  };
  const scanner = new XmlScanner({
    open(name, attributes) {
      if (open.length >= maxDepth) fail(`elements are nested more than ${maxDepth} levels deep`);
      const element: OpenElement = {
        name: localName(name),
        attributes: withLocalNames(attributes),
        children: noChildren,
      };
      if (taken === 0) enterers.get(element.name)?.(element.attributes);
      if (takers.has(element.name)) taken += 1;
      open.push(element);
    },
    close() {
      const element = open.pop() as OpenElement;
      const taker = takers.get(element.name);
      if (taker) taken -= 1;
      if (taker && taken === 0) taker(element);
      else if (open.length > 0) addChild(open[open.length - 1] as OpenElement, element);
      else root = element;
    },
    text: (text) => addChild(open[open.length - 1] as OpenElement, text),
    doctype() {
      if (options.doctype !== 'ignore') fail('document type declarations are not supported');
    },
    fail,
  });
  for (const text of decodedSlices(bytes)) scanner.write(text);
  scanner.end();
  return root ?? fail('it contains no element');
}

/** Shared by the elements that have none. */
const noChildren: (XmlElement | string)[] = [];

/** Most elements have one child, but an empty array that is pushed to makes room for sixteen more. */
function addChild(parent: OpenElement, child: XmlElement | string): void {
  if (parent.children.length === 0) parent.children = [child];
  else parent.children.push(child);
}

/** The text of an element and all within it; empty where there is none. */
export function textOf(element: XmlElement | undefined): string {
  const { children = [] } = element ?? {};
  const [only] = children;
  if (children.length === 1 && typeof only === 'string') return only;
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The first child element of this name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const child of element?.children ?? []) {
    if (typeof child !== 'string' && child.name === name) return child;
  }
  return undefined;
}

/** The element at the end of a path of child names. */
export function descendantOf(
  element: XmlElement | undefined,
  ...names: readonly string[]
): XmlElement | undefined {
  let current = element;
  for (const name of names) current = childOf(current, name);
  return current;
}

/** The child elements, of one name where one is given. */
export function childrenOf(element: XmlElement | undefined, name?: string): readonly XmlElement[] {
  const elements: XmlElement[] = [];
  for (const child of element?.children ?? []) {
    if (typeof child !== 'string' && (name === undefined || child.name === name)) elements.push(child);
  }
  return elements;
}

/** Every element of this name below, in document order; those within a found one are not looked for. */
export function findAll(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => (child.name === name ? [child] : findAll(child, name)));
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

/** The name of an attribute. */
interface AttributeName {
  readonly written: string;
  /** Without its prefix. */
  readonly local: string;
}

/** More are made up to fill the memory. */
const maxKnownNames = 10_000;

const knownNames = new Map<string, AttributeName>();

/** A file has few names, each many times: as one string an object finds it faster than cut out of the text anew. */
function nameOf(written: string): AttributeName {
  const known = knownNames.get(written);
  if (known) return known;
  const name = { written, local: localName(written) };
  if (knownNames.size < maxKnownNames) knownNames.set(written, name);
  return name;
}

function withLocalNames(attributes: XmlAttributes): XmlAttributes {
  for (const written in attributes) {
    const { local } = nameOf(written);
    if (local !== written) attributes[local] ??= attributes[written];
  }
  return attributes;
}

/**
 * The text piece by piece, so that no string has the length of the file; cut behind tags where it can be, so that none
 * has to be joined from two, which is slower to read.
 */
function* decodedSlices(bytes: Uint8Array): Generator<string> {
  const encoding = encodingOf(bytes);
  if (bytes.length <= sliceLength) {
    yield encoding === 'utf-8' ? decodeUtf8(bytes) : new TextDecoder(encoding).decode(bytes);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for (let start = 0; start < bytes.length; ) {
    const slice = bytes.subarray(start, start + sliceLength);
    const length = slice.lastIndexOf(greaterThan) + 1 || slice.length;
    yield decoder.decode(slice.subarray(0, length), { stream: true });
    start += length;
  }
  yield decoder.decode();
}

/** By byte order mark, else as the declaration says, else UTF-8. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = latin1Text(bytes, 0, 200);
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  try {
    // A declaration that could be read as single bytes is not in UTF-16, whatever it says.
    return !declared || /^utf-?(?:8|16)/i.test(declared) ? 'utf-8' : new TextDecoder(declared).encoding;
  } catch {
    return 'utf-8';
  }
}

/** An element's attributes by their names as written. */
type XmlAttributes = Record<string, string | undefined>;

/** Who is told what a scanner finds, in document order. */
interface XmlEvents {
  open(name: string, attributes: XmlAttributes): void;
  close(): void;
  /** The text between two tags may come in several pieces. */
  text(text: string): void;
  /** A document type declaration; its content is passed over. */
  doctype(): void;
  /** What is not well formed. Does not return. */
  fail(problem: string): never;
}

/** A tag or comment that is not closed within so many characters is not waited for. */
const maxMarkupLength = 16_000_000;

/** Longer references are not waited for: the longest, `&#x0010FFFF;`, has 12 characters. */
const maxReferenceLength = 12;

const space = 0x20;
const exclamationMark = 0x21;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const slash = 0x2f;
const lessThan = 0x3c;
const equals = 0x3d;
const greaterThan = 0x3e;
const questionMark = 0x3f;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Reads XML 1.0 from pieces of text of any length in one pass, without namespaces and without entities but the five
 * predefined ones and numeric references. Tags must match, references be known and one root hold all text. Lenient in
 * what does not change what is said: which characters a name may have, forbidden control characters, `]]>` in text.
 * Line ends stay as they are.
 */
export class XmlScanner {
  readonly #events: XmlEvents;
  readonly #open: string[] = [];
  #buffer = '';
  #position = 0;
  #linesBefore = 0;
  #hasRoot = false;

  constructor(events: XmlEvents) {
    this.#events = events;
  }

  /** The 1-based line that is being read. */
  get line(): number {
    return this.#linesBefore + lineAt(this.#buffer, this.#position);
  }

  /** Reads on, up to the last markup that is complete. */
  write(text: string): void {
    this.#linesBefore += lineAt(this.#buffer, this.#position) - 1;
    this.#buffer = this.#buffer.slice(this.#position) + text;
    this.#position = 0;
    while (this.#position < this.#buffer.length && this.#next(false));
    if (this.#buffer.length - this.#position > maxMarkupLength) {
      this.#fail(`markup is longer than ${maxMarkupLength} characters`);
    }
  }

  /** The document ends here. */
  end(): void {
    while (this.#position < this.#buffer.length) {
      if (!this.#next(true)) this.#fail('it ends in the middle of a tag, a comment or a section');
    }
    const unclosed = this.#open.at(-1);
    if (unclosed !== undefined) this.#fail(`the element ${unclosed} is not closed`);
  }

  /** Reads the next text or markup; false where it is not complete yet. */
  #next(isEnd: boolean): boolean {
    if (this.#buffer.charCodeAt(this.#position) !== lessThan) return this.#text(isEnd);
    switch (this.#buffer.charCodeAt(this.#position + 1)) {
      case slash:
        return this.#closeTag();
      case exclamationMark:
        return this.#declaration();
      case questionMark:
        return this.#skipTo('?>', 2) !== undefined;
      default:
        return this.#openTag();
    }
  }

  #text(isEnd: boolean): boolean {
    const next = this.#buffer.indexOf('<', this.#position);
    let end = next < 0 ? this.#buffer.length : next;
    if (next < 0 && !isEnd) {
      const reference = this.#buffer.lastIndexOf('&');
      const isCut = reference >= this.#position && reference > end - maxReferenceLength;
      if (isCut && !this.#buffer.includes(';', reference)) end = reference;
      if (end === this.#position) return false;
    }
    const text = this.#buffer.slice(this.#position, end);
    if (this.#open.length > 0) this.#events.text(this.#decoded(text));
    else if (/\S/.test(text)) this.#fail('there is text outside the root element');
    this.#position = end;
    return true;
  }

  #closeTag(): boolean {
    const start = this.#position + 2;
    const end = this.#buffer.indexOf('>', start);
    if (end < 0) return false;
    const name = this.#open.at(-1);
    const isPlain = name?.length === end - start && this.#buffer.startsWith(name, start);
    if (!isPlain && this.#buffer.slice(start, end).trimEnd() !== name) {
      this.#fail(`unexpected close tag ${this.#buffer.slice(start, Math.min(end, start + 50))}`);
    }
    this.#open.pop();
    this.#position = end + 1;
    this.#events.close();
    return true;
  }

  #declaration(): boolean {
    if (this.#startsWith('<!--')) return this.#skipTo('-->', 4) !== undefined;
    if (this.#startsWith('<![CDATA[')) {
      const text = this.#skipTo(']]>', 9);
      if (text === undefined) return false;
      if (this.#open.length === 0) this.#fail('there is text outside the root element');
      this.#events.text(text);
      return true;
    }
    if (this.#startsWith('<!DOCTYPE')) return this.#doctype();
    // The longest of the three may still be coming.
    if (this.#buffer.length - this.#position < 9) return false;
    return this.#fail('a declaration is of an unknown kind');
  }

  /** Passes over a document type declaration with its internal subset. */
  #doctype(): boolean {
    if (this.#hasRoot) this.#fail('the document type is declared inside the document');
    let isSubset = false;
    for (let at = this.#position + 9; at < this.#buffer.length; at++) {
      const code = this.#buffer.charCodeAt(at);
      if (code === doubleQuote || code === singleQuote)
        at = this.#buffer.indexOf(this.#buffer.charAt(at), at + 1);
      else if (code === lessThan && this.#buffer.startsWith('<!--', at))
        at = this.#buffer.indexOf('-->', at + 4);
      else if (code === openBracket) isSubset = true;
      else if (code === closeBracket) isSubset = false;
      else if (code === greaterThan && !isSubset) {
        this.#events.doctype();
        this.#position = at + 1;
        return true;
      }
      if (at < 0) return false;
    }
    return false;
  }

  #openTag(): boolean {
    const buffer = this.#buffer;
    const nameStart = this.#position + 1;
    let at = endOfName(buffer, nameStart);
    if (at === buffer.length) return false;
    if (at === nameStart) this.#fail('a tag has no name');
    const name = buffer.slice(nameStart, at);
    let attributes = noAttributes;
    for (;;) {
      at = skipSpace(buffer, at);
      const code = buffer.charCodeAt(at);
      if (code === greaterThan) return this.#opened(name, attributes, at + 1);
      if (code === slash) {
        if (at + 1 === buffer.length) return false;
        if (buffer.charCodeAt(at + 1) !== greaterThan) this.#fail(`there is a slash inside the tag ${name}`);
        this.#opened(name, attributes, at + 2);
        this.#open.pop();
        this.#events.close();
        return true;
      }
      const end = endOfName(buffer, at);
      const valueStart = skipSpace(buffer, skipSpace(buffer, end) + 1);
      if (valueStart >= buffer.length) return false;
      const valueEnd = this.#endOfValue(valueStart);
      if (end === at || valueEnd === undefined || buffer.charCodeAt(skipSpace(buffer, end)) !== equals) {
        return this.#fail(`the attributes of ${name} are malformed`);
      }
      if (valueEnd < 0) return false;
      const attribute = nameOf(buffer.slice(at, end)).written;
      const value = buffer.slice(valueStart + 1, valueEnd);
      if (value.includes('<')) this.#fail(`an attribute of ${name} is not closed`);
      if (attributes[attribute] !== undefined) this.#fail(`${name} has the attribute ${attribute} twice`);
      if (attributes === noAttributes) attributes = Object.create(noAttributes) as XmlAttributes;
      attributes[attribute] = this.#decoded(value);
      at = valueEnd + 1;
    }
  }

  /** Where the quote that opens here is closed; −1 where that is still to come, undefined where there is none. */
  #endOfValue(start: number): number | undefined {
    const quote = this.#buffer.charCodeAt(start);
    if (quote === doubleQuote) return this.#buffer.indexOf('"', start + 1);
    return quote === singleQuote ? this.#buffer.indexOf("'", start + 1) : undefined;
  }

  #opened(name: string, attributes: XmlAttributes, end: number): true {
    if (this.#open.length === 0 && this.#hasRoot) this.#fail('it has more than one root element');
    this.#hasRoot = true;
    this.#events.open(name, attributes);
    this.#open.push(name);
    this.#position = end;
    return true;
  }

  #startsWith(start: string): boolean {
    return this.#buffer.startsWith(start, this.#position);
  }

  /** Goes behind the end mark of what opened `length` characters ago and returns what stood between. */
  #skipTo(mark: string, length: number): string | undefined {
    const start = this.#position + length;
    const end = this.#buffer.indexOf(mark, start);
    if (end < 0) return undefined;
    this.#position = end + mark.length;
    return this.#buffer.slice(start, end);
  }

  #decoded(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(reference, (whole: string, hex?: string, decimal?: string, name?: string) => {
      const character = name === undefined ? characterOf(hex, decimal) : predefinedEntities.get(name);
      return character ?? this.#fail(`the entity ${whole} is unknown`);
    });
  }

  #fail(problem: string): never {
    return this.#events.fail(problem);
  }
}

/** Of elements that have none, and what others inherit: nothing that an object has, so that no name means anything. */
const noAttributes: XmlAttributes = Object.freeze(Object.create(null));

const reference = /&(?:#x([\da-fA-F]+);|#(\d+);|([^\s#;&<]*);?)?/g;

/** The characters that XML has names for. */
export const predefinedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The character of a numeric reference, where XML allows it (section 2.2). */
function characterOf(hex: string | undefined, decimal: string | undefined): string | undefined {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  const isControl = code < space && code !== 9 && code !== 10 && code !== 13;
  const isSurrogate = code >= 0xd800 && code < 0xe000;
  const isCharacter = code <= 0x10ffff && !isControl && !isSurrogate && code !== 0xfffe && code !== 0xffff;
  return isCharacter ? String.fromCodePoint(code) : undefined;
}

function isSpace(code: number): boolean {
  return code === space || (code >= 9 && code <= 13);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** The end of the name that begins here: the next white space or sign of markup, or the end of the text. */
function endOfName(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > greaterThan) continue;
    if (code === equals || code === greaterThan || code === slash || code === lessThan) return at;
    if (isSpace(code) || code === doubleQuote || code === singleQuote) return at;
  }
  return text.length;
}
