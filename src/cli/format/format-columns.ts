import { visibleWidth } from './terminal-width.ts';

/** Rows as aligned columns, two spaces apart. Colours do not count as width. */
export function formatColumns(
  rows: readonly (readonly string[])[],
  options: { right?: readonly number[] } = {},
): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, visibleWidth(cell));
    }
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const fill = ' '.repeat((widths[column] ?? 0) - visibleWidth(cell));
          return options.right?.includes(column) ? fill + cell : cell + fill;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
