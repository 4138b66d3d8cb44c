import { wordSet } from '../../text/word-set.ts';
import { pictureText } from '../office/picture-text.ts';
import { gridOf, tableRows } from '../table/table-rows.ts';
import { mathMlText } from '../xml/math-text.ts';
import { classLanguage, languageOf } from './code-language.ts';
import { integerAttribute, shortAttribute } from './element-attributes.ts';
import { GatheredPieces } from './gathered-pieces.ts';
import { anchorOfHeading } from './headings.ts';
import type { HtmlElement } from './html-node.ts';
import type { HtmlPanel, HtmlPiece } from './html-pieces.ts';
import { splitWordItem, tickMark } from './list-marks.ts';
import { type HtmlRow, OpenScopes, type Scope } from './open-scopes.ts';
import { panelLabel } from './panel-labels.ts';
import { mathTree, raisedWords } from './raised-words.ts';
import { RunningText } from './running-text.ts';

const blockElements = wordSet(
  'address article aside body center dd details dialog dir div dl dt fieldset figure footer form header hgroup hr ' +
    'html legend li main menu ol optgroup p section summary table tbody td tfoot th thead tr ul caption figcaption ' +
    'blockquote pre h1 h2 h3 h4 h5 h6',
);

/** A formula that a script of the page shows in a line of its own. */
const displayedTex = /^(?:\\\[[^]*\\\]|\$\$[^]*\$\$|\\begin\{(\w+\*?)\}[^]*\\end\{\1\})$/;

/** Turns the elements and texts of a tree, handed in in document order, into blocks. */
export class PieceCollector {
  readonly #pieces = new GatheredPieces();
  readonly #running = new RunningText();
  readonly #scopes: OpenScopes;
  /** The panels around the running text, outermost first. */
  readonly #panels: (HtmlPanel & { readonly element: HtmlElement })[] = [];
  /** What a picture shows that stands alone between two blocks, as far as is known. */
  #pictured: string | undefined;
  /** An element of code ended just now, and nothing has come since. */
  #isBehindCode = false;
  /** Of the last list on the outermost level, where it is written as several. */
  #listName: string | undefined;

  /** `layoutTables`: those that are no tables of data. */
  constructor(layoutTables: ReadonlySet<HtmlElement>) {
    this.#scopes = new OpenScopes(layoutTables);
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
    else if (blockElements.has(element.localName)) this.#boundary();
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
    // Labels of tabs, and values of a property, stand side by side without a blank.
    else if (name === 'label' || isChosenValue(element)) this.#running.push(' ');
    else if (name === 'code' && this.#isBehindCode) this.#separateCode();
    else if (name === 'li' && this.#isInLine()) this.#running.separateItem();
    else if (blockElements.has(name)) this.#boundary();
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
    if (scope.kind === 'figure' && !scope.hasCaption && scope.alt !== '') {
      this.#emit({ kind: 'figure', text: scope.alt });
    }
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
      text,
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

  #emitCaption(): void {
    const { text } = this.#running.take();
    if (text === '') return;
    const figure = this.#scopes.innermostOf('figure');
    if (figure) figure.hasCaption = true;
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
    if (text === '') {
      if (pictured !== undefined) this.#emit({ kind: 'figure', text: pictured });
      return;
    }
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
    const alt = element.getAttribute('alt')?.trim() ?? '';
    const figure = this.#scopes.innermostOf('figure');
    const isFormula = /\b(?:math|tex|latex)/i.test(shortAttribute(element, 'class'));
    if (isFormula) this.#running.push(alt);
    else if (figure) figure.alt ||= alt;
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

/** One of several values that a property of a page has in Notion. */
function isChosenValue(element: HtmlElement): boolean {
  return element.localName === 'span' && /^selected-value\b/.test(shortAttribute(element, 'class'));
}

/** What the description of a picture says, where it is more than a name. */
function sentenceOn(alternative: string): string | undefined {
  const text = pictureText(alternative);
  return text?.includes(' ') ? text : undefined;
}
