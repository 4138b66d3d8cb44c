import type { TableRows } from '../document-builder.ts';
import { countHeaderRows } from '../header-rows.ts';

/** A cell as it stands in the source. */
export interface HtmlCell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly colspan: number;
  readonly rowspan: number;
}

export interface HtmlRow {
  readonly cells: HtmlCell[];
  /** Stands in the table's head. */
  readonly isHead: boolean;
}

/** Spans reach no further. */
const maxColumns = 200;

/** What spans may add to a table, in characters: a few bytes of source can ask for gigabytes. */
const maxSpanned = 200_000;

/** What a cell takes up without its text. */
const columnCost = 3;

/** Longer texts are not repeated in the rows that they span. */
const maxRepeated = 200;

/**
 * A table's rows as a grid: a cell that spans rows stands in each of them, one that spans columns in the first. The
 * header is the rows of the head, or those at the top that are made of header cells only; of a table that marks none
 * of its cells, what {@link countHeaderRows} takes for it.
 */
export function tableGrid(rows: readonly HtmlRow[]): TableRows {
  const filled = rows.filter(({ cells }) => cells.some(({ text }) => text !== ''));
  const grid: string[][] = [];
  let carried = new Map<number, { text: string; rows: number }>();
  let budget = maxSpanned;
  for (const { cells } of filled) {
    const line: string[] = [];
    const next = new Map<number, { text: string; rows: number }>();
    const takeCarried = () => {
      for (let above = carried.get(line.length); above && budget > 0; above = carried.get(line.length)) {
        if (above.rows > 1) next.set(line.length, { text: above.text, rows: above.rows - 1 });
        budget -= above.text.length + columnCost;
        line.push(above.text);
      }
    };
    for (const { text, colspan, rowspan } of cells) {
      takeCarried();
      const room = Math.max(1, maxColumns - line.length);
      const width = budget > 0 ? Math.min(colspan, room) : 1;
      for (let column = 0; column < width; column++) {
        const content = column === 0 ? text : '';
        if (rowspan > 1 && budget > 0) {
          next.set(line.length, { text: content.length <= maxRepeated ? content : '', rows: rowspan - 1 });
        }
        line.push(content);
      }
      budget -= (width - 1) * columnCost;
    }
    takeCarried();
    grid.push(line);
    carried = next;
  }
  return { rows: grid, headerRows: isMarked(filled) ? headerRows(filled) : countHeaderRows(grid) };
}

function isMarked(rows: readonly HtmlRow[]): boolean {
  return rows.some(({ cells, isHead }) => isHead || cells.some(({ isHeader }) => isHeader));
}

function headerRows(rows: readonly HtmlRow[]): number {
  const end = rows.findIndex(({ cells, isHead }) => !isHead && !cells.every(({ isHeader }) => isHeader));
  return end === -1 ? 0 : end;
}
