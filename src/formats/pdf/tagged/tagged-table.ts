import type { TableRows } from '../../document/document-builder.ts';
import type { Line } from '../layout/lines.ts';
import { type Column, columnOf } from '../tables/table-columns.ts';
import { countHeadingRows } from '../tables/table-header.ts';
import type { Row } from '../tables/table-row.ts';
import type { TaggedCell } from './tagged-blocks.ts';

type TaggedRow = readonly TaggedCell[];

/**
 * A table from its tagged rows; `textOf` gives the words of a cell. The tags do not say which cells span rows or
 * columns or are blank: a row with fewer cells than others is put into the columns by where its cells stand on the
 * page. The header is the first rows of nothing but header cells; where none is tagged as one, what looks like it.
 */
export function taggedTable(
  rows: readonly TaggedRow[],
  textOf: (lines: readonly Line[]) => string,
): TableRows {
  const width = Math.max(...rows.map((row) => row.length));
  const columns = columnsOf(rows.filter((row) => row.length === width));
  const texts = rows.map((row) => {
    const cells = row.map(({ lines }) => (lines.length > 0 ? textOf(lines) : ''));
    const places = row.length < width ? placesOf(row, columns) : undefined;
    return places ? columns.map((_, column) => cells[places.indexOf(column)] ?? '') : cells;
  });
  if (!rows.some((row) => row.some(({ isHeader }) => isHeader)))
    return {
      rows: texts,
      headerRows: countHeadingRows(rows.map((row, index) => asDrawn(row, texts[index] ?? []))),
    };
  const body = rows.findIndex((row) => !row.every(({ isHeader }) => isHeader));
  return { rows: texts, headerRows: Math.max(0, body) };
}

/** A row with its look, as on a page without tags. */
function asDrawn(row: TaggedRow, cells: readonly string[]): Row {
  const lines = row.flatMap((cell) => cell.lines);
  const { baseline = 0, size = 0 } = lines[0] ?? {};
  return { cells, baseline, size, isBold: lines.every((line) => line.isBold), spansColumns: false };
}

/** The stretches that the cells of whole rows cover. */
function columnsOf(rows: readonly TaggedRow[]): readonly Column[] {
  return (rows[0] ?? []).map((_, index) => extentOf(rows.flatMap((row) => row[index]?.lines ?? [])));
}

/** The column of each cell that has words; undefined where nothing tells, two share one, or their order is another. */
function placesOf(row: TaggedRow, columns: readonly Column[]): readonly (number | undefined)[] | undefined {
  if (columns.some(({ left, right }) => left > right)) return undefined;
  const places = row.map(({ lines }) => (lines.length > 0 ? columnOf(extentOf(lines), columns) : undefined));
  const known = places.filter((place) => place !== undefined);
  return known.every((place, index) => index === 0 || place > (known[index - 1] ?? 0)) ? places : undefined;
}

function extentOf(lines: readonly Line[]): Column {
  return {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
  };
}
