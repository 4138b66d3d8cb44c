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
