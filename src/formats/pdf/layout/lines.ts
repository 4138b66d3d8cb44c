import type { ListItem } from '../../document/document-builder.ts';
import { groupNeighbours } from '../../document/reading-order.ts';
import { superscript } from '../../document/shown-words.ts';
import type { TaggedBlock } from '../tagged/tagged-blocks.ts';

/** A piece of text on one baseline, with no gap in it wider than a space. Points, from the page's upper left. */
export interface Fragment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
  /** Font size in points. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
  readonly isRightToLeft: boolean;
  /** Clockwise degrees by which the page turned it before it was set upright. Default 0. */
  readonly angle?: number;
}

/** A run of text as the page draws it: a fragment before its neighbours are joined to it. */
export interface Run extends Fragment {
  /** Whether white space was drawn before it. */
  readonly afterSpace: boolean;
  /** Identifier of its marked content, where it has one. */
  readonly mark?: string;
}

/** Fragments of a page that run in one direction. */
export interface Sheet {
  /** Clockwise degrees by which its text is turned on the page; 0 for upright text. */
  readonly angle: number;
  /** In the order in which the page draws them; turned upright where the sheet is not. */
  readonly fragments: readonly Fragment[];
}

/** The text of a page, the sheet with most characters first. */
export interface PageText {
  /** 1-based. */
  readonly page: number;
  readonly height: number;
  readonly sheets: readonly Sheet[];
  /** What the tags of the page make of it, where it has them and they can be relied on. */
  readonly tagged?: readonly TaggedBlock[];
  /** A paragraph each: what is filled into its form, and what is noted on it. */
  readonly annotations: readonly string[];
  /** How many of its glyphs have no Unicode value. */
  readonly unread: number;
  /** Whether some of its text is drawn in a font that cannot be loaded, as far as that was looked at. */
  readonly hasUnreadFont: boolean;
}

/** How many characters of the fragments are not blank. */
export function characterCount(fragments: readonly Fragment[]): number {
  return fragments.reduce((sum, { text }) => sum + text.replace(/\s+/g, '').length, 0);
}

/** Fragments on one baseline in reading order; together they are like one, of the size that most characters have. */
export interface Line extends Fragment {
  readonly fragments: readonly Fragment[];
}

/** Baselines closer than this share of the font size are one line. */
export const sameLine = 0.35;

/** A list's marker stands this many font sizes from its item at most. */
const maxMarkerGap = 4;

/** Type larger than its neighbour by this factor is not of one line with it, where they stand apart. */
const maxSizeFactor = 1.4;

/** The lines of one region from top to bottom. */
export function linesOf(fragments: readonly Fragment[]): readonly Line[] {
  const byBaseline = fragments.toSorted((a, b) => a.baseline - b.baseline);
  return groupNeighbours(byBaseline, ([first], { baseline, size }) => {
    return first !== undefined && baseline - first.baseline <= sameLine * Math.min(size, first.size);
  }).map(lineOf);
}

/** The line that fragments on one baseline make. */
export function lineOf(group: readonly Fragment[]): Line {
  const isRightToLeft = runsRightToLeft(group.map(({ text }) => text));
  const sorted = group.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left));
  const fragments = isRightToLeft ? sorted : withMarker(sorted);
  const main = group.reduce((longest, each) => (each.text.length > longest.text.length ? each : longest));
  return {
    fragments,
    text: fragments.map(({ text }) => text).join(' '),
    left: Math.min(...group.map(({ left }) => left)),
    right: Math.max(...group.map(({ right }) => right)),
    baseline: main.baseline,
    size: main.size,
    isBold: group.every(({ isBold }) => isBold),
    isItalic: group.every(({ isItalic }) => isItalic),
    isMonospaced: group.every(({ isMonospaced }) => isMonospaced),
    isRightToLeft,
    ...(main.angle && { angle: main.angle }),
  };
}

