import type { Fragment } from './fragment.ts';
import { listMarker } from './list-marker.ts';
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
  const groups: Fragment[][] = [];
  for (const fragment of byBaseline) {
    const group = groups.at(-1);
    const first = group?.[0];
    const isNear =
      first && fragment.baseline - first.baseline <= sameLine * Math.min(fragment.size, first.size);
    if (group && isNear) group.push(fragment);
    else groups.push([fragment]);
  }
  return groups.map(lineOf);
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
  };
}

/** A line as two or more where type of quite another size stands far from the rest: a title and the date beside it. */
export function partedBySize(line: Line): readonly Line[] {
  const parts: Fragment[][] = [];
  for (const fragment of line.fragments) {
    const last = parts.at(-1)?.at(-1);
    const factor = last ? Math.max(last.size / fragment.size, fragment.size / last.size) : 1;
    const isApart = last && factor > maxSizeFactor && fragment.left - last.right > 2 * fragment.size;
    if (last && !isApart) parts.at(-1)?.push(fragment);
    else parts.push([fragment]);
  }
  return parts.length > 1 && !line.isRightToLeft ? parts.map(lineOf) : [line];
}

/** A bullet or number that stands apart from its item is no cell of its own. */
function withMarker(fragments: readonly Fragment[]): readonly Fragment[] {
  const [marker, item, ...rest] = fragments;
  if (!marker || !item || item.left - marker.right > maxMarkerGap * item.size) return fragments;
  const isMarker = listMarker(`${marker.text} x`)?.length === marker.text.length + 1;
  return isMarker
    ? [{ ...item, text: `${marker.text} ${item.text}`, left: marker.left }, ...rest]
    : fragments;
}
