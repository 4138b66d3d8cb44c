import { groupNeighbours } from '../../document/reading-order.ts';
import { isFigure, minRows } from '../tables/table-rows.ts';
import { type Fragment, sameLine } from './lines.ts';
import { maxLeadings } from './text-parts.ts';

/** Two columns stand this far apart at least, in multiples of the font size. */
const minGutter = 0.8;

/**
 * A column of running text: lines and characters a piece of a line at least, and the share of its width that most lines
 * fill.
 */
const minColumnLines = 3;
const minPieceCharacters = 12;
const minFill = 0.75;

/** The cells of a table across the gutter are narrower than this share of their column of text. */
const maxCellShare = 0.6;

/** Share of the font size by which baselines of one line of running text may differ. */
const sameBaseline = 0.05;

/**
 * Columns of short notices, whose lines fill no width: so many lines at least on either side, this share of which goes
 * on with a small letter, and fewer notices that begin beside another than this, as the rows of a table all do.
 */
const minNoticeLines = 8;
const minGoingOn = 0.3;
const maxSideBySide = 0.8;

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
    .filter(([, count]) => count >= minColumnLines)
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
  for (const band of uncrossedBands(sorted, right).flatMap((each) => withoutTables(each, right))) {
    const left = band.filter((fragment) => isLeftOf(fragment, right));
    const beyond = band.filter((fragment) => !isLeftOf(fragment, right));
    const isText = [left, beyond].every(
      (column) => isRunningText(column) || isRunningText(withoutCells(column)),
    );
    if (!isText && !areColumnsOfNotices(left, beyond)) continue;
    const baselines = band.map(({ baseline }) => baseline);
    zones.push({ top: Math.min(...baselines), bottom: Math.max(...baselines) });
    weight += band.length;
  }
  return { right, zones, weight };
}

function isLeftOf(fragment: Fragment, gutterRight: number): boolean {
  return fragment.left < gutterRight;
}

/**
 * Runs of fragments, from top to bottom, with no line between them of which one reaches across the gutter. The title of
 * a table of which the first row does is no part of the run above it.
 */
function uncrossedBands(sorted: readonly Fragment[], gutterRight: number): readonly Fragment[][] {
  const bands: Fragment[][] = [[]];
  for (const row of rowsOf(sorted, sameBaseline)) {
    const crosses = row.some(
      ({ left, right, size }) => left < gutterRight && right > gutterRight - minGutter * size,
    );
    const band = bands.at(-1) as Fragment[];
    if (!crosses) band.push(...row);
    else {
      if (row.length > 1) takeTitle(band);
      bands.push([]);
    }
  }
  return bands.filter((band) => band.length > 0);
}

/** Fragments whose baselines differ by no more than this share of their size; `sorted` from top to bottom. */
function rowsOf(sorted: readonly Fragment[], tolerance: number): readonly (readonly Fragment[])[] {
  return groupNeighbours(sorted, ([first], { baseline, size }) => {
    return first !== undefined && baseline - first.baseline <= tolerance * Math.min(size, first.size);
  });
}

/**
 * What is left of a band on either side of the tables whose rows reach over the gutter: three cells and more on a line,
 * or figures beyond it. Where the columns of a table are as far apart as those of the text, no fragment crosses.
 */
function withoutTables(band: readonly Fragment[], gutterRight: number): readonly (readonly Fragment[])[] {
  const rows = rowsOf(band, sameLine);
  const [left, right] = [true, false].map((isLeft) =>
    widthOf(band.filter((fragment) => isLeftOf(fragment, gutterRight) === isLeft)),
  ) as [number, number];
  const isCells = (row: readonly Fragment[]) =>
    row.every((cell) => cell.right - cell.left < maxCellShare * (isLeftOf(cell, gutterRight) ? left : right));
  const isAcross = (row: readonly Fragment[]) =>
    row.some((cell) => isLeftOf(cell, gutterRight)) && row.some((cell) => !isLeftOf(cell, gutterRight));
  const isTabular = (row: readonly Fragment[]) =>
    isAcross(row) &&
    isCells(row) &&
    (row.length > 2 || row.every((cell) => isLeftOf(cell, gutterRight) || isFigure(cell.text)));
  const pieces: Fragment[][] = [[]];
  for (let index = 0; index < rows.length; ) {
    let end = index;
    while (end < rows.length && isTabular(rows[end] as readonly Fragment[])) end += 1;
    if (end - index >= minRows) {
      takeTitle(pieces.at(-1) as Fragment[]);
      pieces.push([]);
      index = end;
    } else {
      pieces.at(-1)?.push(...(rows[index] as readonly Fragment[]));
      index += 1;
    }
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** What is left of a column without the tables in it, whose cells stand beside each other. */
function withoutCells(column: readonly Fragment[]): readonly Fragment[] {
  const width = widthOf(column);
  const isCells = (row: readonly Fragment[]) =>
    row.length > 1 && row.every(({ left, right }) => right - left < maxCellShare * width);
  return rowsOf(column, sameLine)
    .filter((row) => !isCells(row))
    .flat();
}

/** Takes the lines at the end of a piece away that stand apart from what is above them, alone on their baselines. */
function takeTitle(piece: Fragment[]): void {
  const baselines = [...new Set(piece.map(({ baseline }) => Math.round(baseline)))].toSorted((a, b) => a - b);
  const gaps = baselines.slice(1).map((baseline, index) => baseline - (baselines[index] as number));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const last = baselines.at(-1);
  if (last === undefined || (gaps.at(-1) ?? 0) <= maxLeadings * usual) return;
  const title = piece.filter(({ baseline }) => Math.round(baseline) === last);
  if (title.length === 1) piece.splice(piece.indexOf(title[0] as Fragment), 1);
}

function widthOf(fragments: readonly Fragment[]): number {
  const right = Math.max(...fragments.map((fragment) => fragment.right));
  return right - Math.min(...fragments.map(({ left }) => left));
}

/** Whether both are columns of short texts, and not cells of a table that wrap. */
function areColumnsOfNotices(left: readonly Fragment[], right: readonly Fragment[]): boolean {
  const [one, other] = [noticesOf(left), noticesOf(right)];
  if (!one || !other) return false;
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  const beside = few.filter((begun) => many.some((each) => Math.abs(each - begun) < 2)).length;
  return few.length < 2 || beside < maxSideBySide * few.length;
}

/** The baselines where notices begin, after a wider gap; undefined where the lines of no column go on. */
function noticesOf(fragments: readonly Fragment[]): readonly number[] | undefined {
  const columns = [...Map.groupBy(fragments, ({ left }) => Math.round(left / 2))]
    .map(([, column]) => column)
    .filter((column) => column.length >= minNoticeLines);
  const held = columns.reduce((sum, column) => sum + column.length, 0);
  const characters = fragments.reduce((sum, { text }) => sum + text.length, 0);
  if (held === 0 || held < 0.8 * fragments.length || characters < minPieceCharacters * fragments.length)
    return undefined;
  let goingOn = 0;
  const begun: number[] = [];
  for (const column of columns) {
    const sorted = column.toSorted((a, b) => a.baseline - b.baseline);
    const gaps = sorted
      .slice(1)
      .map(({ baseline }, index) => baseline - (sorted[index] as Fragment).baseline);
    const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.3)] ?? 0;
    for (const [index, { text, baseline }] of sorted.entries()) {
      if (/^\p{Ll}/u.test(text)) goingOn += 1;
      if (index === 0 || (gaps[index - 1] ?? 0) > maxLeadings * usual) begun.push(baseline);
    }
  }
  return goingOn >= minGoingOn * held ? begun : undefined;
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
