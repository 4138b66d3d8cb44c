import { groupNeighbours } from '../../document/reading-order.ts';
import type { Fragment } from './fragment.ts';
import { checkBox, listMarker } from './list-marker.ts';
import { runsRightToLeft } from './logical-text.ts';

/** Fragments on one baseline in reading order; together they are like one, of the size that most characters have. */
export interface Line extends Fragment {
  readonly fragments: readonly Fragment[];
}

/** Baselines closer than this share of the font size are one line. */
const sameLine = 0.35;

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
