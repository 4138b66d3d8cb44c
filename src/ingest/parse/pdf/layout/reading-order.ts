import type { Fragment } from './fragment.ts';

/** Two columns stand this far apart at least, in multiples of the font size. */
const minGutter = 0.8;

/**
 * A column of running text: lines and characters a piece of a line at least, and the share of its width that most lines
 * fill.
 */
const minColumnLines = 3;
const minPieceCharacters = 12;
const minFill = 0.75;

/** A gutter is looked for only where at least this many fragments begin. */
const minStarts = 4;

/** Of the places where most fragments begin, so many are tried. */
const maxCandidates = 30;

interface Zone {
  /** Baselines of the first and the last line. */
  readonly top: number;
  readonly bottom: number;
}

interface Gutter {
  /** Where the column to the right of it begins. */
  readonly right: number;
  readonly zones: readonly Zone[];
  /** Fragments in all of its zones. */
  readonly weight: number;
}

/**
 * Cuts a page into regions in reading order: what stands above columns, the left column, the right one, what stands
 * below. Columns are found by the white strip between two bodies of running text; the cells of a table, which are
 * short or stand on common lines with gaps, make none, so that a table stays in one region.
 */
export function readingOrder(fragments: readonly Fragment[], isRightToLeft = false): readonly Fragment[][] {
  const gutter = widestGutter(fragments);
  if (!gutter) return fragments.length > 0 ? [[...fragments]] : [];
  const regions: Fragment[][] = [];
  let rest = fragments.toSorted((a, b) => a.baseline - b.baseline);
  for (const zone of gutter.zones) {
    const above = rest.filter(({ baseline }) => baseline < zone.top);
    const inside = rest.filter(({ baseline }) => baseline >= zone.top && baseline <= zone.bottom);
    rest = rest.filter(({ baseline }) => baseline > zone.bottom);
    const left = inside.filter((fragment) => isLeftOf(fragment, gutter.right));
    const right = inside.filter((fragment) => !isLeftOf(fragment, gutter.right));
    const columns = isRightToLeft ? [right, left] : [left, right];
    for (const part of [above, ...columns]) regions.push(...readingOrder(part, isRightToLeft));
  }
  regions.push(...readingOrder(rest, isRightToLeft));
  return regions;
}

/** The gutter whose columns hold most of the page. */
function widestGutter(fragments: readonly Fragment[]): Gutter | undefined {
  const starts = new Map<number, number>();
  for (const { left } of fragments) {
    const place = Math.round(left);
    starts.set(place, (starts.get(place) ?? 0) + 1);
  }
  const candidates = [...starts]
    .filter(([, count]) => count >= minStarts)
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, maxCandidates)
    .map(([place]) => place - 1);
  const sorted = fragments.toSorted((a, b) => a.baseline - b.baseline);
  const gutters = candidates.map((right) => gutterAt(sorted, right));
  return gutters.reduce(
    (best, each) => (each.weight > (best?.weight ?? 0) ? each : best),
    undefined as Gutter | undefined,
  );
}

/** `sorted` are the fragments from top to bottom. */
function gutterAt(sorted: readonly Fragment[], right: number): Gutter {
  const zones: Zone[] = [];
  let weight = 0;
  for (const band of uncrossedBands(sorted, right)) {
    const left = band.filter((fragment) => isLeftOf(fragment, right));
    const beyond = band.filter((fragment) => !isLeftOf(fragment, right));
    if (!isRunningText(left) || !isRunningText(beyond)) continue;
    const baselines = band.map(({ baseline }) => baseline);
    zones.push({ top: Math.min(...baselines), bottom: Math.max(...baselines) });
    weight += band.length;
  }
  return { right, zones, weight };
}

function isLeftOf(fragment: Fragment, gutterRight: number): boolean {
  return fragment.left < gutterRight;
}

/** Runs of fragments, from top to bottom, with none that reaches across the gutter between them. */
function uncrossedBands(sorted: readonly Fragment[], gutterRight: number): readonly Fragment[][] {
  const bands: Fragment[][] = [[]];
  for (const fragment of sorted) {
    const crosses = fragment.left < gutterRight && fragment.right > gutterRight - minGutter * fragment.size;
    if (crosses) bands.push([]);
    else bands.at(-1)?.push(fragment);
  }
  return bands.filter((band) => band.length > 0);
}

function isRunningText(column: readonly Fragment[]): boolean {
  const lines = new Map<number, { left: number; right: number; covered: number }>();
  for (const { left, right, baseline } of column) {
    const key = Math.round(baseline);
    const line = lines.get(key) ?? { left, right, covered: 0 };
    lines.set(key, {
      left: Math.min(line.left, left),
      right: Math.max(line.right, right),
      covered: line.covered + right - left,
    });
  }
  if (lines.size < minColumnLines) return false;
  const all = [...lines.values()];
  const width = Math.max(...all.map(({ right }) => right)) - Math.min(...all.map(({ left }) => left));
  const fills = all.map(({ covered }) => covered / width).toSorted((a, b) => a - b);
  const characters = column.reduce((sum, { text }) => sum + text.length, 0);
  return (
    (fills[Math.floor(fills.length / 2)] as number) >= minFill &&
    characters / column.length >= minPieceCharacters
  );
}
