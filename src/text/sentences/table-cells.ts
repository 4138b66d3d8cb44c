/** The cells of a row, without the marks and quotation marks around their words. */
export function cellsOf(row: string): readonly string[] {
  const cells = row
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split('|');
  return cells.map((cell) =>
    cell
      .replace(/[*_`]/g, ' ')
      .trim()
      .replace(/^"(.*)"$/s, '$1'),
  );
}
