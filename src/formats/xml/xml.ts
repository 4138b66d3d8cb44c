import { FootnoteError } from '../../errors.ts';
import { decodeUtf8 } from '../../text/decode/decode-bytes.ts';
import { latin1Text } from '../latin1-text.ts';
import { type XmlAttributes, XmlScanner } from './xml-scanner.ts';

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

const greaterThan = 0x3e;

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

function withLocalNames(attributes: XmlAttributes): XmlAttributes {
  for (const name in attributes) if (name.includes(':')) attributes[localName(name)] ??= attributes[name];
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
