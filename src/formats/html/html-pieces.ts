import { wordSet } from '../../text/words.ts';
import type { DocumentBuilder, ListItem, TableRows } from '../document/document-builder.ts';
import { joinStruck, pictureText, struckWords } from '../document/shown-words.ts';
import { gridOf, tableRows } from '../table/table-rows.ts';
import { mathMlText } from '../xml/math-text.ts';
import { parseHtml } from './html-document.ts';
import { mathTree, raisedWords, signWords, splitWordItem, strikesOut, tickMark } from './html-marks.ts';
import {
  type HtmlElement,
  type HtmlNode,
  integerAttribute,
  isElement,
  isText,
  shortAttribute,
  walkHtml,
} from './html-node.ts';
import {
  anchorOfHeading,
  classLanguage,
  type HtmlRow,
  languageOf,
  OpenScopes,
  type Scope,
} from './open-scopes.ts';
import { panelLabel } from './panel-labels.ts';
import { isHidden, isPageFurniture } from './visibility.ts';

/** What is known of running text, lists and tables: characters in them that belong to links. */
interface Linked {
  readonly linked?: number;
}

/** A part of a page under a label of its own: a tab, what is folded. */
interface HtmlPanel {
  /** The panel that it is within. */
  readonly outer: HtmlPanel | undefined;
}

/** A block of an HTML document, before it has a place in a text. */
export type HtmlPiece = HtmlPieceOfKind & { readonly panel?: HtmlPanel };

type HtmlPieceOfKind =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly text: string;
      readonly anchor?: string;
      /** Whether it is the label of the panel that it is in; its level then says nothing. */
      readonly isLabel?: boolean;
    }
  | ({ readonly kind: 'paragraph' | 'quote' | 'figure' | 'equation'; readonly text: string } & Linked)
  | { readonly kind: 'code'; readonly text: string; readonly language?: string }
  /** A picture. `text`: its description; empty where it has none. `source`: empty of one on another site. */
  | { readonly kind: 'picture'; readonly text: string; readonly source: string }
  | ({ readonly kind: 'list'; readonly items: readonly ListItem[] } & Linked)
  | ({ readonly kind: 'table' } & TableRows & Linked);

/**
 * The blocks of an HTML tree in document order, without what a reader does not see; of a web page also without
 * navigation, side bars and notices. `onLeftOut` is told of each element that is left out. Walks without recursion, so
 * that no nesting exhausts the stack.
 */
export function htmlPieces(
  root: HtmlNode,
  options: {
    readonly isWebPage?: boolean;
    /** Whether the root is what the page is about, so that its head, foot and asides are part of it. */
    readonly isContent?: boolean;
    /** Whether pictures are wanted too. */
    readonly hasPictures?: boolean;
    onLeftOut?(element: HtmlElement): void;
  } = {},
): readonly HtmlPiece[] {
  const collector = new PieceCollector(layoutTables(root), options.hasPictures ?? false);
  let contentDepth = options.isContent ? 1 : 0;
  walkHtml(root, {
    text: (data) => collector.text(data),
    enter: (element) => {
      if (isHidden(element) || (options.isWebPage && isPageFurniture(element, contentDepth > 0))) {
        options.onLeftOut?.(element);
        return false;
      }
      if (isMarkedContent(element)) contentDepth += 1;
      return collector.enter(element);
    },
    leave: (element) => {
      if (isMarkedContent(element)) contentDepth -= 1;
      collector.leave(element);
    },
  });
  return collector.finish();
}

/** Characters of a piece's text. */
export function pieceLength(piece: HtmlPiece): number {
  if (piece.kind === 'list') return piece.items.reduce((sum, { text }) => sum + text.length, 0);
  if (piece.kind !== 'table') return piece.text.length;
  return piece.rows.reduce((sum, row) => row.reduce((inRow, cell) => inRow + cell.length, sum), 0);
}

