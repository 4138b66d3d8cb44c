import { listNumber } from '../document/list-number.ts';
import type { TableCell } from '../table/table-rows.ts';
import { languageOf } from './code-language.ts';
import { integerAttribute } from './element-attributes.ts';
import { headingLevel } from './headings.ts';
import type { HtmlElement } from './html-node.ts';
import { isWordItem, type ListPart, listFormat, listPart, taskMark } from './list-marks.ts';

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
  | { readonly kind: 'figure'; alt: string; hasCaption: boolean }
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
    if (name === 'figure') return { kind: 'figure', element, alt: '', hasCaption: false };
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
