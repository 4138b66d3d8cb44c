import { bareWords } from '../../../text/words.ts';
import type { ListItem } from '../../document/document-builder.ts';
import type { OutlineEntry } from '../parse-pdf.ts';
import { findTables, type RegionPart } from '../tables/find-tables.ts';
import { isFigure, maxTitleLeading } from '../tables/table-rows.ts';
import {
  codeText,
  type DocumentStyle,
  isCode,
  isLarge,
  isSmall,
  standsOut,
  withWholeCode,
} from './document-style.ts';
import { type DrawnLine, drawnLines } from './drawn-lines.ts';
import {
  checkBox,
  isLeadingToPage,
  type Line,
  listItem,
  listMarker,
  partedBySize,
  withShortLeaders,
} from './lines.ts';

/** How a heading looks; its level follows from all looks in the document. */
interface HeadingStyle {
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

interface Heading {
  readonly kind: 'heading';
  readonly text: string;
  readonly style: HeadingStyle;
  /** The file's own. */
  readonly level?: number;
  readonly lines?: readonly DrawnLine[];
}

/** What the lines of a region that are no table make; `lines` are those. */
type TextPart =
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

export const maxHeadingCharacters = 160;
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
  // A numbered line by itself is a title where running text follows.
  const endTitle = (next: TextPart, group: LineGroup | undefined) => {
    const last = parts.at(-1);
    if (last?.kind !== 'paragraph' || next.kind !== 'paragraph' || !group || !isNumberedTitle(group)) return;
    parts[parts.length - 1] = headingOf(group.lines, last.text, style);
  };
  let above: LineGroup | undefined;
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
      endTitle(part, above);
      parts.push(part);
    }
    above = group;
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
  if (text.length > maxHeadingCharacters) return false;
  if (!/\p{L}/u.test(text) || /[,;]$/.test(text) || listMarker(text)?.isBullet) return false;
  if (isFilledIn(lines, text) || isCodeNumber(text)) return false;
  if (lines.some((line) => isLeadingToPage(line.text))) return false;
  if (lines.every((line) => isLarge(line, style))) return true;
  if (lines.every((line) => standsOut(line, style))) return !text.endsWith('.') || namedSection.test(text);
  if (lines.length > 1 || text.length > maxPlainHeadingCharacters) return false;
  if (numberedCapitals.test(text)) return !/[.,]$/.test(text);
  return lines[0]?.isItalic === true && !/[.)\d]$/.test(text);
}

/** Whether a line that stands by itself is a numbered title in the type of the text: `2. Duties of the tenant`. */
function isNumberedTitle({ lines: [line, ...others], right }: LineGroup): boolean {
  if (!line || others.length > 0 || line.text.length > maxPlainHeadingCharacters) return false;
  return (
    /^(?:\d+[.)]|\d+(?:\.\d+)+)\s+\p{Lu}.*[^.,;:]$/u.test(line.text) && right - line.right > 3 * line.size
  );
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

/** Lines that belong together: a paragraph, a heading, an item of a list, a piece of code. */
interface LineGroup {
  readonly lines: readonly Line[];
  /** Where full lines of the region end. */
  readonly right: number;
}

interface RegionMeasure {
  /** The distance of baselines within paragraphs. */
  readonly leading: number;
  readonly right: number;
}

/** Baselines further apart than this many leadings begin another group. */
export const maxLeadings = 1.3;

/** Notes under one column are of one size; lines that text recognition has measured one by one are not. */
const maxNoteSpread = 1.05;

/** A line of dashes or dots is a rule, not text. */
const rule = /^[-–—=_*.·~\s]{5,}$/;

/**
 * Cuts the lines of a region where a rule, the space, the indent, the look or a list's marker says that a new part
 * begins. Rules are left out.
 */