/** The blocks of a piece of HTML that is part of another document. */
export async function piecesOfHtml(
  source: string,
  options: { readonly hasPictures?: boolean } = {},
): Promise<readonly HtmlPiece[]> {
  return htmlPieces(await parseHtml(source), options);
}

/** Whether a piece is a picture of which nothing is said. */
export function isBarePicture(piece: HtmlPiece): boolean {
  return piece.kind === 'picture' && piece.text === '';
}

/** The addresses of all pictures among pieces. */
export function pictureAddresses(pieces: readonly HtmlPiece[]): readonly string[] {
  return pieces.flatMap((piece) => (piece.kind === 'picture' ? [piece.source] : []));
}

/** Adds pieces to a document. `addPicture` adds a picture by its address; default: its description. */
export function addPieces(
  builder: DocumentBuilder,
  pieces: readonly HtmlPiece[],
  addPicture: (source: string, description: string) => void = (_, description) =>
    builder.picture(undefined, description),
): void {
  const open: HtmlPanel[] = [];
  for (const piece of pieces) {
    while (open.length > 0 && !isWithin(piece.panel, open.at(-1))) {
      builder.closePanel();
      open.pop();
    }
    if (piece.kind === 'heading' && piece.isLabel && piece.panel) {
      builder.openPanel(piece.text);
      open.push(piece.panel);
    } else if (piece.kind === 'heading') builder.heading(piece.level, piece.text, piece.anchor);
    else if (piece.kind === 'picture') addPicture(piece.source, piece.text);
    else if (piece.kind === 'code') builder.code(piece.text, piece.language);
    else if (piece.kind === 'list') builder.list(piece.items);
    else if (piece.kind === 'table') builder.table(piece.rows, piece.headerRows);
    else builder[piece.kind](piece.text);
  }
  for (const _ of open) builder.closePanel();
}

function isWithin(panel: HtmlPanel | undefined, outer: HtmlPanel | undefined): boolean {
  for (let one = panel; one; one = one.outer) if (one === outer) return true;
  return false;
}

/** Whether the page itself marks an element as its main part or as an article. */
export function isMarkedContent(element: HtmlElement): boolean {
  const { localName } = element;
  return localName === 'main' || localName === 'article' || element.getAttribute('role') === 'main';
}

/**
 * Tables that arrange a page rather than data: those that hold headings, tables (but for small ones in the cells of one
 * with a header), or code beside nothing but the numbers of its lines, or say so.
 */
function layoutTables(root: HtmlNode): ReadonlySet<HtmlElement> {
  const layout = new Set<HtmlElement>();
  const open: HtmlElement[] = [];
  walkHtml(root, {
    text: () => {},
    enter: (element) => {
      const outer = open.at(-1);
      const name = element.localName;
      const isLayout =
        name === 'table' ? !isNested(element, outer) : /^h[1-6]$/.test(name) || isCodeListing(element);
      if (outer && isLayout) layout.add(outer);
      if (name !== 'table') return true;
      if (/^(?:presentation|none)$/.test(element.getAttribute('role') ?? '')) layout.add(element);
      open.push(element);
      return true;
    },
    leave: (element) => {
      if (open.at(-1) === element) open.pop();
    },
  });
  return layout;
}

/** Rows of a table that a cell of another may hold as its value. */
const maxNestedRows = 8;

/** Whether a table stands in a cell of one that has names for its columns, and is small enough to be a value there. */
function isNested(table: HtmlElement, outer: HtmlElement | undefined): boolean {
  if (!outer) return false;
  const header = outer.querySelector('tr');
  const names = [...(header?.querySelectorAll('th') ?? [])];
  const isHeaded =
    names.length > 1 && names.length === [...(header?.querySelectorAll('th, td') ?? [])].length;
  return (
    isHeaded && [...table.querySelectorAll('tr')].length <= maxNestedRows && !table.querySelector('table')
  );
}

