import { tidyRows } from '../ooxml/table-rows.ts';
import { childOf, childrenOf, type XmlElement } from '../xml.ts';
import { readTextBody } from './text-body.ts';

/** A label that spans rows is repeated in each, so that a row stands for itself; longer text is not a label. */
const maxRepeatedLength = 100;

/**
 * Reads a table of a slide (`a:tbl`). A cell merged over rows is repeated in each, one merged over columns is
 * followed by blank ones. The first row is the header where the table marks it so.
 */
export function readSlideTable(table: XmlElement): ReturnType<typeof tidyRows> {
  const above: string[] = [];
  const rows = childrenOf(table, 'tr').map((row) =>
    childrenOf(row, 'tc').map((cell, column) => {
      if (isOn(cell.attributes.hMerge)) return '';
      const label = above[column] ?? '';
      if (isOn(cell.attributes.vMerge)) return label.length <= maxRepeatedLength ? label : '';
      const text = readTextBody(childOf(cell, 'txBody'), false)
        .map((paragraph) => paragraph.text)
        .join(' ');
      above[column] = text;
      return text;
    }),
  );
  return tidyRows(rows, isOn(childOf(table, 'tblPr')?.attributes.firstRow) ? 1 : 0);
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