/** A line as two or more where type of quite another size stands far from the rest: a title and the date beside it. */
export function partedBySize(line: Line): readonly Line[] {
  const parts = groupNeighbours(line.fragments, (part, { left, size }) => {
    const last = part.at(-1) as Fragment;
    const factor = Math.max(last.size / size, size / last.size);
    return factor <= maxSizeFactor || left - last.right <= 2 * size;
  });
  return parts.length > 1 && !line.isRightToLeft ? parts.map(lineOf) : [line];
}

/** A bullet, number or check box that stands apart from its item is no cell of its own. */
function withMarker(fragments: readonly Fragment[]): readonly Fragment[] {
  const [marker, item, ...rest] = fragments;
  if (!marker || !item || item.left - marker.right > maxMarkerGap * item.size) return fragments;
  const isMarker =
    listMarker(`${marker.text} x`)?.length === marker.text.length + 1 ||
    (marker.text.length === 1 && checkBox.test(marker.text));
  return isMarker
    ? [{ ...item, text: `${marker.text} ${item.text}`, left: marker.left }, ...rest]
    : fragments;
}

/** Gaps in multiples of the font size: over the first there is a space, over the second another fragment. */
const spaceGap = 0.15;
const fragmentGap = 0.75;

/** How far a raised or lowered run may stand from the baseline, in multiples of the larger font size. */
const maxShift = 0.45;

/**
 * The fragments of a page or a part of it: {@link joinDrawn}, pieces that touch but were drawn out of order, and the
 * words of lines that were stretched to the width of their column.
 */
export function joinRuns(runs: readonly Run[]): readonly Fragment[] {
  return joinStretched(joinTouching(joinDrawn(runs)));
}

/** Joins runs that are drawn one after the other on a line, a change of font or a raised figure between them. */
export function joinDrawn(runs: readonly Run[]): readonly Run[] {
  const drawn: Run[] = [];
  let pieces: Run[] = [];
  const endJoined = () => {
    const last = drawn.at(-1);
    if (last && pieces.length > 1 && pieces.some(({ isRightToLeft }) => isRightToLeft))
      drawn[drawn.length - 1] = inOrderOfReading(last, pieces);
    pieces = [];
  };
  for (const run of runs) {
    const last = drawn.at(-1);
    if (last && isSameAgain(last, run)) continue;
    if (last && follows(last, run, fragmentGap)) drawn[drawn.length - 1] = join(last, run);
    else {
      endJoined();
      drawn.push(run);
    }
    pieces.push(run);
  }
  endJoined();
  return drawn;
}

/** Joined runs of which some run from right to left: browsers draw these from the left, piece by piece. */
function inOrderOfReading(joined: Run, pieces: readonly Run[]): Run {
  const places = new Map(pieces.map((piece, index) => [piece, index]));
  const spaceBetween = (left: Run, right: Run): string => {
    const later = (places.get(left) ?? 0) > (places.get(right) ?? 0) ? left : right;
    const isApart = right.left - left.right > spaceGap * Math.max(left.size, right.size);
    return later.afterSpace || isApart ? ' ' : '';
  };
  const isRightToLeft = runsRightToLeft(pieces.map(({ text }) => text));
  return { ...joined, text: logicalText(pieces, spaceBetween), isRightToLeft };
}

/** Bold by printing twice, a hair apart. */
function isSameAgain(last: Run, run: Run): boolean {
  return (
    last.text === run.text &&
    Math.abs(last.left - run.left) < 0.15 * run.size &&
    Math.abs(last.baseline - run.baseline) < 0.15 * run.size
  );
}

function follows(last: Run, run: Run, maxGap: number): boolean {
  const size = Math.max(last.size, run.size);
  const shift = Math.abs(last.baseline - run.baseline);
  const isRaised = Math.min(last.size, run.size) < 0.85 * size;
  return shift <= (isRaised ? maxShift : 0.12) * size && Math.abs(gapBetween(last, run)) <= maxGap * size;
}