/** Whether an element is code that fills a row of a table. */
function isCodeListing(element: HtmlElement): boolean {
  if (element.localName !== 'pre' || isHidden(element)) return false;
  let cell = element.parentElement;
  while (cell && cell.localName !== 'td' && cell.localName !== 'table') cell = cell.parentElement;
  const row = cell?.localName === 'td' ? cell.parentElement : null;
  for (let other = row?.firstChild ?? null; other; other = other.nextSibling) {
    if (other !== cell && isElement(other) && !isHidden(other)) return false;
  }
  return row !== null;
}

const blockElements = wordSet(
  'address article aside body center dd details dialog dir div dl dt fieldset figure footer form header hgroup hr ' +
    'html legend li main menu ol optgroup p section summary table tbody td tfoot th thead tr ul caption figcaption ' +
    'blockquote pre h1 h2 h3 h4 h5 h6',
);

/** A formula that a script of the page shows in a line of its own. */
const displayedTex = /^(?:\\\[[^]*\\\]|\$\$[^]*\$\$|\\begin\{(\w+\*?)\}[^]*\\end\{\1\})$/;

/** Turns the elements and texts of a tree, handed in in document order, into blocks. */
class PieceCollector {
  readonly #pieces = new GatheredPieces();
  readonly #running = new RunningText();
  readonly #scopes: OpenScopes;
  /** The panels around the running text, outermost first. */
  readonly #panels: (HtmlPanel & { readonly element: HtmlElement })[] = [];
  /** What a picture shows that stands alone between two blocks, as far as is known. */
  #pictured: string | undefined;
  readonly #hasPictures: boolean;
  /** Addresses of the pictures in the running text, which stand behind it. */
  readonly #pictures: string[] = [];
  /** An element of code ended just now, and nothing has come since. */
  #isBehindCode = false;
  /** Of the last list on the outermost level, where it is written as several. */
  #listName: string | undefined;

  /** `layoutTables`: those that are no tables of data. */
  constructor(layoutTables: ReadonlySet<HtmlElement>, hasPictures: boolean) {
    this.#scopes = new OpenScopes(layoutTables);
    this.#hasPictures = hasPictures;
  }

  text(data: string): void {
    if (data === '') return;
    this.#isBehindCode = false;
    this.#running.text(data, this.#scopes.areInCode);
  }

  /** Whether the element's content is wanted. */
  enter(element: HtmlElement): boolean {
    if (this.#isShownWhole(element)) return false;
    this.#openPanel(element);
    this.#separate(element);
    const scope = this.#scopes.openedBy(element);
    if (scope) {
      this.#flush();
      if (scope.kind === 'list') this.#beginList(scope.part?.list);
      this.#scopes.push(scope);
    }
    this.#noteLanguage(element);
    this.#running.enter(element);
    return true;
  }

  leave(element: HtmlElement): void {
    this.#running.leave(element);
    const scope = this.#scopes.innermost;
    this.#isBehindCode = element.localName === 'code' && scope?.kind === 'code';
    if (scope?.element === element) this.#close(scope);
    else if (isBlock(element)) this.#boundary();
    if (this.#panels.at(-1)?.element === element) this.#closePanel();
  }

  /** Begins a panel under its label. */
  #openPanel(element: HtmlElement): void {
    const text = this.#scopes.areInline ? '' : panelLabel(element);
    if (!text) return;
    this.#flush();
    this.#panels.push({ element, outer: this.#panels.at(-1) });
    this.#pieces.panel = this.#panels.at(-1);
    this.#emit({ kind: 'heading', level: 6, text, isLabel: true });
  }

  #closePanel(): void {
    this.#flush();
    this.#panels.pop();
    this.#pieces.panel = this.#panels.at(-1);
  }

  finish(): readonly HtmlPiece[] {
    this.#flush();
    return this.#pieces.pieces;
  }

