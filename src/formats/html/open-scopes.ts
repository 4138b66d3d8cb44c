import { listNumber } from '../document/list-number.ts';
import { languageNames } from '../source-code-parser.ts';
import type { TableCell } from '../table/table-rows.ts';
import { isWordItem, type ListPart, listFormat, listPart, taskMark } from './html-marks.ts';
import {
  classNames,
  type HtmlElement,
  integerAttribute,
  isElement,
  isText,
  shortAttribute,
} from './html-node.ts';

/** A row of a table as it is read. */
export interface HtmlRow {
  readonly cells: (TableCell & { readonly isHeader: boolean })[];
  /** Stands in the table's head. */
  readonly isHead: boolean;
}

/** What an element that is open makes of the text in it. */
export type Scope = { readonly element: HtmlElement } & (
  | { readonly kind: 'quote' | 'caption' | 'cell' }
  | { readonly kind: 'heading'; readonly level: number }
  | { readonly kind: 'figure'; alt: string; source: string; caption: string }
  | { readonly kind: 'code'; language: string | undefined }
  | { readonly kind: 'list'; readonly format: string; readonly part: ListPart | undefined; next: number }
  | {
      readonly kind: 'item';
      readonly depth: number;
      readonly marker: string;
      /** Its marker stands in its text, if it has one. */
      readonly marksItself: boolean;
      /** Its first words are written. */
      hasText: boolean;
      /** A block that is no list came in between: what follows is no longer part of the list. */
      isBroken: boolean;
    }
  | { readonly kind: 'table'; readonly rows: HtmlRow[]; linked: number }
);

type ScopeOf<Kind extends Scope['kind']> = Extract<Scope, { readonly kind: Kind }>;

/** Items further in are indented no more, so that the text stays in proportion to its source. */
const maxListDepth = 20;

const listElements = new Set(['ul', 'ol', 'dl', 'menu', 'dir']);
const itemElements = new Set(['li', 'dt', 'dd']);

/** Holds no text itself, but what is in it does. */
const frames = new Set<Scope['kind']>(['list', 'table', 'figure']);

/** Its text is one stretch, whatever elements are in it: none of them opens a scope. */
const inlineKinds = new Set<Scope['kind'] | undefined>(['cell', 'heading', 'caption', 'code']);

/** The scopes around the running text. */
export class OpenScopes {
  readonly #layoutTables: ReadonlySet<HtmlElement>;
  readonly #open: Scope[] = [];

  /** `layoutTables`: those that are no tables of data. */
  constructor(layoutTables: ReadonlySet<HtmlElement>) {
    this.#layoutTables = layoutTables;
  }

  get innermost(): Scope | undefined {
    return this.#open.at(-1);
  }

  /** The scope that the running text belongs to. */
  get ofText(): Scope | undefined {
    return this.#open.findLast(({ kind }) => !frames.has(kind));
  }

  /** Whether no block can begin here. */
  get areInline(): boolean {
    return inlineKinds.has(this.innermost?.kind);
  }

  get areInCode(): boolean {
    return this.innermost?.kind === 'code';
  }

  innermostOf<Kind extends Scope['kind']>(kind: Kind): ScopeOf<Kind> | undefined {
    return this.#open.findLast((scope): scope is ScopeOf<Kind> => scope.kind === kind);
  }

  push(scope: Scope): void {
    this.#open.push(scope);
  }

  pop(): void {
    this.#open.pop();
  }

  /** A block that is no list was written. */
  breakItems(): void {
    for (const scope of this.#open) if (scope.kind === 'item') scope.isBroken = true;
  }

  /** The scope that an element opens, if it opens one here. A row of a table is added to it. */
  openedBy(element: HtmlElement): Scope | undefined {
    const name = element.localName;
    if (this.areInline) return undefined;
    const level = headingLevel(element);
    if (level !== undefined) return { kind: 'heading', element, level };
    if (name === 'pre') return { kind: 'code', element, language: languageOf(element) };
    if (name === 'blockquote') return { kind: 'quote', element };
    if (name === 'figure') return { kind: 'figure', element, alt: '', source: '', caption: '' };
    if (name === 'figcaption' || name === 'caption') return { kind: 'caption', element };
    if (listElements.has(name)) {
      const next = integerAttribute(element, 'start', 1);
      return { kind: 'list', element, format: listFormat(element), part: listPart(element), next };
    }
    if (itemElements.has(name) || isWordItem(element)) return this.#item(element);
    return this.#partOfTable(element);
  }

  #item(element: HtmlElement): Scope {
    const lists = this.#open.filter((scope) => scope.kind === 'list');
    const list = lists.at(-1);
    const depth =
      Math.max(0, Math.min(lists.length, maxListDepth) - 1) +
      (list?.part?.depth ?? 0) +
      (element.localName === 'dd' ? 1 : 0);
    const marksItself = element.localName === 'p';
    const task = taskMark(element);
    let marker = '-';
    if (list?.element.localName === 'ol') {
      const number = integerAttribute(element, 'value', list.next);
      list.next = number + 1;
      marker = `${listNumber(number, list.format)}.`;
    }
    if (task) marker = `${marker} ${task}`;
    return { kind: 'item', element, depth, marker, marksItself, hasText: false, isBroken: false };
  }

