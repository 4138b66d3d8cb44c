import type { Fragment, PageText } from './fragment.ts';
import { linesOf } from './lines.ts';

/** How many lines at either end of a page can be furniture. */
const maxLines = 4;

/** What is looked at in search of them: a row of a table has many fragments. */
const maxEdgeFragments = 40;

/** A running head is looked for on this many pages to either side, and found on this share of them. */
export const neighbours = 5;
const minShare = 0.4;

/** Points by which its place may differ. */
const maxDrift = 3;

/** The share of the page's height below which a number that stands alone is taken for its number. */
const footFrom = 0.8;

const maxCharacters = 160;

interface EdgeLine {
  readonly key: string;
  readonly baseline: number;
  readonly fragments: readonly Fragment[];
  /** Of a line that is nothing but a number. */
  readonly number: number | undefined;
  /** Below the text and away from it, as page numbers are. */
  readonly isAtFoot: boolean;
}

/** The first and the last lines of a page, outermost first. */
export interface PageEdges {
  readonly top: readonly EdgeLine[];
  readonly bottom: readonly EdgeLine[];
}

/**
 * The fragments of a page that are running heads, running feet and page numbers: lines at its edge that stand at the
 * same place on the pages around it, digits aside, and numbers that count the pages. The first page keeps its head.
 * `edges` are those of all pages up to {@link neighbours} after it, or to the last.
 */
export function furnitureOf(edges: readonly PageEdges[], index: number): ReadonlySet<Fragment> {
  const first = Math.max(0, index - neighbours);
  const around = edges.slice(first, index + neighbours + 1);
  const offsets = pageNumberOffsets(around, first);
  const others = around.filter((_, at) => first + at !== index);
  const found = new Set<Fragment>();
  for (const end of ['top', 'bottom'] as const) {
    for (const line of edges[index]?.[end] ?? []) {
      const isPageNumber = line.number !== undefined && (offsets.has(line.number - index) || line.isAtFoot);
      if (!isPageNumber && !isRepeated(others, end, line)) break;
      const isKept = index === 0 && /\p{L}{3}/u.test(line.key.replaceAll(/page|seite/gi, ''));
      if (!isKept) for (const fragment of line.fragments) found.add(fragment);
    }
  }
  return found;
}

/** Looks at the direction in which most of the page runs; a turned page has no edges. */
export function edgesOf({ sheets, height }: PageText): PageEdges {
  const [sheet] = sheets;
  if (!sheet || sheet.angle !== 0) return { top: [], bottom: [] };
  const lines = linesOf(outermost(sheet.fragments));
  const edgeLines = lines.map(
    ({ text, baseline, size, fragments }, index): EdgeLine => ({
      key: text.replace(/\d+/g, '#').replace(/^[ivxl]+$/i, '#'),
      baseline,
      fragments,
      isAtFoot: baseline > footFrom * height && baseline - (lines[index - 1]?.baseline ?? 0) > 1.8 * size,
      number: /^[-–—\s]*\d{1,5}[-–—\s]*$/.test(text) ? Number(/\d+/.exec(text)?.[0]) : undefined,
    }),
  );
  const top = edgeLines.slice(0, maxLines).filter(({ baseline }) => baseline < height / 2);
  const bottom = edgeLines.slice(-maxLines).toReversed();
  return { top: top.filter(isShort), bottom: bottom.filter(isShort) };
}

/** The fragments nearest to the top and to the bottom, enough for the lines that count. */
function outermost(fragments: readonly Fragment[]): readonly Fragment[] {
  if (fragments.length <= 2 * maxEdgeFragments) return fragments;
  const sorted = fragments.toSorted((a, b) => a.baseline - b.baseline);
  return [...sorted.slice(0, maxEdgeFragments), ...sorted.slice(-maxEdgeFragments)];
}

function isShort({ key }: EdgeLine): boolean {
  return key.length <= maxCharacters;
}

/** What page numbers say beyond the pages' index, where most of them agree; wherever the text ends. */
function pageNumberOffsets(around: readonly PageEdges[], first: number): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const [at, { top, bottom }] of around.entries()) {
    for (const number of new Set([top[0]?.number, bottom[0]?.number])) {
      if (number === undefined) continue;
      const offset = number - first - at;
      counts.set(offset, (counts.get(offset) ?? 0) + 1);
    }
  }
  const needed = Math.max(2, minShare * around.length);
  return new Set([...counts].filter(([, count]) => count >= needed).map(([offset]) => offset));
}

function isRepeated(
  others: readonly PageEdges[],
  end: 'top' | 'bottom',
  { key, baseline }: EdgeLine,
): boolean {
  const repeats = others.filter((page) =>
    page[end].some((line) => line.key === key && Math.abs(line.baseline - baseline) <= maxDrift),
  );
  return repeats.length > 0 && repeats.length >= minShare * others.length;
}
