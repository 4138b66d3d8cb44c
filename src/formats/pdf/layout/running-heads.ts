import { type Fragment, linesOf, type PageText } from './lines.ts';
import { maxHeadingCharacters } from './text-parts.ts';

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

interface EdgeLine {
  readonly text: string;
  /** Its words with every number left open. */
  readonly key: string;
  /** The numbers in it. */
  readonly numbers: readonly number[];
  readonly baseline: number;
  readonly fragments: readonly Fragment[];
  /** Of a line that is nothing but a number. */
  readonly number: number | undefined;
  /** What may be the number of its page: the line itself, or what stands apart at either end of it. */
  readonly outerNumbers: readonly number[];
  /** Below the text and away from it, as page numbers are. */
  readonly isAtFoot: boolean;
}

/** The first and the last lines of a page, outermost first. */
export interface PageEdges {
  readonly top: readonly EdgeLine[];
  readonly bottom: readonly EdgeLine[];
  /** On the whole page. */
  readonly fragmentCount: number;
}

/** Edges of a page that has none. */
export const noEdges: PageEdges = { top: [], bottom: [], fragmentCount: 0 };

/**
 * The fragments of a page that are running heads, running feet and page numbers: lines at its edge that stand at the
 * same place on the pages around it, alike but for numbers that count the pages, such numbers alone, and the outermost
 * line with such a number apart at its end, whatever else it says, as the name of a short chapter. The first
 * page keeps its head; a page of nothing else keeps what differs from page to page. `edges` are those of all pages up
 * to {@link neighbours} after it, or to the last.
 */
export function furnitureOf(edges: readonly PageEdges[], index: number): ReadonlySet<Fragment> {
  const first = Math.max(0, index - neighbours);
  const around = edges.slice(first, index + neighbours + 1);
  const offsets = pageNumberOffsets(around, first);
  const others = around.flatMap((page, at) => (first + at === index ? [] : [{ ...page, index: first + at }]));
  const found = new Set<Fragment>();
  const counting: EdgeLine[] = [];
  for (const end of ['top', 'bottom'] as const) {
    for (const [place, line] of (edges[index]?.[end] ?? []).entries()) {
      const isNumbered = line.outerNumbers.some((number) => offsets.has(number - index));
      const isAlone = line.number !== undefined;
      const isPageNumber = isAlone && (isNumbered || line.isAtFoot);
      const repetition = isPageNumber
        ? 'same'
        : (repetitionOf(line, index, others, end) ?? (isNumbered && place === 0 ? 'counting' : undefined));
      if (!repetition) break;
      const isKept = index === 0 && /\p{L}{3}/u.test(line.key.replaceAll(/page|seite/gi, ''));
      if (isKept) continue;
      if (repetition === 'counting') counting.push(line);
      for (const fragment of line.fragments) found.add(fragment);
    }
  }
  if (found.size === edges[index]?.fragmentCount) {
    for (const fragment of counting.flatMap(({ fragments }) => fragments)) found.delete(fragment);
  }
  return found;
}

/** Looks at the direction in which most of the page runs; a turned page has no edges. */
export function edgesOf({ sheets, height }: PageText): PageEdges {
  const [sheet] = sheets;
  if (!sheet || sheet.angle !== 0) return noEdges;
  const lines = linesOf(outermost(sheet.fragments));
  const edgeLines = lines.map(
    ({ text, baseline, size, fragments }, index): EdgeLine => ({
      text,
      outerNumbers: [fragments[0], fragments.at(-1)].flatMap((fragment) => numberIn(fragment?.text)),
      key: text.replace(/\d+/g, '#').replace(/^[ivxl]+$/i, '#'),
      numbers: (text.match(/\d+/g) ?? []).map(Number),
      baseline,
      fragments,
      isAtFoot: baseline > footFrom * height && baseline - (lines[index - 1]?.baseline ?? 0) > 1.8 * size,
      number: numberIn(text)[0],
    }),
  );
  const top = edgeLines.slice(0, maxLines).filter(({ baseline }) => baseline < height / 2);
  const bottom = edgeLines.slice(-maxLines).toReversed();
  const fragmentCount = sheets.reduce((sum, { fragments }) => sum + fragments.length, 0);
  return { top: top.filter(isShort), bottom: bottom.filter(isShort), fragmentCount };
}

/** The number that a text is, if it is nothing but one, between dashes or without. */
function numberIn(text = ''): readonly number[] {
  const digits = /^[-–—\s]*(\d{1,5})[-–—\s]*$/.exec(text)?.[1];
  return digits === undefined ? [] : [Number(digits)];
}

/** The fragments nearest to the top and to the bottom, enough for the lines that count. */
function outermost(fragments: readonly Fragment[]): readonly Fragment[] {
  if (fragments.length <= 2 * maxEdgeFragments) return fragments;
  const sorted = fragments.toSorted((a, b) => a.baseline - b.baseline);
  return [...sorted.slice(0, maxEdgeFragments), ...sorted.slice(-maxEdgeFragments)];
}

function isShort({ key }: EdgeLine): boolean {
  return key.length <= maxHeadingCharacters;
}

/** What page numbers say beyond the pages' index, where most of them agree; wherever the text ends. */
function pageNumberOffsets(around: readonly PageEdges[], first: number): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const [at, { top, bottom }] of around.entries()) {
    for (const number of new Set([...(top[0]?.outerNumbers ?? []), ...(bottom[0]?.outerNumbers ?? [])])) {
      const offset = number - first - at;
      counts.set(offset, (counts.get(offset) ?? 0) + 1);
    }
  }
  const needed = Math.max(2, minShare * around.length);
  return new Set([...counts].filter(([, count]) => count >= needed).map(([offset]) => offset));
}

/**
 * How a line comes again at its place on the other pages: the same, or with numbers that count the pages. A sentence
 * whose numbers differ is no running head, whatever they count.
 */
function repetitionOf(
  line: EdgeLine,
  index: number,
  others: readonly (PageEdges & { readonly index: number })[],
  end: 'top' | 'bottom',
): 'same' | 'counting' | undefined {
  const counts = { same: 0, counting: 0 };
  for (const page of others) {
    const again = page[end].find(
      ({ key, baseline }) => key === line.key && Math.abs(baseline - line.baseline) <= maxDrift,
    );
    if (!again) continue;
    if (again.text === line.text || line.numbers.length === 0) counts.same += 1;
    else if (!isSentence(line) && countsPages(again.numbers, line.numbers, page.index - index))
      counts.counting += 1;
  }
  const repeats = counts.same + counts.counting;
  if (repeats === 0 || repeats < minShare * others.length) return undefined;
  return counts.counting > counts.same ? 'counting' : 'same';
}

/** Whether one of the numbers goes up with the pages. */
function countsPages(numbers: readonly number[], here: readonly number[], pages: number): boolean {
  return numbers.some((number, place) => number - (here[place] ?? Number.NaN) === pages);
}

function isSentence({ text }: EdgeLine): boolean {
  return /\p{L}\p{M}*[.!?]$/u.test(text) && (text.match(/\p{L}{2,}/gu) ?? []).length >= 3;
}
