import type { TableRows } from '../document/document-builder.ts';
import { smallNumber } from '../document/list-number.ts';
import { isSetOn } from '../ooxml/on-off.ts';
import { gridOf, type TableCell, tableRows } from '../table/table-rows.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';
import { readTextBody } from './text-body.ts';

/** Reads a table of a slide (`a:tbl`). The first row is the header where the table marks it so. */
export function readSlideTable(table: XmlElement): TableRows {
  const rows = childrenOf(table, 'tr').map((row) => childrenOf(row, 'tc').map(readCell));
  return tableRows(gridOf(rows), isSetOn(childOf(table, 'tblPr')?.attributes.firstRow) ? 1 : 0);
}

function readCell(cell: XmlElement): TableCell {
  const { hMerge, vMerge, gridSpan, rowSpan } = cell.attributes;
  if (isSetOn(hMerge) || isSetOn(vMerge)) return { text: '', isCovered: true };
  const paragraphs = readTextBody(childOf(cell, 'txBody'), false);
  return {
    text: paragraphs.map(({ text }) => text).join(' '),
    columns: smallNumber(gridSpan, 1),
    rows: smallNumber(rowSpan, 1),
  };
}
