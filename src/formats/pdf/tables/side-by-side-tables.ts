import { isValue } from '../../table/table-rows.ts';
import type { Fragment } from '../layout/fragment.ts';
import { type Line, lineOf } from '../layout/lines.ts';
import type { Column } from './table-columns.ts';

/** Lines that share columns. */
export interface ColumnedLines {
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
}

/** The gap between two tables is wider than any within them by this factor, between two forms by less. */
const minGapFactor = 1.5;
const minFormGapFactor = 1.2;

/** Share of the cells of a first column that must be words, not figures, to be labels. */
const minLabels = 0.8;

/** Share of labels with a colon at their end that tells a form. */
const minColons = 0.6;

/**
 * Tables that stand next to each other and so share their lines, from left to right. Two there are where the widest
 * gap has labels on both its sides, and the sides are of unlike length or are forms with a colon behind each label. One
 * of which this is not sure stays one.
 */
export function sideBySide(table: ColumnedLines): readonly ColumnedLines[] {
  const gap = widestGap(table.columns);
  if (!gap || gap.factor < minFormGapFactor) return [table];
  const { place, factor } = gap;
  const edge = table.columns[place]?.left ?? 0;
  const left = side(table, table.columns.slice(0, place), (fragment) => fragment.left < edge);
  const right = side(table, table.columns.slice(place), (fragment) => fragment.left >= edge);
  if (!hasLabels(left) || !hasLabels(right)) return [table];
  const areTwo = isForm(left, right) || (factor >= minGapFactor && areUnlike(left, right));
  return areTwo ? [left, ...sideBySide(right)] : [table];
}

/**
 * The widest gap between columns, where two at least stand on either side of it: the place of the column to the right
 * of it, and by how much it is wider than the next.
 */
function widestGap(columns: readonly Column[]): { place: number; factor: number } | undefined {
  const gaps = columns.slice(1).map(({ left }, index) => left - (columns[index] as Column).right);
  const [widest = 0, next = 0] = gaps.toSorted((a, b) => b - a);
  const place = gaps.indexOf(widest) + 1;
  return place >= 2 && columns.length - place >= 2 ? { place, factor: widest / next } : undefined;
}

function side(
  { lines }: ColumnedLines,
  columns: readonly Column[],
  isWithin: (fragment: Fragment) => boolean,
): ColumnedLines {
  const parts = lines.map(({ fragments }) => fragments.filter(isWithin));
  return { lines: parts.filter((part) => part.length > 0).map(lineOf), columns };
}

function hasLabels({ lines, columns }: ColumnedLines): boolean {
  const labels = labelsOf({ lines, columns });
  const rows = lines.filter(({ fragments }) => fragments.length > 1).length;
  return rows >= 2 && labels.filter((label) => !isValue(label)).length >= minLabels * labels.length;
}

/** The first cells of rows that have more. */
function labelsOf({ lines, columns }: ColumnedLines): readonly string[] {
  const end = columns[0]?.right ?? 0;
  return lines.flatMap(({ fragments }) => {
    const [first] = fragments;
    return first && fragments.length > 1 && first.left < end ? [first.text] : [];
  });
}

function isForm(...sides: readonly ColumnedLines[]): boolean {
  return sides.every((each) => {
    const labels = labelsOf(each);
    return labels.filter((label) => label.endsWith(':')).length >= minColons * labels.length;
  });
}

/** One goes on where the other has ended, or lies between its lines. */
function areUnlike(left: ColumnedLines, right: ColumnedLines): boolean {
  const [one, other] = [left, right].map(({ lines }) => new Set(lines.map(({ baseline }) => baseline)));
  const shared = [...(one ?? [])].filter((baseline) => other?.has(baseline)).length;
  return shared < Math.max(left.lines.length, right.lines.length) - 1;
}
