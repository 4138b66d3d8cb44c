import { type DocumentStyle, isCode, isLarge, isSmall, standsOut } from './document-style.ts';
import { isLeadingToPage } from './dot-leaders.ts';
import type { Line } from './lines.ts';
import { checkBox, listMarker } from './list-marker.ts';

/** Lines that belong together: a paragraph, a heading, an item of a list, a piece of code. */
export interface LineGroup {
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
const maxLeadings = 1.3;

/** Lines of a title are no further apart than this many of their font sizes, whatever the text below it. */
const maxTitleLeading = 1.4;

/** Notes under one column are of one size; lines that text recognition has measured one by one are not. */
const maxNoteSpread = 1.05;

/** A line of dashes or dots is a rule, not text. */
const rule = /^[-–—=_*.·~\s]{5,}$/;

/**
 * Cuts the lines of a region where a rule, the space, the indent, the look or a list's marker says that a new part
 * begins. Rules are left out.
 */
export function groupLines(lines: readonly Line[], style: DocumentStyle): readonly LineGroup[] {
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
export function isEndedEarly(last: Line, line: Line, right: number): boolean {
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
  if (listMarker(line.text)) return endsEarly || !isInSentence(group, line);
  if (listMarker(first.text)) return line.left < first.left + 0.3 * line.size && endsEarly;
  if (standsOut(last, style)) return endsEarly && !isLarge(last, style);
  if (line.isRightToLeft) return false;
  return beginsByIndent(group, line) || (group.length > 1 && endsSentence(last) && endsEarly);
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
