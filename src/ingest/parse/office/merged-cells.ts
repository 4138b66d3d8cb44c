import type { SheetRow } from './sheet-row.ts';
import { repeatedLabel } from './table-rows.ts';

/** The first column of cells that are merged, and the rows that they span; all 1-based. */
export interface MergedCells {
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** A sheet has no more merged rows than this that mean something. */
const maxRepeats = 100_000;

/**
 * Rows with the labels of cells that are merged over several rows repeated in each that has other cells. Cells merged
 * over columns only stay as they are: their text stands in the first.
 */
export function repeatMergedLabels(
  rows: readonly SheetRow[],
  merged: readonly MergedCells[],
): readonly SheetRow[] {
  const changed = [...rows];
  const places = new Map(rows.map((row, place) => [row.number, place]));
  let repeats = 0;
  for (const { column, firstRow, lastRow } of merged) {
    const first = places.get(firstRow);
    if (first === undefined) continue;
    const text = repeatedLabel(textAt(changed[first] as SheetRow, column) ?? '');
    if (text === '') continue;
    for (let place = first + 1; place < changed.length && repeats < maxRepeats; place++) {
      const row = changed[place] as SheetRow;
      if (row.number > lastRow) break;
      repeats += 1;
      if (row.columns.length > 0) changed[place] = withCell(row, column, text);
    }
  }
  return changed;
}

function textAt(row: SheetRow, column: number): string | undefined {
  const index = row.columns.indexOf(column);
  return index < 0 ? undefined : row.texts[index];
}

function withCell(row: SheetRow, column: number, text: string): SheetRow {
  if (row.columns.includes(column)) return row;
  const next = row.columns.findIndex((other) => other > column);
  const at = next < 0 ? row.columns.length : next;
  return {
    number: row.number,
    columns: row.columns.toSpliced(at, 0, column),
    texts: row.texts.toSpliced(at, 0, text),
  };
}