function groupLines(lines: readonly Line[], style: DocumentStyle): readonly LineGroup[] {
  const words = lines.filter(({ text }) => !rule.test(text));
  const region = { leading: usualLeading(words), right: Math.max(...words.map((line) => line.right)) };
  const note = firstNote(words, style);
  const groups: Line[][] = [];
  let isParted = true;
  for (const line of lines) {
    const group = groups.at(-1);
    if (rule.test(line.text)) isParted = true;
    else {
      if (!group || isParted || line === note || startsAnew(group, line, region, style)) groups.push([line]);
      else group.push(line);
      isParted = false;
    }
  }
  return groups.map((group) => ({ lines: group, right: region.right }));
}

/** The first line of the notes that end a region, where there is text above them. */
function firstNote(lines: readonly Line[], style: DocumentStyle): Line | undefined {
  const end = lines.at(-1);
  if (!end || !isSmall(end, style)) return undefined;
  const { size } = end;
  const isNote = (line: Line) => Math.max(line.size, size) <= maxNoteSpread * Math.min(line.size, size);
  const above = lines.findLastIndex((line) => !isNote(line));
  return above < 0 ? undefined : lines[above + 1];
}

/** Whether the first word of `line` would have fitted at the end of the one before: that was ended on purpose. */
function isEndedEarly(last: Line, line: Line, right: number): boolean {
  const word = line.text.indexOf(' ');
  const share = (word === -1 ? line.text.length : word) / Math.max(1, line.text.length);
  const free =
    line.isRightToLeft || isCentred(last, line)
      ? right - last.right + indent(last, line)
      : right - last.right;
  return free > share * (line.right - line.left) * 1.1 + line.size;
}

function startsAnew(
  group: readonly Line[],
  line: Line,
  { leading, right }: RegionMeasure,
  style: DocumentStyle,
): boolean {
  const [first, last] = [group[0] as Line, group.at(-1) as Line];
  const gap = line.baseline - last.baseline;
  if (looksDifferent(last, line, style) || checkBox.test(line.text)) return true;
  const isApart = gap > maxLeadings * Math.min(leading, 1.8 * last.size) && gap > 1.1 * line.size;
  const isOneTitle = isLarge(last, style) && isLarge(line, style) && gap <= maxTitleLeading * line.size;
  if (isApart && !isOneTitle) return true;
  if (isCode(last, style)) return false;
  if (listMarker(first.text) && isLeadingToPage(last.text)) return true;
  const endsEarly = isEndedEarly(last, line, right);
  if (listMarker(line.text) || isClause(line.text)) return endsEarly || !isInSentence(group, line);
  if (listMarker(first.text)) return line.left < first.left + 0.3 * line.size && endsEarly;
  if (standsOut(last, style)) return endsEarly && !isLarge(last, style);
  if (line.isRightToLeft) return false;
  return beginsByIndent(group, line) || (group.length > 1 && endsSentence(last) && endsEarly);
}

/** Whether a line begins a numbered clause: `2.1 The rent …`. */
function isClause(line: string): boolean {
  return /^\d+(?:\.\d+)+\.?\s+\p{Lu}/u.test(line) && !isLeadingToPage(line);
}

/** Whether a line goes on with a sentence of running text above it, whatever it begins with: `until` / `18. May`. */
function isInSentence(group: readonly Line[], line: Line): boolean {
  const last = group.at(-1) as Line;
  const isRunning = group.length > 1 || !listMarker(last.text);
  const isBelow = Math.abs(last.left - line.left) < 0.3 * line.size;
  return isRunning && isBelow && !endsSentence(last) && !isLeadingToPage(last.text);
}

/** An indented first line after full ones, or one that stands out to the left of a hanging paragraph. */
function beginsByIndent(group: readonly Line[], line: Line): boolean {
  const [first, last] = [group[0] as Line, group.at(-1) as Line];
  if (isCentred(last, line)) return false;
  const isIndented = line.left - last.left > 0.7 * line.size && (group.length > 1 || endsSentence(last));
  const isHanging = group.length > 1 && last.left - first.left > 0.7 * line.size;
  return isIndented || (isHanging && line.left < last.left - 0.7 * line.size);
}