  /** Writes what is read off an element as a whole: a formula, a power, the sign of a footnote. */
  #isShownWhole(element: HtmlElement): boolean {
    if (element.localName === 'math') {
      this.#formula(element);
      return true;
    }
    const raised = this.#scopes.areInCode ? undefined : raisedWords(element);
    if (raised !== undefined) this.#running.push(raised);
    return raised !== undefined;
  }

  /** Parts the words before an element from those in it. */
  #separate(element: HtmlElement): void {
    const name = element.localName;
    if (name === 'br') this.#running.push('\n');
    else if (name === 'img') this.#image(element);
    else if (name === 'input') this.#tick(element);
    // Labels of tabs stand side by side without a blank.
    else if (isChosenValue(element)) this.#running.separateItem(', ');
    else if (name === 'label') this.#running.push(' ');
    else if (name === 'code' && this.#isBehindCode) this.#separateCode();
    else if ((name === 'li' || name === 'tr') && this.#isInLine()) this.#running.separateItem();
    else if ((name === 'td' || name === 'th') && this.#scopes.innermost?.kind === 'cell')
      this.#running.separateItem(', ');
    else if (isBlock(element)) this.#boundary();
    else if (!this.#scopes.areInCode && standsApart(element)) this.#running.partWords();
  }

  /** Where the box is that of a task, its item has the mark. */
  #tick(element: HtmlElement): void {
    const item = this.#scopes.innermost;
    const isMarked =
      item?.kind === 'item' && !item.hasText && this.#running.isEmpty && item.marker.endsWith(']');
    if (!isMarked) this.#running.push(`${tickMark(element)} `);
  }

  /** Whether all that comes stands in one line: that of a cell, a heading or a caption. */
  #isInLine(): boolean {
    return this.#scopes.areInline && !this.#scopes.areInCode;
  }

  /** The edge of a block: in a cell or a heading no more than a blank. */
  #boundary(): void {
    const scope = this.#scopes.innermost;
    if (this.#scopes.areInCode) this.#running.endLine();
    else if (this.#scopes.areInline || (scope?.kind === 'item' && !scope.isBroken)) this.#running.push(' ');
    else this.#flush();
  }

  #close(scope: Scope): void {
    if (scope.kind === 'cell') this.#closeCell(scope.element);
    else if (scope.kind === 'code') this.#emitCode(scope.language);
    else if (scope.kind === 'heading') this.#emitHeading(scope.element, scope.level);
    else if (scope.kind === 'caption') this.#emitCaption();
    else this.#flush();
    this.#scopes.pop();
    if (scope.kind === 'quote') this.#pieces.end('quote');
    if (scope.kind === 'list' && !scope.part && !this.#scopes.innermostOf('list')) this.#pieces.end('list');
    if (scope.kind === 'figure') this.#emitDescription(scope);
    if (scope.kind === 'table') this.#emitTable(scope.rows, scope.linked);
  }

  /** The next part of a list that is written as several goes on with it. */
  #beginList(name: string | undefined): void {
    if (this.#scopes.innermostOf('list')) return;
    if (name === undefined || name !== this.#listName) this.#pieces.end('list');
    this.#listName = name;
  }

  #closeCell(element: HtmlElement): void {
    const { text, linked } = this.#running.take();
    const table = this.#scopes.innermostOf('table');
    if (!table) return;
    table.linked += linked;
    table.rows.at(-1)?.cells.push({
      text: text || (signWords(element) ?? ''),
      isHeader: element.localName === 'th',
      columns: Math.max(1, integerAttribute(element, 'colspan', 1)),
      rows: Math.max(1, integerAttribute(element, 'rowspan', 1)),
    });
  }

  #emitHeading(element: HtmlElement, level: number): void {
    const { text } = this.#running.take();
    if (text === '') return;
    const anchor = anchorOfHeading(element);
    this.#emit({ kind: 'heading', level, text, ...(anchor && { anchor }) });
  }

  #emitCode(language: string | undefined): void {
    const text = this.#running.takeCode();
    if (/\S/.test(text)) this.#emit({ kind: 'code', text, ...(language && { language }) });
  }

  /** Elements of code side by side: versions of an example, or its lines where each has one of its own. */
  #separateCode(): void {
    const scope = this.#scopes.innermost;
    if (scope?.kind !== 'code') return;
    if (this.#running.hasSeveralLines) {
      this.#emitCode(scope.language);
      scope.language = languageOf(scope.element);
    } else this.#running.endLine();
  }

  /** What a picture is said to show: where it has a caption, whole words that this does not have. */
  #emitDescription({ alt, caption, source }: Extract<Scope, { readonly kind: 'figure' }>): void {
    const text = caption === '' ? alt : sentenceOn(alt);
    if (text && !caption.includes(text)) this.#emit({ kind: 'picture', text, source });
  }

  #emitCaption(): void {
    const { text } = this.#running.take();
    if (text === '') return;
    const figure = this.#scopes.innermostOf('figure');
    if (figure) figure.caption += text;
    this.#emit({ kind: figure ? 'figure' : 'paragraph', text });
  }

  #emitTable(rows: readonly HtmlRow[], linked: number): void {
    const table = tableRows(gridOf(rows.map(({ cells }) => cells)), markedRows(rows));
    const only = table.rows.length === 1 ? table.rows[0] : undefined;
    if (only?.length === 1) this.#emit({ kind: 'paragraph', text: only[0] as string, linked });
    else if (table.rows.length > 0) this.#emit({ kind: 'table', ...table, linked });
  }

  #emit(piece: HtmlPiece): void {
    this.#pieces.add(piece);
    this.#scopes.breakItems();
  }

  #flush(): void {
    const { text, linked } = this.#running.take();
    const pictured = this.#pictured;
    this.#pictured = undefined;
    if (text !== '') this.#emitText(text, linked);
    const description = text === '' ? (pictured ?? '') : '';
    const [source, ...others] = this.#pictures.splice(0);
    if (source !== undefined || description !== '')
      this.#emit({ kind: 'picture', text: description, source: source ?? '' });
    for (const other of others) this.#emit({ kind: 'picture', text: '', source: other });
  }

  #emitText(text: string, linked: number): void {
    const scope = this.#scopes.ofText;
    if (scope?.kind === 'quote') this.#pieces.addQuoted(text, linked);
    else if (scope?.kind === 'item' && scope.marksItself) this.#emitSelfMarked(text, linked);
    else if (scope?.kind === 'item' && !scope.isBroken) {
      // Two blanks instead of a mark carry an item on behind the list that it holds.
      this.#pieces.addItem({ text, depth: scope.depth, marker: scope.hasText ? ' ' : scope.marker }, linked);
      scope.hasText = true;
    } else this.#emit({ kind: displayedTex.test(text) ? 'equation' : 'paragraph', text, linked });
  }

  #emitSelfMarked(text: string, linked: number): void {
    const item = splitWordItem(text);
    if (item) this.#pieces.addItem({ ...item, depth: 0 }, linked);
    else this.#emit({ kind: 'paragraph', text, linked });
  }

  #image(element: HtmlElement): void {
    const source = this.#hasPictures ? (element.getAttribute('src')?.trim() ?? '') : '';
    if (source !== '' && !/^(?:https?:)?\/\//i.test(source)) this.#pictures.push(source);
    const alt = element.getAttribute('alt')?.trim() ?? '';
    const figure = this.#scopes.innermostOf('figure');
    const isFormula = /\b(?:math|tex|latex)/i.test(shortAttribute(element, 'class'));
    if (isFormula) this.#running.push(alt);
    else if (figure && figure.alt === '') Object.assign(figure, { alt, source });
    else if (!this.#running.isInLink && !this.#scopes.ofText) this.#pictured ??= sentenceOn(alt);
  }

  #formula(element: HtmlElement): void {
    const formula = mathMlText(mathTree(element));
    if (formula === '') return;
    const isAlone = element.getAttribute('display') === 'block' && this.#scopes.ofText === undefined;
    if (!isAlone) {
      this.#running.push(formula);
      return;
    }
    this.#flush();
    this.#emit({ kind: 'equation', text: formula });
  }

  #noteLanguage(element: HtmlElement): void {
    const code = this.#scopes.innermost;
    if (code?.kind === 'code') code.language ??= classLanguage(element);
  }
}

