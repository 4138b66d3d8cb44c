import { holdsCode } from './code-text.ts';
import { type DocumentStyle, isCode } from './document-style.ts';
import { findTables, type RegionPart } from './find-tables.ts';
import type { Fragment, PageText } from './fragment.ts';
import { indexToGoOn } from './index-to-go-on.ts';
import { type Line, linesOf, partedBySize } from './lines.ts';
import { partOverprinted } from './overprint.ts';
import { readingOrder } from './reading-order.ts';
import { taggedParts } from './tagged-parts.ts';
import { type TextPart, textParts } from './text-parts.ts';
import { wholeCells } from './whole-cells.ts';

/** A piece of a page in reading order. */
export type PagePart =
  | TextPart
  | Extract<RegionPart, { kind: 'table' }>
  | { readonly kind: 'quote' | 'equation' | 'figure'; readonly text: string };

/** No page made for reading has more; what has is read line by line, without columns and tables. */
const maxFragments = 20_000;

/**
 * The content of a page in reading order: from its tags, or from its layout with `furniture` left out; then what is
 * filled into its form and noted on it.
 */
export function pageParts(
  page: PageText,
  furniture: ReadonlySet<Fragment>,
  style: DocumentStyle,
): readonly PagePart[] {
  const written = (page.annotations ?? []).map((text) => ({ kind: 'paragraph' as const, text }));
  return [...drawnParts(page, furniture, style), ...written];
}

function drawnParts(
  { sheets, tagged }: PageText,
  furniture: ReadonlySet<Fragment>,
  style: DocumentStyle,
): readonly PagePart[] {
  if (tagged) return taggedParts(tagged, style);
  return sheets.flatMap((sheet) => {
    const fragments = sheet.fragments.filter((fragment) => !furniture.has(fragment));
    if (fragments.length > maxFragments) return textParts(linesOf(fragments), style);
    const isRightToLeft = fragments.filter((each) => each.isRightToLeft).length > fragments.length / 2;
    const parts = readingOrder(fragments, isRightToLeft).flatMap((region) => regionParts(region, style));
    return joinAcrossRegions(parts, style);
  });
}

function regionParts(region: readonly Fragment[], style: DocumentStyle): readonly PagePart[] {
  const { lines, overprinted } = partOverprinted(linesOf(region));
  const parts = findTables(lines, codeLines(lines, style)).flatMap((part): readonly PagePart[] =>
    part.kind === 'table'
      ? [{ ...part, rows: wholeCells(part.rows, style.words) }]
      : textParts(part.lines.flatMap(partedBySize), style),
  );
  return [...parts, ...textParts(overprinted, style)];
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

/** A paragraph that goes on at the top of the next column is one, whatever small print stands under the first. */
function joinAcrossRegions(parts: readonly PagePart[], { words }: DocumentStyle): readonly PagePart[] {
  const joined: PagePart[] = [];
  for (const part of parts) {
    const at = part.kind === 'paragraph' ? indexToGoOn(joined, part) : -1;
    const before = joined[at];
    if (part.kind === 'paragraph' && before?.kind === 'paragraph')
      joined[at] = { ...before, text: words.join(before.text, part.text) };
    else joined.push(part);
  }
  return joined;
}
