/** What separates the cells of a row that has no bars. */
const separators = [',', ';', '\t'] as const;

export type Separator = (typeof separators)[number];

/** Cells of a row of text without bars, fewest: two words with a comma between them are no row. */
const fewestCells = 3;

/** What separates the cells of lines that are the rows of one table; undefined where they are none. */
export function separatorOf(lines: readonly string[]): Separator | undefined {
  if (lines.length < 2 || lines.some((line) => /[.!?…。！？]$/u.test(line))) return undefined;
  return separators.find((separator) => {
    const [count = 0, ...counts] = lines.map((line) => splitOutsideQuotes(line, separator).length);
    return count >= fewestCells && counts.every((other) => other === count);
  });
}

/** The cells of a row, between bars or between separators, without the marks and quotation marks around their words. */
export function cellsOf(row: string, separator?: Separator): readonly string[] {
  const cells = separator
    ? splitOutsideQuotes(row, separator)
    : row
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

function splitOutsideQuotes(line: string, separator: Separator): readonly string[] {
  const cells: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let place = 0; place < line.length; place += 1) {
    if (line[place] === '"') isQuoted = !isQuoted;
    if (line[place] !== separator || isQuoted) continue;
    cells.push(line.slice(start, place));
    start = place + 1;
  }
  return [...cells, line.slice(start)];
}
