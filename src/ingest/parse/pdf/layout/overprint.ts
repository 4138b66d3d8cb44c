import type { Line } from './lines.ts';

/** Baselines closer than this share of the font size leave no room for two lines. */
const minLeading = 0.7;

/**
 * The lines of a region without those that are printed over the rows of a table, as a foot that the table has grown
 * into, and these.
 */
export function partOverprinted(lines: readonly Line[]): {
  readonly lines: readonly Line[];
  readonly overprinted: readonly Line[];
} {
  const overprinted = new Set(
    lines.filter((line, index) =>
      [lines[index - 1], lines[index + 1]].some((row) => row && isPrintedOver(line, row)),
    ),
  );
  return { lines: lines.filter((line) => !overprinted.has(line)), overprinted: [...overprinted] };
}

/** A line in one piece that lies over cells of a row. */
function isPrintedOver(line: Line, row: Line): boolean {
  if (line.fragments.length > 1 || row.fragments.length < 2) return false;
  return row.fragments.some((cell) => {
    const isThere = Math.abs(cell.baseline - line.baseline) < minLeading * Math.max(line.size, cell.size);
    return isThere && Math.min(cell.right, line.right) - Math.max(cell.left, line.left) > line.size;
  });
}
