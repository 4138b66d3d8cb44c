import type { ListItem } from '../../document/document-builder.ts';
import { findTables, type RegionPart } from '../tables/find-tables.ts';
import { isFigure } from '../tables/table-row.ts';
import { codeText, withWholeCode } from './code-text.ts';
import { type DocumentStyle, isCode, isLarge, isSmall, standsOut } from './document-style.ts';
import { isLeadingToPage, withShortLeaders } from './dot-leaders.ts';
import { type DrawnLine, drawnLines } from './drawn-lines.ts';
import { groupLines, isEndedEarly, type LineGroup } from './group-lines.ts';
import { type Line, partedBySize } from './lines.ts';
import { listItem, listMarker } from './list-marker.ts';

/** How a heading looks; its level follows from all looks in the document. */
export interface HeadingStyle {
  /** Points, to half a point. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly text: string;
  /** Whether it is small print, over which the text above goes on. */
  readonly isSmall?: boolean;
  /** Of one that goes on with the last paragraph of the page before: what stands between the two. */
  readonly gap?: '' | ' ';
  readonly lines?: readonly DrawnLine[];
}

export interface Heading {
  readonly kind: 'heading';
  readonly text: string;
  readonly style: HeadingStyle;
  /** The file's own. */
  readonly level?: number;
  readonly lines?: readonly DrawnLine[];
}

/** What the lines of a region that are no table make; `lines` are those. */
export type TextPart =
  | Heading
  | Paragraph
  | { readonly kind: 'code'; readonly text: string; readonly lines?: readonly DrawnLine[] }
  | {
      readonly kind: 'list';
      readonly items: readonly ListItem[];
      readonly lines?: readonly DrawnLine[];
      /** Whether the first item alone has no mark, and so may go on from the page before. */
      readonly mayGoOn?: boolean;
    };

/** What lines make by the look of the page alone. */
export type LinePart = TextPart | Extract<RegionPart, { kind: 'table' }>;

const maxHeadingLines = 4;
const maxHeadingCharacters = 160;
const maxPlainHeadingCharacters = 80;

/** A heading that ends with a full stop is one where it begins so. */
const namedSection = /^(?:part|chapter|section|item|note|article|appendix|\d+(?:\.\d+)*\.?)\s/i;

/** A Roman number and words in capitals, as journals of engineering head their sections: `II. RELATED WORK`. */
const numberedCapitals = /^[IVX]+\.\s+(?=[^\p{L}]*(?:\p{Lu}[^\p{L}]*){4})[^\p{Ll}]+$/u;

/** An amount of money at the end of a line: what it stands for stands before it. */
const amountAtEnd = /\p{Sc}\s?\d[\d.,]*$/u;

/** An amount and a word or two for it, as `TOTAL $21.14`. */
const labelledAmount = /^(?:\S+\s+){1,2}[-+(]?\p{Sc}\s?\d[\d.,]*\)?$/u;

/** The tables among lines in reading order, and what the others make. */
export function lineParts(lines: readonly Line[], style: DocumentStyle): readonly LinePart[] {
  return findTables(lines, style).flatMap((part): readonly LinePart[] =>
    part.kind === 'table' ? [part] : textParts(part.lines.flatMap(partedBySize), style),
  );
}

/** Makes the lines of a region into headings, paragraphs, lists and code. */
export function textParts(lines: readonly Line[], style: DocumentStyle): readonly TextPart[] {
  const parts: TextPart[] = [];
  let items: { readonly group: LineGroup; readonly text: string }[] = [];
  const endList = () => {
    if (items.length > 0) parts.push(listOf(items));
    items = [];
  };
  const groups = withWholeCode(
    groupLines(lines, style),
    (group) => (group.lines.every((line) => isCode(line, style)) ? group.lines : undefined),
    (code) => ({ lines: code, right: 0 }),
  );
  for (const group of groups) {
    const part = toPart(group, style);
    if (part.kind === 'paragraph' && listMarker(part.text)) items.push({ group, text: part.text });
    else {
      endList();
      parts.push(part);
    }
  }
  endList();
  return parts;
}

