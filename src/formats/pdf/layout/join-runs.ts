import { superscript } from '../../document/shown-words.ts';
import type { Fragment, Run } from './fragment.ts';
import { logicalText, runsRightToLeft } from './logical-text.ts';

/** Gaps in multiples of the font size: over the first there is a space, over the second another fragment. */
const spaceGap = 0.15;
const fragmentGap = 0.75;

/** How far a raised or lowered run may stand from the baseline, in multiples of the larger font size. */
const maxShift = 0.45;

/** The fragments of a page or a part of it: {@link joinDrawn}, and pieces that touch but were drawn out of order. */
export function joinRuns(runs: readonly Run[]): readonly Fragment[] {
  return joinTouching(joinDrawn(runs));
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

/** Pieces drawn out of order: each line's from left to right. The order of all others stays as it was. */
function joinTouching(drawn: readonly Run[]): readonly Fragment[] {
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

function touch(last: Run, run: Run): boolean {
  const gap = run.left - last.right;
  return last.baseline === run.baseline && gap > -0.2 * run.size && gap <= 0.35 * run.size;
}
