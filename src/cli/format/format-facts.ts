import type { Style } from '../output.ts';
import { formatColumns } from './format-columns.ts';
import { wrapLine } from './printable-text.ts';
import { fitsIn, visibleWidth } from './terminal-width.ts';

/** A name and what is said of it; null where there is nothing to say. */
export type Fact = readonly [name: string, value: string | null];

const gap = 2;
/** With less room beside the names, what is said stands below them. */
const leastRoom = 20;
const belowIndent = 4;

/** Names and what is said of each, in lines of at most `width`; without those of which there is nothing to say. */
export function formatFacts(facts: readonly Fact[], width: number, style: Style): string {
  const said = facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
  const nameWidth = Math.max(...said.map(([name]) => visibleWidth(name)));
  const isBeside = width - nameWidth - gap >= leastRoom;
  const indent = ' '.repeat(isBeside ? nameWidth + gap : belowIndent);
  return said
    .map(([name, value]) => {
      const lines = wrapLine(value, width - indent.length).join(`\n${indent}`);
      const space = isBeside ? ' '.repeat(indent.length - visibleWidth(name)) : `\n${indent}`;
      return (style('dim', name) + space + lines).trimEnd();
    })
    .join('\n');
}

/** What is said of each name in several cells: in columns where these fit, else as {@link formatFacts}. */
export function formatFactColumns(
  rows: readonly (readonly [name: string, ...cells: string[]])[],
  width: number,
  style: Style,
): string {
  const table = formatColumns(rows);
  if (fitsIn(table, width)) return table;
  return formatFacts(
    rows.map(([name, ...cells]) => [name, cells.join(' ')]),
    width,
    style,
  );
}
