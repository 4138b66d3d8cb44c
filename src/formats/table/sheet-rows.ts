import { refused } from '../zip/container-limits.ts';
import { repeatedLabel } from './table-rows.ts';

/** A row's cells that are not blank. */
export interface SheetRow {
  /** 1-based, as the sheet shows it. */
  readonly number: number;
  /** 1-based columns in ascending order, one for each text. */
  readonly columns: readonly number[];
  readonly texts: readonly string[];
  /** Those of its cells that are merged over several columns. */
  readonly merged?: readonly Pick<MergedCells, 'column' | 'lastColumn'>[];
}

/** The last column of a sheet, XFD. */
export const maxColumns = 16_384;

/** Cells that are merged: the columns and rows that they span, all 1-based, both ends included. */
export interface MergedCells {
  readonly column: number;
  readonly lastColumn: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** A sheet has no more rows with merged cells than this that mean something. */
const maxRepeats = 100_000;

/**
 * Rows with the labels of cells that are merged over several rows repeated in each that has other cells, and with what
 * is merged over columns in each row noted.
 */
export function withMergedCells(
  rows: readonly SheetRow[],
  merged: readonly MergedCells[],
): readonly SheetRow[] {
  const changed = [...rows];
  const places = new Map(rows.map((row, place) => [row.number, place]));
  let repeats = 0;
  for (const { column, lastColumn, firstRow, lastRow } of merged) {
    const first = places.get(firstRow);
    const text = first === undefined ? undefined : textAt(changed[first] as SheetRow, column);
    if (first === undefined || text === undefined) continue;
    for (let place = first; place < changed.length && repeats < maxRepeats; place++) {
      const row = changed[place] as SheetRow;
      if (row.number > lastRow) break;
      repeats += 1;
      if (row.columns.length === 0) continue;
      const filled = place === first ? row : withCell(row, column, repeatedLabel(text));
      const merged = [...(filled.merged ?? []), { column, lastColumn }];
      changed[place] = lastColumn > column ? { ...filled, merged } : filled;
    }
  }
  return changed;
}

function textAt(row: SheetRow, column: number): string | undefined {
  const index = row.columns.indexOf(column);
  return index < 0 ? undefined : row.texts[index];
}

function withCell(row: SheetRow, column: number, text: string): SheetRow {
  if (text === '' || row.columns.includes(column)) return row;
  const next = row.columns.findIndex((other) => other > column);
  const at = next < 0 ? row.columns.length : next;
  return {
    ...row,
    columns: row.columns.toSpliced(at, 0, column),
    texts: row.texts.toSpliced(at, 0, text),
  };
}

/** Cells share their strings, or repeat, so that a small file can hold a boundless text. */
const maxTextLength = 200_000_000;

/** Counts the characters of a workbook's cells. */
export class CellTextLimit {
  readonly #path: string;
  #length = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Errors: `archive_refused` beyond the limit. */
  add(texts: readonly string[]): void {
    for (const text of texts) this.#length += text.length;
    if (this.#length <= maxTextLength) return;
    throw refused(this.#path, `its cells hold more than the limit of ${maxTextLength} characters`);
  }
}
