import type { TextPlace } from '../../../contracts/document.ts';
import { cleanText } from '../../../text/decode/clean-text.ts';
import type { Fragment } from './lines.ts';

/** A line as it is drawn, or a cell of one, with its place on the page as it is shown. */
export interface DrawnLine {
  readonly text: string;
  readonly box: readonly [left: number, top: number, width: number, height: number];
}

/** The share of the font size that letters reach above the baseline. */
const ascent = 0.8;

/** A line of fewer letters is looked for no further than so many letters on. */
const minLetters = 4;
const maxAhead = 60;

/** Lines without what only laying them out needs. */
export function drawnLines(lines: readonly Fragment[]): readonly DrawnLine[] {
  return lines.map(({ text, left, right, baseline, size, angle = 0 }) => ({
    text,
    box: turnedBack(left, baseline - ascent * size, right - left, size, angle),
  }));
}

/** A box of text that was turned upright, where it stands on the page. */
function turnedBack(
  left: number,
  top: number,
  width: number,
  height: number,
  angle: number,
): DrawnLine['box'] {
  if (angle === 0) return [Math.round(left), Math.round(top), Math.round(width), Math.round(height)];
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const corners = [left, left + width].flatMap((x) =>
    [top, top + height].map((y) => [x * cos - y * sin, x * sin + y * cos] as const),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return [Math.round(x), Math.round(y), Math.round(Math.max(...xs) - x), Math.round(Math.max(...ys) - y)];
}

/** The letters and digits of a text, and where each of their code units stands in it. */
function lettersIn(text: string): { letters: string; offsets: number[] } {
  let letters = '';
  const offsets: number[] = [];
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    letters += found;
    for (let at = 0; at < found.length; at++) offsets.push(index + at);
  }
  return { letters, offsets };
}

/** Bars, spaces and bullets that may stand between two lines of a block. */
const maxBetween = 8;

/**
 * Where the lines that a block was made of stand in its text: as they are, or by their letters, since joining lines
 * takes hyphens, dots and bullets away. `start` is where the block begins in the document; in a table there is one
 * place a row.
 */
export function placesOf(
  lines: readonly DrawnLine[],
  { text, start, page, isTable = false }: { text: string; start: number; page: number; isTable?: boolean },
): readonly TextPlace[] {
  const places: { start: number; end: number; box: DrawnLine['box'] }[] = [];
  let byLetters: ReturnType<typeof lettersIn> | undefined;
  let passed = 0;
  for (const { text: line, box } of lines) {
    const at = text.startsWith(line, passed) ? passed : text.indexOf(line, passed);
    const isNext = at >= 0 && at - passed <= maxBetween && /[\p{L}\p{N}]/u.test(line);
    const found = isNext
      ? { start: at, end: at + line.length }
      : spanOfLetters((byLetters ??= lettersIn(text)), line, {
          passed,
          first: isTable ? rowAround(text, Math.max(0, passed - 1)).start : passed,
        });
    if (!found) continue;
    passed = found.end;
    if (isTable) addToRow(places, rowAround(text, found.start), box);
    else places.push({ ...withSigns(text, found, places.at(-1)?.end ?? 0), box });
  }
  places.sort((a, b) => a.start - b.start);
  return places.map((place) => ({
    start: start + place.start,
    end: start + place.end,
    page,
    box: place.box,
  }));
}

/** Where the letters of a line stand: next after `passed`, or a little on; or else from `first` on. */
function spanOfLetters(
  { letters, offsets }: ReturnType<typeof lettersIn>,
  line: string,
  { passed, first }: { passed: number; first: number },
): { start: number; end: number } | undefined {
  const wanted = lettersIn(cleanText(line)).letters;
  if (wanted === '') return undefined;
  const at = indexOf(letters, wanted, countBelow(offsets, passed), countBelow(offsets, first));
  if (at === undefined) return undefined;
  return { start: offsets[at] as number, end: (offsets[at + wanted.length - 1] as number) + 1 };
}

/** How many of ascending numbers are smaller. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the letters of a line stand: next, or a little on; in a table perhaps earlier in the row. */
function indexOf(letters: string, wanted: string, next: number, first: number): number | undefined {
  if (letters.startsWith(wanted, next)) return next;
  const later = letters.indexOf(wanted, next);
  if (later >= 0 && (wanted.length >= minLetters || later - next <= maxAhead)) return later;
  const earlier = first < next ? letters.indexOf(wanted, first) : -1;
  return earlier >= 0 ? earlier : undefined;
}

function rowAround(text: string, at: number): { start: number; end: number } {
  const end = text.indexOf('\n', at);
  return { start: text.lastIndexOf('\n', at) + 1, end: end < 0 ? text.length : end };
}

function addToRow(
  rows: { start: number; end: number; box: DrawnLine['box'] }[],
  row: { start: number; end: number },
  box: DrawnLine['box'],
): void {
  const known = rows.findLast(({ start }) => start === row.start);
  if (known) known.box = around(known.box, box);
  else rows.push({ ...row, box });
}

function around(one: DrawnLine['box'], other: DrawnLine['box']): DrawnLine['box'] {
  const [left, top] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
  const right = Math.max(one[0] + one[2], other[0] + other[2]);
  const bottom = Math.max(one[1] + one[3], other[1] + other[3]);
  return [left, top, right - left, bottom - top];
}

/** A span with the signs that touch it, from `first` on. */
function withSigns(
  text: string,
  span: { start: number; end: number },
  first: number,
): { start: number; end: number } {
  let { start, end } = span;
  while (start > first && /[^\s\p{L}\p{N}]/u.test(text.charAt(start - 1))) start -= 1;
  while (end < text.length && /[^\s\p{L}\p{N}]/u.test(text.charAt(end))) end += 1;
  return { start, end };
}
