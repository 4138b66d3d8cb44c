/** What the cells of a row in Markdown say; a bar behind a backslash belongs to its cell. */
export function rowCells(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  // Within a cell, Markdown has no other way to break a line.
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/<br ?\/?>/gi, '\n'),
  );
}

/** The same without marks of print and quotation marks around the words of a cell. */
export function plainCells(row: string): readonly string[] {
  return rowCells(row).map((cell) =>
    cell
      .replace(/[*_`]/g, ' ')
      .trim()
      .replace(/^"(.*)"$/s, '$1'),
  );
}

/** A cell of a row under the name of its column. */
export interface NamedCell {
  /**
   * What all rows of the header say of the column, the uppermost first: `2024 Revenue`. Empty where that is nothing.
   */
  readonly name: string;
  readonly value: string;
}

/** Where the words of the cell of a column stand in a row; undefined where there are none. */
export function cellPlace(
  row: string,
  column: number,
): { readonly start: number; readonly end: number } | undefined {
  const isBarred = /^\s*\|/.test(row);
  const bars = Array.from(row.matchAll(/(?<!\\)\|/g), ({ index }) => index);
  const edges = [...(isBarred ? [] : [-1]), ...bars, row.length];
  const [from, to] = [edges[column], edges[column + 1]];
  if (from === undefined || to === undefined) return undefined;
  const words = row.slice(from + 1, to);
  const start = from + 1 + words.length - words.trimStart().length;
  const end = start + words.trim().length;
  return end > start ? { start, end } : undefined;
}

/** The cells of a row with the names of their columns; `header` is the rows above, one a line. */
export function namedCells(header: string, row: string): readonly NamedCell[] {
  const names = header
    .split('\n')
    .filter((line) => !isDelimiterRow(line))
    .map(rowCells);
  return rowCells(row).map((value, column) => {
    const words = names.map((cells) => cells[column] ?? '').filter((name) => name !== '');
    return { name: [...new Set(words)].join(' '), value };
  });
}

/** Whether a line parts the header of a table in Markdown from its rows. */
export function isDelimiterRow(line: string): boolean {
  return line.includes('|') && line.includes('-') && /^[\s:|-]+$/.test(line);
}

/**
 * Whether a line is a row of such a table: it begins with a bar or, where it `isOfTable` by what stands beside it, has
 * one.
 */
export function isTableRow(line: string, isOfTable: boolean): boolean {
  return isOfTable ? line.includes('|') : /^\s*\|/.test(line);
}
