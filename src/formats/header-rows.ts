/** A header is not read beyond this many rows. */
const maxHeaderRows = 3;

/** Rows looked at to say which columns hold numbers. */
const sampleSize = 50;

const quantity =
  /^[(\p{Sc}\s]*[-+−]?[(\p{Sc}\s]*(?:\d[\d.,'\s]*(?:e[-+]?\d+)?|\.\d+)\s*[%)\p{Sc}]*(?:\s*\p{Lu}{3})?$/iu;
const moment =
  /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?)?$|^\d{1,2}:\d{2}(?::\d{2})?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/;

/** A cell that is a year and nothing else: years head columns. */
export const year = /^(?:19|20|21)\d{2}$/;

/**
 * How many of the first rows of a table are its header, from the cells alone. Where columns hold quantities, dates
 * or truth values, the header is the rows above them that hold only words (or years, as column titles), at most
 * three; below one without a gap, a row that begins with a word of its own is none. Where all cells are words, the
 * first row is the header if each of its cells is filled and short, and two thirds of them differ. A table of one row
 * has none.
 */
export function countHeaderRows(rows: readonly (readonly string[])[]): number {
  const first = rows[0];
  if (!first || rows.length < 2 || !looksLikeHeader(first)) return 0;
  const valueColumns = columnsOfValues(rows, first.length);
  if (valueColumns.length === 0) return isFilledAndVaried(first) ? 1 : 0;
  const hasLabels = isFilledAndVaried(first) && !valueColumns.includes(0);
  const body = rows
    .slice(0, maxHeaderRows + 1)
    .findIndex(
      (row, index) =>
        index > 0 &&
        !areYearsBelow(first, row) &&
        (valueColumns.some((column) => isValue(row[column] ?? '')) ||
          filled(row) < 2 ||
          (hasLabels && !['', first[0]?.trim()].includes(row[0]?.trim()))),
    );
  return Math.min(Math.max(1, body), rows.length - 1);
}

/** Whether a row could be a header: words, or years as column titles, and not a single cell among several. */
export function looksLikeHeader(row: readonly string[]): boolean {
  const cells = row.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isWide = row.length === 1 || cells.length > 1;
  const areNames = cells.every(
    (cell) => cell.length <= 100 && !cell.endsWith(':') && (!isValue(cell) || year.test(cell)),
  );
  const allYears = row.length > 1 && cells.length === row.length && cells.every((cell) => year.test(cell));
  return cells.length > 0 && isWide && areNames && !allYears;
}

/** Whether a cell holds a quantity, a date, a time or a truth value instead of words. */
export function isValue(cell: string): boolean {
  const text = cell.trim();
  return text.length <= 40 && (quantity.test(text) || moment.test(text) || /^(?:true|false)$/i.test(text));
}

/** Whether a row is the titles of columns below one that spans them: words and different years. */
function areYearsBelow(above: readonly string[], row: readonly string[]): boolean {
  const years = row.filter((cell) => year.test(cell.trim()));
  return (
    years.length > 1 &&
    new Set(years).size === years.length &&
    filled(above) < filled(row) &&
    looksLikeHeader(['', ...row])
  );
}

function columnsOfValues(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const body = rows.slice(1, sampleSize + 1);
  return Array.from({ length: width }, (_, column) => column).filter((column) => {
    const cells = body.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
    return cells.length > 0 && cells.filter(isValue).length * 2 > cells.length;
  });
}

function isFilledAndVaried(row: readonly string[]): boolean {
  const { size } = new Set(row.map((cell) => cell.trim()));
  return filled(row) === row.length && size * 3 > row.length * 2;
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => cell.trim() !== '').length;
}