function gapBetween(last: Run, run: Run): number {
  const isBefore = (last.isRightToLeft || run.isRightToLeft) && last.left > run.left;
  return isBefore ? last.left - run.right : run.left - last.right;
}

function join(last: Run, run: Run): Run {
  const main = run.text.length > last.text.length ? run : last;
  const hasSpace = run.afterSpace || gapBetween(last, run) > spaceGap * Math.max(last.size, run.size);
  const space = hasSpace || /\s$/.test(last.text) ? ' ' : '';
  const before = opensRaised(last, run) ? superscript(last.text) : undefined;
  const behind = isRaised(last, run) ? superscript(run.text) : undefined;
  return {
    ...main,
    text: (before ?? last.text.trimEnd()) + space + (behind ?? run.text),
    left: Math.min(last.left, run.left),
    right: Math.max(last.right, run.right),
    isBold: last.isBold && run.isBold,
    isItalic: last.isItalic && run.isItalic,
    isMonospaced: last.isMonospaced && run.isMonospaced,
    afterSpace: last.afterSpace,
  };
}

/** Whether it is raised behind a word or a number, as a footnote's mark or a power is. */
function isRaised(last: Run, run: Run): boolean {
  return isHigher(run, last) && /[\p{L}\d).,;:!?”’"']$/u.test(last.text);
}

/** Whether it is raised before the words of a footnote. */
function opensRaised(last: Run, run: Run): boolean {
  return isHigher(last, run) && /^\p{L}/u.test(run.text);
}

function isHigher(small: Run, large: Run): boolean {
  return small.size < 0.85 * large.size && large.baseline - small.baseline > 0.15 * large.size;
}

/** The words of a stretched line stand no further apart than this, in font sizes, and that alike but for so much. */
const maxStretch = 1.6;
const sameStretch = 0.03;

/**
 * The words of a line that was stretched to the width of a narrow column, as one: the same gap stands between all of
 * them, where the line above or below has words. In a table, gaps stand below each other.
 */
function joinStretched(fragments: readonly Run[]): readonly Run[] {
  const lines = groupNeighbours(
    fragments.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left),
    (line, { baseline }) => line[0]?.baseline === baseline,
  );
  const wholes = new Map<Run, Run>();
  const inner = new Set<Run>();
  for (const [index, line] of lines.entries())
    for (const words of groupNeighbours(line, isStretchedAlike)) {
      const [first, ...rest] = words as [Run, ...Run[]];
      if (rest.length < 2 || !linesAround(lines, index).some((other) => coversGaps(other, words))) continue;
      wholes.set(first, words.reduce(join));
      for (const word of rest) inner.add(word);
    }
  return inner.size === 0
    ? fragments
    : fragments.filter((each) => !inner.has(each)).map((each) => wholes.get(each) ?? each);
}

/** Whether a word stands as far behind the last of others as these do behind each other. */
function isStretchedAlike(words: readonly Run[], word: Run): boolean {
  const [before, last] = [words.at(-2), words.at(-1) as Run];
  const gap = (word.left - last.right) / word.size;
  return (
    last.size === word.size &&
    !last.isRightToLeft &&
    gap > fragmentGap &&
    gap <= maxStretch &&
    (!before || Math.abs((last.left - before.right) / word.size - gap) <= sameStretch)
  );
}

/** So many baselines of other columns lie between two lines at most. */
const maxBaselines = 8;

/** The lines next to one, those of other columns among them. */
function linesAround(lines: readonly (readonly Run[])[], index: number): readonly (readonly Run[])[] {
  const [{ baseline, size }] = lines[index] as readonly [Run];
  return lines
    .slice(Math.max(0, index - maxBaselines), index + maxBaselines + 1)
    .filter((other) => Math.abs((other[0] as Run).baseline - baseline) <= 2 * size);
}

/** Whether most of the gaps between words have a word of another line above or below them. */
function coversGaps(other: readonly Run[], words: readonly Run[]): boolean {
  const gaps = words.slice(1).map(({ left }, index) => (left + (words[index] as Run).right) / 2);
  const covered = gaps.filter((gap) => other.some(({ left, right }) => left < gap && gap < right));
  return covered.length * 2 > gaps.length;
}