/**
 * How many rows of a table are marked as its header: those of its head, or those at the top that are made of header
 * cells only, the corner aside; undefined where no cell is marked.
 */
function markedRows(rows: readonly HtmlRow[]): number | undefined {
  const isMarked = rows.some(({ cells, isHead }) => isHead || cells.some(({ isHeader }) => isHeader));
  if (!isMarked) return undefined;
  const body = rows.findIndex(
    ({ cells, isHead }) =>
      !isHead && cells.some(({ isHeader, text }, place) => !isHeader && !(place === 0 && text === '')),
  );
  return Math.max(0, body);
}

/** What custom elements may stand in as blocks. */
const holders = wordSet('body div section article main aside header footer td th li dd figure details form');

/**
 * Whether an element begins and ends a block: by its name, or one that only this page knows (a custom element), that
 * stands in a block and between no words.
 */
function isBlock(element: HtmlElement): boolean {
  const { localName, parentElement: parent } = element;
  if (!localName.includes('-')) return blockElements.has(localName);
  const isHeld = parent?.localName.includes('-') ? isBlock(parent) : holders.has(parent?.localName ?? '');
  return isHeld && ![element.previousSibling, element.nextSibling].some(isWords);
}

function isWords(node: HtmlNode | null): boolean {
  return node !== null && isText(node) && /\S/.test(node.data);
}

