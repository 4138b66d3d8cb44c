import { groupNeighbours } from '../../document/reading-order.ts';
import { drawnLines } from './drawn-lines.ts';
import type { Fragment, Sheet } from './lines.ts';

/** Heads end this many font sizes above their columns at most; of so many rows one has a cell below each of them. */
const maxAbove = 3;
const maxRows = 6;

/** A head turned by a quarter, and where it stands on the page. */
interface TurnedHead {
  readonly head: Fragment;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The sheets of a page with heads that are turned by a quarter to fit over narrow columns put upright, as a row of its
 * upright text right above the first row of these. Two heads at least stand side by side, each over a cell.
 */
export function withUprightHeads(sheets: readonly Sheet[]): readonly Sheet[] {
  const upright = sheets.find(({ angle }) => angle === 0);
  if (!upright) return sheets;
  let { fragments } = upright;
  const others = sheets.flatMap((sheet): Sheet[] => {
    if (sheet === upright) return [];
    if (sheet.angle % 180 !== 90) return [sheet];
    const heads = new Set<Fragment>();
    for (const row of rowsOf(sheet.fragments, sheet.angle)) {
      const cells = fragments.length > 0 ? uprightHeads(row, fragments) : undefined;
      if (!cells) continue;
      fragments = [...fragments, ...cells];
      for (const { head } of row) heads.add(head);
    }
    const left = sheet.fragments.filter((each) => !heads.has(each));
    return left.length > 0 ? [{ ...sheet, fragments: left }] : [];
  });
  return sheets.flatMap((sheet) => (sheet === upright ? [{ ...upright, fragments }] : [])).concat(others);
}

/** Turned texts that stand side by side, from left to right: of those the first line of each stands first. */
function rowsOf(fragments: readonly Fragment[], angle: number): readonly (readonly TurnedHead[])[] {
  const placed = drawnLines(fragments.map((each) => ({ ...each, angle }))).map(
    ({ box }, index): TurnedHead => {
      const [left, top, width, height] = box;
      return { head: fragments[index] as Fragment, left, right: left + width, top, bottom: top + height };
    },
  );
  return groupNeighbours(
    placed.toSorted((a, b) => a.bottom - b.bottom),
    ([first], { top, bottom }) =>
      first !== undefined && top < first.bottom && bottom - first.bottom < first.bottom - first.top,
  )
    .map((row) => row.toSorted((a, b) => (angle === 90 ? b.left - a.left : a.left - b.left)))
    .filter((row) => row.length > 1);
}

/** The heads of a row as cells above the first row of a table; undefined where one stands over no cell. */
function uprightHeads(
  row: readonly TurnedHead[],
  fragments: readonly Fragment[],
): readonly Fragment[] | undefined {
  const end = Math.max(...row.map(({ bottom }) => bottom));
  const size = Math.max(...row.map(({ head }) => head.size));
  const below = fragments
    .filter(({ baseline }) => baseline > end)
    .toSorted((a, b) => a.baseline - b.baseline);
  const rows = groupNeighbours(below, ([first], { baseline }) => first?.baseline === baseline).slice(
    0,
    maxRows,
  );
  const [first] = rows[0] ?? [];
  if (!first || first.baseline - end > (maxAbove + 1) * size) return undefined;
  const pitch = Math.max(1.2 * first.size, (rows[1]?.[0]?.baseline ?? 0) - first.baseline);
  const baseline = baselineOf(row, fragments) ?? first.baseline - pitch;
  const columns = new Map<Fragment, Fragment>();
  const cells = rows.flat();
  for (const { head, left, right } of row) {
    const middle = (left + right) / 2;
    const cell = cells.find((each) => each.left - size / 2 < middle && middle < each.right + size / 2);
    if (!cell) return undefined;
    const column =
      [...columns.keys()].find((other) => other.left < cell.right && cell.left < other.right) ?? cell;
    const known = columns.get(column);
    columns.set(column, {
      ...head,
      text: known ? `${known.text} ${head.text}` : head.text,
      left: Math.min(left, known?.left ?? left),
      right: Math.max(right, known?.right ?? right),
      baseline,
    });
  }
  return columns.size > 1 ? [...columns.values()] : undefined;
}

/** The baseline of an upright heading beside turned ones. */
function baselineOf(row: readonly TurnedHead[], fragments: readonly Fragment[]): number | undefined {
  const [top, bottom, left] = [
    Math.min(...row.map((each) => each.top)),
    Math.max(...row.map((each) => each.bottom)),
    Math.min(...row.map((each) => each.left)),
  ];
  const beside = fragments.filter(
    ({ baseline, right }) => baseline > top && baseline <= bottom && right < left,
  );
  return beside.length > 0 ? Math.max(...beside.map(({ baseline }) => baseline)) : undefined;
}