function looksDifferent(last: Line, line: Line, style: DocumentStyle): boolean {
  const factor = Math.max(last.size, line.size) / Math.min(last.size, line.size);
  if (factor > 1.3 || isCode(last, style) !== isCode(line, style)) return true;
  const isOtherLook = factor > 1.08 || last.isBold !== line.isBold;
  return isOtherLook && (standsOut(last, style) !== standsOut(line, style) || isLarge(last, style));
}

function isCentred(last: Line, line: Line): boolean {
  const isIndented = Math.abs(last.left - line.left) > 0.5 * line.size;
  return isIndented && Math.abs(last.left + last.right - line.left - line.right) < line.size;
}

function indent(last: Line, line: Line): number {
  return Math.max(0, last.left - line.left);
}

function endsSentence({ text }: Line): boolean {
  return /[.!?:;。！？][)"'”’]?$/u.test(text);
}

/** A small distance among those that occur, so that spaced paragraphs do not widen it. */
function usualLeading(lines: readonly Line[]): number {
  const gaps = lines.slice(1).map((line, index) => line.baseline - (lines[index] as Line).baseline);
  const usual = gaps.filter((gap) => gap > 0).toSorted((a, b) => a - b);
  return usual[Math.floor(usual.length * 0.3)] ?? Number.POSITIVE_INFINITY;
}

/** A heading with its 1-based page. */
export type PlacedHeading = Heading & { readonly page: number };

/** Headings that look alike, with the levels that the file gives some of them. */
interface Look {
  readonly key: string;
  readonly style: HeadingStyle;
  readonly levels: readonly number[];
}

/** Looks of headings are told apart to this many levels. */
const maxLevel = 6;

/** The levels of a document's headings: from its bookmarks where they name one, from the look of all otherwise. */
export class HeadingLevels {
  readonly #outline = new Map<string, number>();
  readonly #levels: ReadonlyMap<string, number>;

  /** `headings` are those of the whole document in order. */
  constructor(headings: readonly PlacedHeading[], outline: readonly OutlineEntry[]) {
    for (const { title, page, level } of outline) this.#outline.set(placeKey(title, page), level);
    const looks = [...Map.groupBy(headings, ({ style }) => styleKey(style))].map(([key, alike]) => ({
      key,
      style: (alike[0] as PlacedHeading).style,
      levels: alike.flatMap(({ text, page, level }) => level ?? this.bookmarked(text, page) ?? []),
    }));
    this.#levels = rank(looks);
  }

  /** The level that a bookmark of this page gives these words. */
  bookmarked(text: string, page: number): number | undefined {
    return this.#outline.size === 0 ? undefined : this.#outline.get(placeKey(text, page));
  }

  /** 1–6. */
  of({ text, page, style, level }: PlacedHeading): number {
    return level ?? this.bookmarked(text, page) ?? this.#levels.get(styleKey(style)) ?? maxLevel;
  }
}

/** Larger before smaller, bold before plain; a look that bookmarks name has their level and pushes the others below. */
function rank(looks: readonly Look[]): ReadonlyMap<string, number> {
  const ranked = looks.toSorted(({ style: a }, { style: b }) => b.size - a.size || weight(b) - weight(a));
  let last = 0;
  return new Map(
    ranked.map(({ key, levels }) => {
      last = Math.min(maxLevel, mostCommon(levels) ?? last + 1);
      return [key, last];
    }),
  );
}

function mostCommon(levels: readonly number[]): number | undefined {
  const counts = [...Map.groupBy(levels, (level) => level)];
  return counts.toSorted((a, b) => b[1].length - a[1].length)[0]?.[0];
}

/** Bold before plain, upright before italic. */
function weight({ isBold, isItalic }: HeadingStyle): number {
  return (isBold ? 2 : 0) + (isItalic ? 0 : 1);
}

function styleKey({ size, isBold, isItalic }: HeadingStyle): string {
  return `${size} ${isBold} ${isItalic}`;
}

/** Words and page, numbering and punctuation aside: `1.2 The method` is bookmarked as `The Method`. */
function placeKey(title: string, page: number): string {
  return `${page} ${bareWords(title).replace(/^[\d ]+(?=\p{L})/u, '')}`;
}
