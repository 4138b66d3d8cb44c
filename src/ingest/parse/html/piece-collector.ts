import { superscript } from '../superscript.ts';
import { classLanguage, languageOf } from './code-language.ts';
import { footnoteSign } from './footnote-sign.ts';
import type { HtmlElement } from './html-document.ts';
import type { HtmlPiece, ListItem } from './html-pieces.ts';
import { mathMlText } from './mathml-text.ts';
import { type HtmlRow, tableGrid } from './table-grid.ts';

/** What is open around the running text, innermost last. */
type Scope =
  | { readonly kind: 'heading'; readonly element: HtmlElement; anchor: string | undefined }
  | { readonly kind: 'quote' | 'caption'; readonly element: HtmlElement }
  | { readonly kind: 'figure'; readonly element: HtmlElement; alt: string; hasCaption: boolean }
  | { readonly kind: 'code'; readonly element: HtmlElement; language: string | undefined }
  | { readonly kind: 'list'; readonly element: HtmlElement; next: number }
  | {
      readonly kind: 'item';
      readonly element: HtmlElement;
      readonly depth: number;
      readonly marker: string;
      /** Its first words are written. */
      hasText: boolean;
      /** A block that is no list came in between: what follows is no longer part of the list. */
      isBroken: boolean;
    }
  | { readonly kind: 'table'; readonly element: HtmlElement; readonly rows: HtmlRow[]; linked: number }
  | { readonly kind: 'cell'; readonly element: HtmlElement };

const blockElements = new Set(
  (
    'address article aside body center dd details dialog dir div dl dt fieldset figure footer form header hgroup hr ' +
    'html legend li main menu ol optgroup p section summary table tbody td tfoot th thead tr ul caption figcaption ' +
    'blockquote pre h1 h2 h3 h4 h5 h6'
  ).split(' '),
);

/** A formula that a script of the page shows in a line of its own. */
const displayedTex = /^(?:\\\[[^]*\\\]|\$\$[^]*\$\$|\\begin\{(\w+\*?)\}[^]*\\end\{\1\})$/;

/** Items further in are indented no more, so that the text stays in proportion to its source. */
const maxListDepth = 20;

const listElements = new Set(['ul', 'ol', 'dl', 'menu', 'dir']);
const itemElements = new Set(['li', 'dt', 'dd']);

/** Turns the elements and texts of a tree, handed in in document order, into blocks. */
export class PieceCollector {
  readonly #pieces: HtmlPiece[] = [];
  readonly #layoutTables: ReadonlySet<HtmlElement>;
  readonly #scopes: Scope[] = [];
  #running: string[] = [];
  #items: ListItem[] = [];
  #quoted: string[] = [];
  /** Links around the running text. */
  #linkDepth = 0;
  /** Characters in links: of the running text, of the open list, of the open quotation. */
  #linked = { running: 0, items: 0, quoted: 0 };
  /** An element of code ended just now, and nothing has come since. */
  #isBehindCode = false;

  constructor(layoutTables: ReadonlySet<HtmlElement>) {
    this.#layoutTables = layoutTables;
  }