/** What a style sheet may set the elements in side by side. */
const rows = wordSet('div section header footer figure aside');

/** Elements in a row beyond these are no names and values. */
const maxRow = 12;

/**
 * Whether a style sheet is likely to set an element apart from the one right before it: another kind of element, in a
 * block that has no words of its own, as `<span class="label">Time</span><span>25 min</span>`.
 */
function standsApart(element: HtmlElement): boolean {
  const { previousSibling: before, parentElement: parent } = element;
  if (!before || !isElement(before) || !parent || !rows.has(parent.localName)) return false;
  const areAlike =
    before.localName === element.localName &&
    shortAttribute(before, 'class') === shortAttribute(element, 'class');
  if (areAlike) return false;
  let count = 0;
  for (let node = parent.firstChild; node; node = node.nextSibling)
    if (isWords(node) || ++count > maxRow) return false;
  return true;
}

/** One of several values that a property of a page has in Notion. */
function isChosenValue(element: HtmlElement): boolean {
  return element.localName === 'span' && /^selected-value\b/.test(shortAttribute(element, 'class'));
}

/** What the description of a picture says, where it is more than a name. */
function sentenceOn(alternative: string): string | undefined {
  const text = pictureText(alternative);
  return text?.includes(' ') ? text : undefined;
}

/** The last of the pieces as long as more may come to it. */
type OpenPiece = { linked: number; readonly panel?: HtmlPanel } & (
  | { readonly kind: 'list'; readonly items: ListItem[] }
  | { readonly kind: 'quote'; text: string }
);

/** Pieces in order; items that follow each other become one list, and quoted paragraphs one quotation. */
class GatheredPieces {
  readonly pieces: HtmlPiece[] = [];
  #open: OpenPiece | undefined;
  #panel: HtmlPanel | undefined;