/** What a group of lines is, items of a list aside. */
export function toPart(group: LineGroup, style: DocumentStyle): TextPart {
  const { lines } = group;
  const drawn = drawnLines(lines);
  if (lines.every((line) => isCode(line, style)))
    return { kind: 'code', text: codeText(lines), lines: drawn };
  const text = joinLines(group, style);
  if (isHeading(lines, text, style)) return headingOf(lines, text, style);
  return { kind: 'paragraph', text, isSmall: lines.every((line) => isSmall(line, style)), lines: drawn };
}

/** A heading of these lines and this text; it looks like the first of them. */
export function headingOf(lines: readonly Line[], text: string, { bodySize, words }: DocumentStyle): Heading {
  const { size, isBold, isItalic } = lines[0] as Line;
  // Most letters of such a one are small capitals; the level is that of the large ones.
  const mainSize = numberedCapitals.test(text) ? Math.max(size, bodySize) : size;
  const style = { size: Math.round(mainSize * 2) / 2, isBold, isItalic };
  return { kind: 'heading', text: words.mended(text), style, lines: drawnLines(lines) };
}

/**
 * Lines that were ended on purpose, as in an address or a table of contents, stay lines; what goes on in lower case or
 * after a hyphen was not.
 */
export function joinLines({ lines, right }: LineGroup, { words }: DocumentStyle): string {
  let text = lines[0]?.text ?? '';
  for (const [index, line] of lines.slice(1).entries()) {
    const last = lines[index] as Line;
    const goesOn = /^\p{Ll}/u.test(line.text) || /[-\u00ad\u2010]$/.test(last.text);
    const isOwnLine =
      isLeadingToPage(last.text) ||
      (!goesOn && (isEndedEarly(last, line, right) || amountAtEnd.test(last.text)));
    text = isOwnLine ? `${text}\n${line.text}` : words.join(text, line.text);
  }
  return withShortLeaders(text);
}

function isHeading(lines: readonly Line[], text: string, style: DocumentStyle): boolean {
  if (lines.length > maxHeadingLines || text.length > maxHeadingCharacters) return false;
  if (!/\p{L}/u.test(text) || /[,;]$/.test(text) || listMarker(text)?.isBullet) return false;
  if (isFilledIn(lines, text) || isCodeNumber(text)) return false;
  if (lines.some((line) => isLeadingToPage(line.text))) return false;
  if (lines.every((line) => isLarge(line, style))) return true;
  if (lines.every((line) => standsOut(line, style))) return !text.endsWith('.') || namedSection.test(text);
  if (lines.length > 1 || text.length > maxPlainHeadingCharacters) return false;
  if (numberedCapitals.test(text)) return !/[.,]$/.test(text);
  return lines[0]?.isItalic === true && !/[.)\d]$/.test(text);
}

/** A label with its value, not a title: a word or two with an amount, or a figure that stands apart at the end. */
function isFilledIn(lines: readonly Line[], text: string): boolean {
  const last = lines.at(-1)?.fragments ?? [];
  const isApart = last.length > 1 && isFigure(last.at(-1)?.text ?? '');
  return !namedSection.test(text) && (isApart || labelledAmount.test(text));
}

/** What stands under a bar code: one word with more digits in it than letters. */
function isCodeNumber(text: string): boolean {
  const digits = text.match(/\d/g)?.length ?? 0;
  return !/\s/.test(text) && digits > (text.match(/\p{L}/gu)?.length ?? 0);
}

/** Items one after the other. A number at the start of a single paragraph makes no list. */
function listOf(items: readonly { readonly group: LineGroup; readonly text: string }[]): TextPart {
  const [only] = items;
  const lines = drawnLines(items.flatMap(({ group }) => group.lines));
  if (only && items.length === 1 && !listMarker(only.text)?.isBullet)
    return { kind: 'paragraph', text: only.text, lines };
  const depths = depthsOf(items.map(({ group }) => group.lines[0] as Line));
  return {
    kind: 'list',
    items: items.map(({ text }, index) => listItem(text, depths[index] as number)),
    lines,
  };
}

/** Left edges of items, each further right by more than a figure, are the depths: `9.` and `10.` are alike */
function depthsOf(lines: readonly Line[]): readonly number[] {
  const edges: number[] = [];
  for (const { left, size } of lines.toSorted((a, b) => a.left - b.left)) {
    if (left - (edges.at(-1) ?? Number.NEGATIVE_INFINITY) > 0.8 * size) edges.push(left);
  }
  return lines.map(({ left }) => edges.findLastIndex((edge) => edge <= left));
}
