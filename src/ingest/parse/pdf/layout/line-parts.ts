import { findTables, type RegionPart } from '../tables/find-tables.ts';
import { holdsCode } from './code-text.ts';
import { type DocumentStyle, isCode } from './document-style.ts';
import { type Line, partedBySize } from './lines.ts';
import { type TextPart, textParts } from './text-parts.ts';

/** What lines make by the look of the page alone. */
export type LinePart = TextPart | Extract<RegionPart, { kind: 'table' }>;

/** The tables among lines in reading order, and what the others make. */
export function lineParts(lines: readonly Line[], style: DocumentStyle): readonly LinePart[] {
  return findTables(lines, style.words, codeLines(lines, style)).flatMap((part): readonly LinePart[] =>
    part.kind === 'table' ? [part] : textParts(part.lines.flatMap(partedBySize), style),
  );
}

/** The lines of a fixed pitch that are code: what stands in columns there is no table. */
function codeLines(lines: readonly Line[], style: DocumentStyle): ReadonlySet<Line> {
  const code = new Set<Line>();
  for (let start = 0; start < lines.length; start += 1) {
    let end = start;
    while (end < lines.length && isCode(lines[end] as Line, style)) end += 1;
    const run = lines.slice(start, end);
    if (holdsCode(run)) for (const line of run) code.add(line);
    start = end;
  }
  return code;
}