  text(data: string): void {
    if (data === '') return;
    this.#isBehindCode = false;
    if (this.#linkDepth > 0) this.#linked.running += data.trim().length;
    this.#running.push(this.#isIn('code') ? data : data.replace(/[\s\u00a0]+/g, ' '));
  }

  /** Whether the element's content is wanted. */
  enter(element: HtmlElement): boolean {
    const name = element.localName;
    if (name === 'br') this.#running.push('\n');
    else if (name === 'li' && this.#isInline()) this.#separateItem();
    else if (name === 'img') this.#image(element);
    else if (name === 'math') return this.#formula(element);
    else if ((name === 'sup' || name === 'a') && this.#raised(element)) return false;
    // Labels of tabs stand side by side without a blank.
    else if (name === 'label') this.#running.push(' ');
    else if (name === 'code' && this.#isBehindCode) this.#separateCode();
    else if (blockElements.has(name)) this.#boundary();
    this.#noteAnchor(element);
    const scope = this.#scopeOf(element);
    if (scope) {
      this.#flush();
      this.#scopes.push(scope);
    }
    this.#noteLanguage(element);
    if (isLink(element)) this.#linkDepth += 1;
    return true;
  }

  leave(element: HtmlElement): void {
    if (isLink(element)) this.#linkDepth -= 1;
    this.#isBehindCode = element.localName === 'code' && this.#scopes.at(-1)?.kind === 'code';
    const scope = this.#scopes.at(-1);
    if (scope?.element === element) this.#close(scope);
    else if (blockElements.has(element.localName)) this.#boundary();
  }

  finish(): HtmlPiece[] {
    this.#flush();
    this.#closeQuote();
    this.#closeList();
    return this.#pieces;
  }

  #scopeOf(element: HtmlElement): Scope | undefined {
    const name = element.localName;
    if (this.#isInline()) return undefined;
    if (/^h[1-6]$/.test(name)) return { kind: 'heading', element, anchor: anchorOf(element) };
    if (name === 'pre') return { kind: 'code', element, language: languageOf(element) };
    if (name === 'blockquote') return { kind: 'quote', element };
    if (name === 'figure') return { kind: 'figure', element, alt: '', hasCaption: false };
    if (name === 'figcaption' || name === 'caption') return { kind: 'caption', element };
    if (listElements.has(name)) {
      return { kind: 'list', element, next: integer(element.getAttribute('start'), 1) };
    }
    if (itemElements.has(name)) return this.#itemScope(element);
    return this.#tableScope(element);
  }

  #tableScope(element: HtmlElement): Scope | undefined {
    const name = element.localName;
    if (name === 'table') {
      return this.#layoutTables.has(element) ? undefined : { kind: 'table', element, rows: [], linked: 0 };
    }
    const table = this.#scopes.at(-1);
    if (table?.kind !== 'table') return undefined;
    if (name === 'tr') table.rows.push({ cells: [], isHead: parentName(element) === 'thead' });
    if (name !== 'td' && name !== 'th') return undefined;
    if (table.rows.length === 0) table.rows.push({ cells: [], isHead: false });
    return { kind: 'cell', element };
  }

  #itemScope(element: HtmlElement): Scope {
    const lists = this.#scopes.filter((scope) => scope.kind === 'list');
    const list = lists.at(-1);
    const depth =
      Math.max(0, Math.min(lists.length, maxListDepth) - 1) + (element.localName === 'dd' ? 1 : 0);
    let marker = '-';
    if (list?.element.localName === 'ol') {
      const number = integer(element.getAttribute('value'), list.next);
      list.next = number + 1;
      marker = `${number}.`;
    }
    return { kind: 'item', element, depth, marker, hasText: false, isBroken: false };
  }

  #close(scope: Scope): void {
    if (scope.kind === 'cell') this.#closeCell(scope.element);
    else if (scope.kind === 'code') this.#emitCode(scope.language);
    else if (scope.kind === 'heading') this.#emitHeading(scope.element, scope.anchor);
    else if (scope.kind === 'caption') this.#emitCaption();
    else this.#flush();
    this.#scopes.pop();
    if (scope.kind === 'quote') this.#closeQuote();
    if (scope.kind === 'list' && !this.#isIn('list')) this.#closeList();
    if (scope.kind === 'figure' && !scope.hasCaption && scope.alt !== '') {
      this.#emit({ kind: 'figure', text: scope.alt });
    }
    if (scope.kind === 'table') this.#emitTable(scope.rows, scope.linked);
  }

  #closeCell(element: HtmlElement): void {
    const { text, linked } = this.#takeRunning();
    const table = this.#scopes.findLast((scope) => scope.kind === 'table');
    if (table) table.linked += linked;
    table?.rows.at(-1)?.cells.push({
      text,
      isHeader: element.localName === 'th',
      colspan: Math.max(1, integer(element.getAttribute('colspan'), 1)),
      rowspan: Math.max(1, integer(element.getAttribute('rowspan'), 1)),
    });
  }

  #emitHeading(element: HtmlElement, anchor: string | undefined): void {
    const { text } = this.#takeRunning();
    const level = Number(element.localName.slice(1));
    if (text !== '') this.#emit({ kind: 'heading', level, text, ...(anchor && { anchor }) });
  }