  /** What comes next stands in a panel, or in none. */
  set panel(panel: HtmlPanel | undefined) {
    if (panel !== this.#panel) this.#open = undefined;
    this.#panel = panel;
  }

  add(piece: HtmlPiece): void {
    this.#open = undefined;
    this.pieces.push(this.#panel ? { ...piece, panel: this.#panel } : piece);
  }

  addItem(item: ListItem, linked: number): void {
    if (this.#open?.kind === 'list') this.#open.items.push(item);
    else this.#begin({ kind: 'list', items: [item], linked: 0 });
    if (this.#open) this.#open.linked += linked;
  }

  addQuoted(text: string, linked: number): void {
    if (this.#open?.kind === 'quote') this.#open.text += `\n\n${text}`;
    else this.#begin({ kind: 'quote', text, linked: 0 });
    if (this.#open) this.#open.linked += linked;
  }

  /** What comes next is another list, or another quotation. */
  end(kind: OpenPiece['kind']): void {
    if (this.#open?.kind === kind) this.#open = undefined;
  }

  #begin(piece: OpenPiece): void {
    this.#open = this.#panel ? { ...piece, panel: this.#panel } : piece;
    this.pieces.push(this.#open);
  }
}

/**
 * The words that no block has taken yet, as the elements set them that are open around them: struck out, in quotation
 * marks; and how many of their characters belong to links.
 */
class RunningText {
  #parts: string[] = [];
  #linked = 0;
  #openLinks = 0;
  #openQuotations = 0;
  #isParted = false;
  readonly #striking: HtmlElement[] = [];

  enter(element: HtmlElement): void {
    if (isLink(element)) this.#openLinks += 1;
    if (strikesOut(element)) this.#striking.push(element);
    if (element.localName === 'q') this.push(quotationMarks(this.#openQuotations++)[0]);
  }

  leave(element: HtmlElement): void {
    if (isLink(element)) this.#openLinks -= 1;
    if (this.#striking.at(-1) === element) this.#striking.pop();
    if (element.localName === 'q') this.push(quotationMarks(--this.#openQuotations)[1]);
  }

  get isInLink(): boolean {
    return this.#openLinks > 0;
  }

  /** Text of the document: as it stands in code, else each run of white space as one blank. */
  text(data: string, isCode: boolean): void {
    if (this.isInLink) this.#linked += data.trim().length;
    const words = isCode ? data : data.replace(/\s+/g, ' ');
    if (
      this.#isParted &&
      /[\p{L}\p{N}:]$/u.test(this.#parts.at(-1) ?? '') &&
      /^[\p{L}\p{N}\p{Sc}]/u.test(words)
    )
      this.#parts.push(' ');
    this.#isParted = false;
    this.#parts.push(this.#striking.length > 0 && !isCode ? struckWords(words) : words);
  }

  /** What comes next is no part of the word before it. */
  partWords(): void {
    this.#isParted = true;
  }

  /** What an element shows that is no text of its own. */
  push(shown: string): void {
    this.#parts.push(shown);
  }

  /** Ends the line that was begun, if one was. */
  endLine(): void {
    if (this.#parts.length > 0 && !this.#parts.at(-1)?.endsWith('\n')) this.#parts.push('\n');
  }

  /** Goes on in the same line behind a semicolon, if something stands before that ends with none. */
  separateItem(sign = '; '): void {
    while (this.#parts.at(-1)?.trim() === '') this.#parts.pop();
    if (this.#parts.length > 0 && this.#parts.at(-1) !== '; ') this.#parts.push(sign);
  }

  get isEmpty(): boolean {
    return this.#parts.every((part) => part.trim() === '');
  }

  get hasSeveralLines(): boolean {
    return this.#parts.join('').trim().includes('\n');
  }

  /** Takes the text with single blanks, none of them at the end of a line. */
  take(): { readonly text: string; readonly linked: number } {
    const linked = this.#linked;
    const text = joinStruck(this.takeCode())
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    return { text, linked };
  }

  /** Takes the text as it stands. */
  takeCode(): string {
    const text = this.#parts.join('');
    this.#parts = [];
    this.#linked = 0;
    return text;
  }
}

function isLink(element: HtmlElement): boolean {
  return element.localName === 'a' && element.getAttribute('href') !== null;
}

/** What browsers put around a quotation that stands in so many others. */
function quotationMarks(depth: number): readonly [string, string] {
  return depth % 2 === 0 ? ['“', '”'] : ['‘', '’'];
}