  #partOfTable(element: HtmlElement): Scope | undefined {
    const name = element.localName;
    if (name === 'table') {
      return this.#layoutTables.has(element) ? undefined : { kind: 'table', element, rows: [], linked: 0 };
    }
    const table = this.innermost;
    if (table?.kind !== 'table') return undefined;
    const isHead = element.parentElement?.localName === 'thead';
    if (name === 'tr') table.rows.push({ cells: [], isHead });
    if (name !== 'td' && name !== 'th') return undefined;
    if (table.rows.length === 0) table.rows.push({ cells: [], isHead: false });
    return { kind: 'cell', element };
  }
}

const sections = new Set(['section', 'article', 'div']);

/**
 * The fragment by which a heading is reached: its own id, that of the section it opens, that of an element in it, or
 * that of an empty one right before it.
 */
export function anchorOfHeading(heading: HtmlElement): string | undefined {
  return (
    nameOf(heading) ??
    sectionOf(heading) ??
    nameOf(heading.querySelector('[id], a[name]')) ??
    anchorBefore(heading)
  );
}

function sectionOf(heading: HtmlElement): string | undefined {
  const parent = heading.parentElement;
  if (!parent || !sections.has(parent.localName)) return undefined;
  const isItsFirst = parent.querySelector('h1, h2, h3, h4, h5, h6') === heading;
  return isItsFirst ? nameOf(parent) : undefined;
}

function anchorBefore(heading: HtmlElement): string | undefined {
  let node = heading.previousSibling;
  while (node && isText(node) && !/\S/.test(node.data)) node = node.previousSibling;
  if (!node || !isElement(node) || !(node.localName === 'a' || node.localName === 'span')) return undefined;
  return /\S/.test(node.textContent ?? '') ? undefined : nameOf(node);
}

/** What older pages have for an id is the name of a link. */
function nameOf(element: HtmlElement | null): string | undefined {
  return (
    element?.getAttribute('id') || (element?.localName === 'a' && element.getAttribute('name')) || undefined
  );
}

/** Where Google Docs has headings, their ids begin so; elsewhere a title stands over figures and boxes as well. */
const googleId = /^h\.\w/;

/**
 * The level of a heading, 1–6, by its name or role; also of a title, which Word and Google Docs write as a paragraph.
 * Undefined else.
 */
function headingLevel(element: HtmlElement): number | undefined {
  const level = /^h([1-6])$/.exec(element.localName)?.[1];
  if (level !== undefined) return Number(level);
  if (element.getAttribute('role') === 'heading')
    return Math.min(6, Math.max(1, integerAttribute(element, 'aria-level', 2)));
  return element.localName === 'p' && isTitle(element) ? 1 : undefined;
}

function isTitle(element: HtmlElement): boolean {
  const names = classNames(element);
  if (names.includes('MsoTitle')) return true;
  return names.includes('title') && googleId.test(element.getAttribute('id') ?? '');
}

/** The language that a block of code is marked with, on itself or around it; lower case. */
export function languageOf(pre: HtmlElement): string | undefined {
  const parent = pre.parentElement;
  const outer = parent?.localName === 'div' ? parent.parentElement : null;
  return (
    classLanguage(pre) ??
    bareLanguage(pre) ??
    (parent ? classLanguage(parent) : undefined) ??
    (outer ? classLanguage(outer) : undefined)
  );
}

/** As highlighters write it: `language-js`, `lang-js`, `highlight-source-js`, `brush: js`, `sourceCode js`. */
const languageClass =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourceCode\s+)([a-z][\w+#.-]{0,30})(?=$|[\s;])/i;

/** The language that an element itself is marked with. */
export function classLanguage(element: HtmlElement): string | undefined {
  const language = languageClass.exec(shortAttribute(element, 'class'))?.[1];
  return (language ?? element.getAttribute('data-lang') ?? undefined)?.toLowerCase();
}

/** Names of languages that code may be marked with and nothing else: those of source files, and those of consoles. */
const languages = new Set([...languageNames, 'json', 'html', 'diff', 'shell', 'console']);

/** As rustdoc and older highlighters write it, the name alone among others: `rust`, `hljs python`. */
function bareLanguage(pre: HtmlElement): string | undefined {
  const names = classNames(pre).map((name) => name.toLowerCase());
  return names.find((name) => languages.has(name));
}