/** Pieces drawn out of order: each line's from left to right. The order of all others stays as it was. */
function joinTouching(drawn: readonly Run[]): readonly Run[] {
  const places = drawn.map((_, index) => index);
  places.sort((a, b) => {
    const [one, other] = [drawn[a] as Run, drawn[b] as Run];
    return one.baseline - other.baseline || one.left - other.left;
  });
  const joined = [...drawn] as (Run | undefined)[];
  for (let index = 1; index < places.length; index++) {
    const before = places[index - 1] as number;
    const here = places[index] as number;
    const [last, run] = [joined[before], joined[here]];
    if (!last || !run || last.isRightToLeft || run.isRightToLeft || !touch(last, run)) continue;
    joined[before] = undefined;
    joined[here] = join(last, run);
  }
  return joined.filter((run) => run !== undefined).map((run) => ({ ...run, text: run.text.trim() }));
}

/**
 * The fragments of one direction without those that are printed over others, as a stamp or a watermark is, and these:
 * in the lines and cells below them they would be words that nobody wrote there.
 */
export function partedByPrint(
  fragments: readonly Fragment[],
): readonly [below: readonly Fragment[], above: readonly Fragment[]] {
  const above = new Set<Fragment>();
  const sorted = fragments
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .toSorted((a, b) => a.baseline - b.baseline);
  const largest = Math.max(...sorted.map(({ size }) => size));
  for (const [index, one] of sorted.entries())
    for (let at = index + 1; at < sorted.length; at++) {
      const other = sorted[at] as Fragment;
      if (other.baseline - capitals * largest > one.baseline) break;
      if (!isOver(one, other)) continue;
      const [stamp] = [one, other].toSorted((a, b) => b.size - a.size || b.text.length - a.text.length);
      if (stamp && /\p{L}{3}/u.test(stamp.text)) above.add(stamp);
    }
  return above.size === 0 ? [fragments, []] : [fragments.filter((each) => !above.has(each)), [...above]];
}

/** The height of capitals in font sizes. */
const capitals = 0.7;

/** Whether two fragments cover most of the same place, so that no one could read both if they were of one ink. */
function isOver(one: Fragment, other: Fragment): boolean {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const top = Math.max(one.baseline - capitals * one.size, other.baseline - capitals * other.size);
  const height = Math.min(one.baseline, other.baseline) - top;
  const narrower = Math.min(one.right - one.left, other.right - other.left);
  // Lines that a program has crammed are no stamps: they begin below each other or stand on one baseline, in one size.
  const isBeside = Math.min(Math.abs(one.baseline - other.baseline), Math.abs(one.left - other.left)) < 0.1;
  return (
    !(isBeside && one.size === other.size) &&
    width > narrower / 2 &&
    2 * height > capitals * Math.min(one.size, other.size)
  );
}

function touch(last: Run, run: Run): boolean {
  const gap = run.left - last.right;
  return last.baseline === run.baseline && gap > -0.2 * run.size && gap <= 0.35 * run.size;
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;
const leftToRight = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]/gu;

/** Whether text is written from right to left, by most of its letters. */
function runsRightToLeft(texts: readonly string[]): boolean {
  const toTheLeft = count(texts, rightToLeft);
  return toTheLeft > 0 && toTheLeft > count(texts, leftToRight);
}

/**
 * The text of pieces that touch on one line in the order of reading, of which some run from right to left: the
 * reordering for display (Unicode Standard Annex 9, L2) undone piece by piece. Pieces that run one way stay together;
 * `spaceBetween` is what stands between two, the left one first.
 */
