import type { OfficeTable } from '../office/document-writer.ts';
import {
  givenHeaderRows,
  gridOf,
  isLayout,
  maxTableColumns,
  repeatedLabel,
  type TableCell,
  tableRows,
} from '../table/table-rows.ts';
import { childrenOf, findAll, type XmlElement } from '../xml/xml.ts';
import { isBold, type TextContext } from './paragraph-content.ts';

interface Row {
  readonly element: XmlElement;
  readonly isHeader: boolean;
}

/** Tables have no more rows than this that are alike and mean something, and none that are longer in characters. */
const maxRepeats = 100;
const maxRepeatedLength = 2000;

/**
 * Reads a table (`table:table`); `cellText` gives the words of a cell. A table of one row or one column arranges text
 * on the page: it is `layout`. Header rows are those marked as such or by the table's style, else the first row where
 * it stands out, else what the cells tell.
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
  const rows = cells.flatMap((row, index) => {
    const read = cellsIn(row, cellText);
    const isShort = read.reduce((sum, { text }) => sum + text.length, 0) <= maxRepeatedLength;
    const most = isShort ? maxRepeats : 1;
    const repeats = repeated(rowElements[index]?.element.attributes['number-rows-repeated'], most);
    return Array.from({ length: repeats }, () => read);
  });
  const marked = givenHeaderRows(
    rowElements,
    ({ isHeader }) => isHeader,
    table.attributes['use-first-row-styles'] === 'true',
    ({ element }) => isHeading(element, context),
  );
  return { kind: 'data', ...tableRows(gridOf(rows), marked > 0 ? marked : undefined) };
}

/** How often a row or cell stands there, as far as that means something: at least once. */
export function repeated(value: string | undefined, most: number): number {
  const times = Math.trunc(Number(value ?? 1));
  return times >= 1 ? Math.max(1, Math.min(most, times)) : 1;
}

/** The cells of a row, those that stand for several written out. */
function cellsIn(row: readonly XmlElement[], cellText: (cell: XmlElement) => string): readonly TableCell[] {
  const cells: TableCell[] = [];
  for (const cell of row) {
    const { name, attributes } = cell;
    const times = repeated(attributes['number-columns-repeated'], maxTableColumns - cells.length);
    const isCovered = name === 'covered-table-cell';
    const text = isCovered ? '' : cellText(cell);
    const spans = {
      columns: repeated(attributes['number-columns-spanned'], maxTableColumns),
      rows: repeated(attributes['number-rows-spanned'], Number.MAX_SAFE_INTEGER),
    };
    for (let time = 0; time < times; time++) {
      const shown = time === 0 ? text : repeatedLabel(text);
      cells.push(isCovered ? { text: '', isCovered } : { text: shown, ...spans });
    }
  }
  return cells;
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
