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