  #emitCode(language: string | undefined): void {
    const text = this.#running.join('');
    this.#running = [];
    this.#linked.running = 0;
    if (/\S/.test(text)) this.#emit({ kind: 'code', text, ...(language && { language }) });
  }

  /** Elements of code side by side: versions of an example, or its lines where each has one of its own. */
  #separateCode(): void {
    const scope = this.#scopes.at(-1);
    if (scope?.kind !== 'code') return;
    if (this.#running.join('').trim().includes('\n')) {
      this.#emitCode(scope.language);
      scope.language = languageOf(scope.element);
    } else if (!this.#running.at(-1)?.endsWith('\n')) this.#running.push('\n');
  }

  #emitCaption(): void {
    const { text } = this.#takeRunning();
    const figure = this.#scopes.findLast((scope) => scope.kind === 'figure');
    if (figure && text !== '') figure.hasCaption = true;
    if (text !== '') this.#emit({ kind: figure ? 'figure' : 'paragraph', text });
  }

  #emitTable(rows: readonly HtmlRow[], linked: number): void {
    const grid = tableGrid(rows);
    const only = grid.rows.length === 1 ? grid.rows[0] : undefined;
    if (only?.length === 1) this.#emit({ kind: 'paragraph', text: only[0] as string, linked });
    else if (grid.rows.length > 0) this.#emit({ kind: 'table', ...grid, linked });
  }

  #emit(piece: HtmlPiece): void {
    this.#closeQuote();
    this.#closeList();
    for (const scope of this.#scopes) if (scope.kind === 'item') scope.isBroken = true;
    this.#pieces.push(piece);
  }

  #closeQuote(): void {
    const linked = this.#linked.quoted;
    if (this.#quoted.length > 0)
      this.#pieces.push({ kind: 'quote', text: this.#quoted.join('\n\n'), linked });
    this.#quoted = [];
    this.#linked.quoted = 0;
  }

  #closeList(): void {
    const linked = this.#linked.items;
    if (this.#items.length > 0) this.#pieces.push({ kind: 'list', items: this.#items, linked });
    this.#items = [];
    this.#linked.items = 0;
  }

  /** The edge of a block: in a cell or a heading no more than a blank. */
  #boundary(): void {
    if (this.#isIn('code')) {
      if (this.#running.length > 0 && !this.#running.at(-1)?.endsWith('\n')) this.#running.push('\n');
    } else if (this.#isInline()) {
      this.#running.push(' ');
    } else if (this.#textScope()?.kind === 'item' && this.#scopes.at(-1)?.kind === 'item') {
      this.#running.push(' ');
    } else {
      this.#flush();
    }
  }

  #flush(): void {
    const { text, linked } = this.#takeRunning();
    if (text === '') return;
    const scope = this.#textScope();
    if (scope?.kind === 'quote') {
      this.#closeList();
      this.#quoted.push(text);
      this.#linked.quoted += linked;
    } else if (scope?.kind === 'item' && !scope.isBroken) {
      this.#closeQuote();
      // Two blanks instead of a mark carry an item on behind the list that it holds.
      this.#items.push({ text, depth: scope.depth, marker: scope.hasText ? ' ' : scope.marker });
      this.#linked.items += linked;
      scope.hasText = true;
    } else {
      this.#emit({ kind: displayedTex.test(text) ? 'equation' : 'paragraph', text, linked });
    }
  }

  #takeRunning(): { readonly text: string; readonly linked: number } {
    const text = this.#running
      .join('')
      .replace(/[ \t\u00a0]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    this.#running = [];
    const linked = this.#linked.running;
    this.#linked.running = 0;
    return { text, linked };
  }

  #textScope(): Scope | undefined {
    return this.#scopes.findLast(({ kind }) => kind !== 'list' && kind !== 'table' && kind !== 'figure');
  }

  #isInline(): boolean {
    const kind = this.#textScope()?.kind;
    return kind === 'cell' || kind === 'heading' || kind === 'caption' || kind === 'code';
  }

  #isIn(kind: Scope['kind']): boolean {
    return this.#scopes.some((scope) => scope.kind === kind);
  }

  #image(element: HtmlElement): void {
    const alt = element.getAttribute('alt')?.trim() ?? '';
    const isFormula = /\b(?:math|tex|latex)/i.test(element.getAttribute('class')?.slice(0, 1000) ?? '');
    if (isFormula) this.#running.push(alt);
    if (isFormula) return;
    const figure = this.#scopes.findLast((scope) => scope.kind === 'figure');
    if (figure) figure.alt ||= alt;
  }

  /** Items in a cell stand in one line. */
  #separateItem(): void {
    while (this.#running.at(-1)?.trim() === '') this.#running.pop();
    if (this.#running.length > 0) this.#running.push('; ');
  }

  #formula(element: HtmlElement): boolean {
    const formula = mathMlText(element);
    if (formula === '') return false;
    const isAlone =
      element.getAttribute('display') === 'block' && !this.#isInline() && this.#textScope() === undefined;
    if (!isAlone) {
      this.#running.push(formula);
      return false;
    }
    this.#flush();
    this.#emit({ kind: 'equation', text: formula });
    return false;
  }

  /** The sign of a footnote in brackets, so that it is no part of the word before it; a power. */
  #raised(element: HtmlElement): boolean {
    if (this.#isIn('code')) return false;
    const sign = footnoteSign(element);
    const isPower = sign === undefined && element.localName === 'sup';
    const raised = isPower ? superscript(element.textContent?.trim() ?? '') : sign && `[${sign}]`;
    if (raised !== undefined) this.#running.push(raised);
    return raised !== undefined;
  }

  #noteAnchor(element: HtmlElement): void {
    const heading = this.#scopes.at(-1);
    if (heading?.kind !== 'heading' || heading.anchor !== undefined) return;
    heading.anchor = element.getAttribute('id') ?? element.getAttribute('name') ?? undefined;
  }

  #noteLanguage(element: HtmlElement): void {
    const code = this.#scopes.at(-1);
    if (code?.kind === 'code') code.language ??= classLanguage(element);
  }
}

function isLink(element: HtmlElement): boolean {
  return element.localName === 'a' && element.getAttribute('href') !== null;
}

const sections = new Set(['section', 'article', 'div']);

/** A heading's own id, or that of the section it opens. */
function anchorOf(heading: HtmlElement): string | undefined {
  const own = heading.getAttribute('id');
  if (own) return own;
  const parent = heading.parentNode as HtmlElement | null;
  if (!parent || !sections.has(parent.localName)) return undefined;
  const isItsFirst = parent.querySelector('h1, h2, h3, h4, h5, h6') === heading;
  return (isItsFirst && parent.getAttribute('id')) || undefined;
}

function parentName(element: HtmlElement): string | undefined {
  return (element.parentNode as HtmlElement | null)?.localName;
}

function integer(value: string | null, otherwise: number): number {
  return value !== null && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : otherwise;
}
