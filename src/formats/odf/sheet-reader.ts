import { columnLetters } from '../../text/places-within.ts';
import { struckWords } from '../document/shown-words.ts';
import type { OfficeComment } from '../office/comment-text.ts';
import { CellTextLimit, type MergedCells, maxColumns, type SheetRow } from '../table/sheet-tables.ts';
import { childrenOf, type XmlElement } from '../xml/xml.ts';
import { cellValue } from './cell-value.ts';
import { type DrawingContent, drawingContents, drawingNames } from './drawings.ts';
import { authorOf, type TextContext } from './paragraph-content.ts';
import { repeated } from './table.ts';
import { textsWithin } from './text-flow.ts';

/** A sheet as far as it was read. */
export interface ReadSheet {
  readonly rows: SheetRow[];
  readonly merged: MergedCells[];
  readonly comments: OfficeComment[];
  readonly drawings: DrawingContent[];
  /** Number of the last row that is printed at the top of every page; 0 where there is none. */
  headerRows: number;
}

/** A sheet has no more rows than this. */
const maxRows = 1_048_576;

/** What copies of cells and rows may add to a workbook, in characters: a few bytes can ask for gigabytes. */
const maxCopied = 200_000;

/** What a cell takes up without its text. */
const cellCost = 3;

/** Reads the rows of one sheet after the other. What repeats is written out, within bounds. */
export class SheetReader {
  readonly #context: TextContext;
  readonly #limit: CellTextLimit;
  #copied = 0;
  #missingResults = 0;
  #leftOutCopies = 0;
  #sheet = emptySheet();
  #row = 0;

  constructor(path: string, context: TextContext) {
    this.#context = context;
    this.#limit = new CellTextLimit(path);
  }

  /** How many formulas no program has computed. */
  get missingResults(): number {
    return this.#missingResults;
  }

  /** How many copies of rows or cells there would have been beyond the bound. */
  get leftOutCopies(): number {
    return this.#leftOutCopies;
  }

  /** The next sheet begins, and is filled from now on. */
  begin(): ReadSheet {
    this.#sheet = emptySheet();
    this.#row = 0;
    return this.#sheet;
  }

  /** Takes a row (`table:table-row`). Errors: `archive_refused` beyond the limit on the text of cells. */
  take(row: XmlElement): void {
    const { columns, texts } = this.#cells(row);
    const times = repeated(row.attributes['number-rows-repeated'], maxRows - this.#row);
    const cost = texts.reduce((sum, text) => sum + text.length + cellCost, 0);
    const written = texts.length > 0 ? 1 + this.#copies(times - 1, cost) : 0;
    for (let time = 1; time <= written; time++) {
      this.#limit.add(texts);
      this.#sheet.rows.push({ number: this.#row + time, columns, texts });
    }
    this.#row += times;
  }

  /** The rows taken last are those that every page begins with. */
  endHeader(): void {
    this.#sheet.headerRows = this.#row;
  }

  /** What lies over the cells (`table:shapes`). */
  takeShapes(shapes: XmlElement): void {
    for (const shape of childrenOf(shapes)) this.#draw(shape);
  }

  #cells(row: XmlElement): { columns: number[]; texts: string[] } {
    const columns: number[] = [];
    const texts: string[] = [];
    let column = 0;
    for (const cell of childrenOf(row)) {
      const isCovered = cell.name === 'covered-table-cell';
      if (!isCovered && cell.name !== 'table-cell') continue;
      const {
        'number-columns-repeated': columnsRepeated,
        'number-columns-spanned': columnsSpanned,
        'number-rows-spanned': rowsSpanned,
      } = cell.attributes;
      const times = repeated(columnsRepeated, maxColumns - column);
      const text = isCovered ? '' : this.#text(cell, column + 1);
      const shown = text === '' ? 0 : 1 + this.#copies(times - 1, text.length + cellCost);
      const lastRow = this.#row + repeated(rowsSpanned, maxRows);
      for (let time = 1; time <= shown && column + time <= maxColumns; time++) {
        columns.push(column + time);
        texts.push(text);
        const firstRow = this.#row + 1;
        const lastColumn = column + time - 1 + repeated(columnsSpanned, maxColumns - column);
        if (lastRow > firstRow || lastColumn > column + time)
          this.#sheet.merged.push({ column: column + time, lastColumn, firstRow, lastRow });
      }
      column += times;
    }
    return { columns, texts };
  }

  #text(cell: XmlElement, column: number): string {
    for (const child of childrenOf(cell)) {
      if (child.name === 'annotation') this.#comment(child, column);
      else if (child.name !== 'p') this.#draw(child);
    }
    const text = cellValue(cell, this.#context);
    if (text === undefined) this.#missingResults += 1;
    if (!text) return '';
    return this.#context.styles.form('table-cell', cell.attributes['style-name']).isStruck
      ? struckWords(text)
      : text;
  }

  #comment(annotation: XmlElement, column: number): void {
    const text = textsWithin(annotation, this.#context).join(' ').trim();
    const cell = `${columnLetters(column)}${this.#row + 1}`;
    if (text !== '') this.#sheet.comments.push({ cell, author: authorOf(annotation), text });
  }

  #draw(shape: XmlElement): void {
    if (!drawingNames.has(shape.name)) return;
    for (const content of drawingContents(shape, this.#context)) this.#sheet.drawings.push(content);
  }

  /** How many of so many copies there is room for. */
  #copies(wanted: number, cost: number): number {
    const copies = Math.min(wanted, Math.max(0, Math.floor((maxCopied - this.#copied) / Math.max(1, cost))));
    this.#copied += copies * cost;
    this.#leftOutCopies += wanted - copies;
    return copies;
  }
}

function emptySheet(): ReadSheet {
  return { rows: [], merged: [], comments: [], drawings: [], headerRows: 0 };
}