export function logicalText<Piece extends Pick<Fragment, 'text' | 'left' | 'isRightToLeft'>>(
  pieces: readonly Piece[],
  spaceBetween: (left: Piece, right: Piece) => string,
): string {
  const sorted = pieces.toSorted((a, b) => a.left - b.left);
  const stretches = groupNeighbours(
    sorted,
    ([first], { isRightToLeft }) => first?.isRightToLeft === isRightToLeft,
  );
  const isReversed = runsRightToLeft(pieces.map(({ text }) => text));
  return inOrder(
    stretches.map((stretch) => ({
      text: textOfStretch(stretch, isReversed, spaceBetween),
      first: stretch[0] as Piece,
      last: stretch.at(-1) as Piece,
    })),
    isReversed,
    (left, right) => spaceBetween(left.last, right.first),
  );
}

/** A number that ends a sentence in a line from right to left is drawn with its full stop to the left of it. */
const stopBeforeNumber = /^\s*([.,:;!?]+)(?=\d)(.*)$/s;

function textOfStretch<Piece extends Pick<Fragment, 'text' | 'isRightToLeft'>>(
  stretch: readonly Piece[],
  isInReversed: boolean,
  spaceBetween: (left: Piece, right: Piece) => string,
): string {
  const isRightToLeft = stretch[0]?.isRightToLeft === true;
  const text = inOrder(stretch, isRightToLeft, spaceBetween);
  return isInReversed && !isRightToLeft ? text.replace(stopBeforeNumber, '$2$1') : text;
}

/** Texts from left to right, or the other way round. */
function inOrder<Item extends { readonly text: string }>(
  items: readonly Item[],
  isReversed: boolean,
  spaceBetween: (left: Item, right: Item) => string,
): string {
  return items.reduce((text, item, index) => {
    const before = items[index - 1];
    const space = before ? spaceBetween(before, item) : '';
    return isReversed ? item.text.trim() + space + text : text + space + item.text.trim();
  }, '');
}

function count(texts: readonly string[], script: RegExp): number {
  return texts.reduce((sum, text) => sum + (text.match(script)?.length ?? 0), 0);
}

/** What a line of a list begins with. */
interface ListMarker {
  readonly text: string;
  /** Characters to its end. */
  readonly length: number;
  readonly isBullet: boolean;
}

/** Dots, squares, dashes, what symbol fonts have at their places, and a sign that has no Unicode value. */
const bullet = /^([•‣◦▪▫●○■□◆➢➤✓✔·∙⁃\uf0a7\uf0b7\uf0d8\uf0fc\ufffd]|[-–—*o](?=\s))\s*(?=\S)/u;
const numbered = /^((?:\(?\d{1,2}|\d{3}|\(?[a-z]|\(?[ivx]{1,5})[.)])\s+(?=\S)/;

/** The marker at the start of a line; undefined where the line is none of a list. */
export function listMarker(line: string): ListMarker | undefined {
  const found = bullet.exec(line) ?? numbered.exec(line);
  if (!found?.[1]) return undefined;
  return { text: found[1], length: found[0].length, isBullet: bullet.test(line) };
}

/** A box or a cross at the start of a line, which says whether what stands behind it holds: no bullet, it is kept. */
export const checkBox = /^[☐☑☒✗✘](?=\s|$)/u;

/** A text as an item of a list: its number, where it begins with one, apart from its words; a bullet gone. */
export function listItem(text: string, depth: number): ListItem {
  const marker = listMarker(text);
  const words = text.slice(marker?.length ?? 0);
  return { text: words, depth, ...(marker && !marker.isBullet && { marker: marker.text }) };
}

/** The dots that lead to a page number in a table of contents or an index. */
const leader = /\s*(?:[.·]\s*){5,}/g;

const leadsToPage = /(?:[.·]\s*){5}[\divxlc]+$/i;

/** Whether a line is an entry that leads to a page. */
export function isLeadingToPage(line: string): boolean {
  return leadsToPage.test(line);
}

/** With an ellipsis for each leader, which says as much as a line of dots. */
export function withShortLeaders(text: string): string {
  return text.replace(leader, ' … ').trim();
}
