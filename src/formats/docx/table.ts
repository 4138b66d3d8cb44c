import { smallNumber } from '../document/list-number.ts';
import type { OfficeTable } from '../office/document-writer.ts';
import { isOn, isPropertyOn } from '../ooxml/on-off.ts';
import { givenHeaderRows, gridOf, isLayout, type TableCell, tableRows } from '../table/table-rows.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';

/** Word has no more columns than this. */
const maxColumns = 63;

/**
 * Reads a table (`w:tbl`); `cellText` gives the words of a cell. A table of one row or one column arranges text on the
 * page: it is `layout`. Header rows are those marked as such, else the first row, unless the table says that it has
 * none and the row does not stand out.
 */
export function readTable(table: XmlElement, cellText: (cell: XmlElement) => string): OfficeTable {
  const rowElements = contents(table, 'tr').filter((row) => !descendantOf(row, 'trPr', 'del'));
  const cellElements = rowElements.map((row) => contents(row, 'tc'));
  if (isLayout(cellElements)) return { kind: 'layout', cells: cellElements.flat() };
  /** Cells that reach down as far as was read, by their column. */
  const open = new Map<number, { rows: number }>();
  const rows = rowElements.map((row, index) => {
    const cells: TableCell[] = blankCells(span(descendantOf(row, 'trPr', 'gridBefore'), 0));
    for (const cell of cellElements[index] ?? []) {
      const properties = childOf(cell, 'tcPr');
      const columns = span(childOf(properties, 'gridSpan'), 1);
      const merge = childOf(properties, 'vMerge');
      const above = merge && merge.attributes.val !== 'restart' ? open.get(cells.length) : undefined;
      if (above) above.rows += 1;
      else {
        const own = { text: cellText(cell), columns, rows: 1 };
        open.set(cells.length, own);
        cells.push(own);
      }
      cells.push(...coveredCells(above ? columns : columns - 1));
    }
    return cells;
  });
  return { kind: 'data', ...tableRows(gridOf(rows), headerRowCount(table, rowElements)) };
}

/** Rows and cells may stand within content controls and tracked insertions. */
function contents(element: XmlElement, name: 'tr' | 'tc'): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    const isWrapper = ['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml', 'smartTag'].includes(child.name);
    return isWrapper ? contents(child, name) : [];
  });
}

function blankCells(count: number): TableCell[] {
  return Array.from({ length: count }, () => ({ text: '' }));
}

function coveredCells(count: number): TableCell[] {
  return Array.from({ length: count }, () => ({ text: '', isCovered: true }));
}

/** Columns that are spanned or left out, as far as a table can have so many; at least `fallback`. */
function span(element: XmlElement | undefined, fallback: number): number {
  const value = smallNumber(element?.attributes.val, fallback);
  return value >= fallback && value <= maxColumns ? value : fallback;
}

function isMarked(row: XmlElement): boolean {
  return isPropertyOn(descendantOf(row, 'trPr', 'tblHeader'));
}

function headerRowCount(table: XmlElement, rows: readonly XmlElement[]): number {
  const look = descendantOf(table, 'tblPr', 'tblLook')?.attributes;
  const bits = Number.parseInt(look?.val ?? '0020', 16);
  const hasHeader = look?.firstRow === undefined ? (bits & 0x20) !== 0 : isOn(look.firstRow);
  return givenHeaderRows(rows, isMarked, hasHeader, isBold);
}

/** Whether every word of a row is set in bold by itself. */
function isBold(row: XmlElement): boolean {
  const runs = findAll(row, 'r').filter((run) => /\S/.test(childrenOf(run, 't').map(textOf).join('')));
  return runs.length > 0 && runs.every((run) => isPropertyOn(descendantOf(run, 'rPr', 'b')));
}
