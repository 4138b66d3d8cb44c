import { symbolText } from './shown-words.ts';

const romanDigits: readonly (readonly [value: number, digits: string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

/** Stands for whatever a list without numbers has. */
export const bullet = '-';

/** The formats that {@link listNumber} takes, by the first number in each, as HTML and OpenDocument name them. */
export const formatByFirst: ReadonlyMap<string, string> = new Map([
  ['1', 'decimal'],
  ['01', 'decimalZero'],
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
]);

/** A box or a tick. */
const tick = /^[☐☑☒✓✔✗✘]$/u;

/** The marker of an item without a number: the box or the tick that its bullet shows, else a hyphen. */
export function bulletMarker(sign = '', font?: string): string {
  const shown = symbolText(sign, font).trim();
  return tick.test(shown) ? shown : bullet;
}

/** Levels of lists, and what they start at, are small numbers; what is none is a mistake. */
export function smallNumber(text: string | undefined, fallback: number): number {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : fallback;
}

/**
 * A 1-based number as a list shows it: `c`, `iii`, `03`. `format` as in OOXML (ECMA-376 part 1, 17.18.59); those
 * that are not known count in decimals.
 */
export function listNumber(value: number, format: string): string {
  switch (format) {
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'lowerLetter':
      return letters(value);
    case 'upperLetter':
      return letters(value).toUpperCase();
    case 'lowerRoman':
      return roman(value);
    case 'upperRoman':
      return roman(value).toUpperCase();
    default:
      return String(value);
  }
}

/** After `z` comes `aa`, then `bb`: the letter is repeated. */
function letters(value: number): string {
  if (value < 1 || value > 780) return String(value);
  const letter = String.fromCharCode('a'.charCodeAt(0) + ((value - 1) % 26));
  return letter.repeat(Math.ceil(value / 26));
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [worth, digits] of romanDigits) {
    while (rest >= worth) {
      text += digits;
      rest -= worth;
    }
  }
  return text;
}

/** How a level of a list marks its items. */
export interface ListLevel {
  /** As {@link listNumber} takes it, or {@link bullet}; undefined where nothing is shown. */
  readonly format: string | undefined;
  /** With `%1%` to `%10%` where the numbers of the levels go; of a bullet what {@link bulletMarker} gives. */
  readonly template: string;
  readonly start: number;
}

/** Levels by their 0-based place. */
export type ListLevels = readonly (ListLevel | undefined)[];

/** Numbers that a list has come to, by level. */
export type Counts = (number | undefined)[];

/** Steps on by one on a level, or to `start` where that is given; levels further in begin anew. */
export function step(counts: Counts, level: number, first: number, start?: number): void {
  counts[level] = start ?? (counts[level] ?? first - 1) + 1;
  counts.length = level + 1;
}

/** The marker of an item: `2.1`, `c)`, `-`; empty where none is shown. */
export function markerOf(levels: ListLevels, level: number, counts: Counts): string {
  const own = levels[level];
  if (!own) return bullet;
  if (own.format === bullet) return own.template;
  if (own.format === undefined) return '';
  // A level without a number leaves out the point behind it.
  const marker = own.template.replace(/%(\d{1,2})%(\.?)/g, (_, digits: string, point: string) => {
    const place = Number(digits) - 1;
    const { format, start } = levels[place] ?? own;
    if (format === undefined || format === bullet) return '';
    return listNumber(counts[place] ?? start, format) + point;
  });
  return marker.trim();
}
