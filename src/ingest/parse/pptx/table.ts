import type { TableRows } from '../document-builder.ts';
import { repeatedLabel, tidyRows } from '../office/table-rows.ts';
import { isSetOn } from '../ooxml/on-off.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml.ts';
import { readTextBody } from './text-body.ts';

/**
 * Reads a table of a slide (`a:tbl`). A cell merged over rows is repeated in each, one merged over columns is
 * followed by blank ones. The first row is the header where the table marks it so.
 */
export function readSlideTable(table: XmlElement): TableRows {
  const above: string[] = [];
  const rows = childrenOf(table, 'tr').map((row) =>
    childrenOf(row, 'tc').map((cell, column) => {
      if (isSetOn(cell.attributes.hMerge)) return '';
      if (isSetOn(cell.attributes.vMerge)) return repeatedLabel(above[column] ?? '');
      const text = readTextBody(childOf(cell, 'txBody'), false)
        .map((paragraph) => paragraph.text)
        .join(' ');
      above[column] = text;
      return text;
    }),
  );
  return tidyRows(rows, isSetOn(childOf(table, 'tblPr')?.attributes.firstRow) ? 1 : 0);
}
