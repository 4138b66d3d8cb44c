import { countHeaderRows } from '../header-rows.ts';
import type { OfficeTable } from '../office/document-writer.ts';
import { givenHeaderRows, isLayout, repeatedLabel, tidyRows } from '../office/table-rows.ts';
import { childrenOf, findAll, type XmlElement } from '../xml/xml.ts';
import { isBold, type TextContext } from './paragraph-content.ts';

interface Row {
  readonly element: XmlElement;
  readonly isHeader: boolean;
}

/** Tables of texts and slides have no more columns than this that mean something. */
const maxColumns = 200;

/** Nor as many rows that are alike, and none that are longer in characters. */
const maxRepeats = 100;
const maxRepeatedLength = 2000;

/**
 * Reads a table (`table:table`); `cellText` gives the words of a cell. A cell that spans rows is repeated in each, one
 * that spans columns is followed by blank ones. A table of one row or one column arranges text on the page: it is
 * `layout`. Header rows are those marked as such or by the table's style, else the first row where it stands out, else
 * what {@link countHeaderRows} takes for them.
 */
export function readTable(
  table: XmlElement,
  context: TextContext,
  cellText: (cell: XmlElement) => string,
): OfficeTable {
  const rowElements = rowsOf(table, false);
  const cells = rowElements.map(({ element }) => cellsOf(element));
  if (isLayout(cells)) {
    return { kind: 'layout', cells: cells.flat().filter(({ name }) => name === 'table-cell') };
  }
  const spans = new SpannedCells();
  // Pandoc leaves out what is covered, which every other program writes.
  const isComplete = cells.some((row) => row.some(({ name }) => name === 'covered-table-cell'));
  const rows = cells.flatMap((row, index) => {
    const texts = rowTexts(row, spans, isComplete, cellText);
    const isShort = texts.reduce((sum, text) => sum + text.length, 0) <= maxRepeatedLength;
    const most = isShort ? maxRepeats : 1;
    const repeats = repeated(rowElements[index]?.element.attributes['number-rows-repeated'], most);
    return Array.from({ length: repeats }, () => texts);
  });
  const marked = givenHeaderRows(
    rowElements,
    ({ isHeader }) => isHeader,
    table.attributes['use-first-row-styles'] === 'true',
    ({ element }) => isHeading(element, context),
  );
  const tidy = tidyRows(rows, marked);
  return { kind: 'data', ...tidy, headerRows: marked > 0 ? tidy.headerRows : countHeaderRows(tidy.rows) };
}

/** How often a row or cell stands there, as far as that means something: at least once. */
export function repeated(value: string | undefined, most: number): number {
  const times = Math.trunc(Number(value ?? 1));
  return times >= 1 ? Math.max(1, Math.min(most, times)) : 1;
}

/** Labels of cells that span rows, for the rows below. */
class SpannedCells {
  readonly #labels = new Map<number, { readonly text: string; readonly rows: number }>();

  /** A cell of this text begins in a column. */
  begin(column: number, text: string, { attributes }: XmlElement): void {
    const rows = repeated(attributes['number-rows-spanned'], Number.MAX_SAFE_INTEGER) - 1;
    if (rows === 0) this.#labels.delete(column);
    else this.#labels.set(column, { text: repeatedLabel(text), rows });
  }

  /** Whether a cell above covers this column of the next row. */
  isCovered(column: number): boolean {
    return this.#labels.has(column);
  }

  /** What a covered cell in a column shows: the label of the cell above that covers it. */
  covered(column: number): string {
    const label = this.#labels.get(column);
    if (!label) return '';
    if (label.rows <= 1) this.#labels.delete(column);
    else this.#labels.set(column, { text: label.text, rows: label.rows - 1 });
    return label.text;
  }
}

/** `isComplete`: covered cells stand in their places. */
function rowTexts(
  cells: readonly XmlElement[],
  spans: SpannedCells,
  isComplete: boolean,
  cellText: (cell: XmlElement) => string,
): readonly string[] {
  const texts: string[] = [];
  const addCovered = (): void => {
    if (isComplete) return;
    while (spans.isCovered(texts.length)) texts.push(spans.covered(texts.length));
  };
  for (const cell of cells) {
    addCovered();
    const room = maxColumns - texts.length;
    const repeats = repeated(cell.attributes['number-columns-repeated'], room);
    const width = isComplete ? 1 : repeated(cell.attributes['number-columns-spanned'], room);
    const isCovered = cell.name === 'covered-table-cell';
    const text = isCovered ? '' : cellText(cell);
    for (let column = 0; column < Math.max(repeats, width); column++) {
      const copy = repeats > 1 ? repeatedLabel(text) : '';
      const own = column === 0 ? text : copy;
      const shown = isCovered ? spans.covered(texts.length) : own;
      if (!isCovered) spans.begin(texts.length, own, cell);
      texts.push(shown);
    }
  }
  addCovered();
  return texts;
}

/** Rows may stand in groups. */
function rowsOf(element: XmlElement, isHeader: boolean): readonly Row[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === 'table-row') return [{ element: child, isHeader }];
    if (child.name === 'table-header-rows') return rowsOf(child, true);
    return child.name === 'table-rows' || child.name === 'table-row-group' ? rowsOf(child, isHeader) : [];
  });
}

function cellsOf(row: XmlElement): readonly XmlElement[] {
  return childrenOf(row).filter(({ name }) => name === 'table-cell' || name === 'covered-table-cell');
}

/** Whether every word of a row is a table's heading, by its style or in bold. */
function isHeading(row: XmlElement, context: TextContext): boolean {
  const paragraphs = findAll(row, 'p').filter(({ children }) => children.length > 0);
  return (
    paragraphs.length > 0 &&
    paragraphs.every((paragraph) => {
      const { names } = context.styles.paragraph(paragraph.attributes['style-name']);
      return names.includes('table heading') || isBold(paragraph, context);
    })
  );
}
