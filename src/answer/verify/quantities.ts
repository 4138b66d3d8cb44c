import type { Place } from '../../text/sentences/blank.ts';
import { numberOfWord, scaleOfSuffix, scaleOfWord } from '../number-words.ts';
import { hanNumbers, hanScale } from './han-numbers.ts';

/** A number in a text, what multiplies it included, by its value. */
export interface Quantity extends Place {
  /** What it may mean: one value, or two where the country tells. */
  readonly values: readonly number[];
}

/** Digits behind a letter name something, as in `v2` and `B12`. In Chinese they may count. */
const token =
  /\p{N}+(?:[.,'’\u00a0\u202f]\p{N}+)*|[\p{Lu}\p{Ll}][\p{Lu}\p{Ll}\p{M}\p{Nd}]*|\p{L}[\p{L}\p{M}]*/gu;

const digits = /^\p{N}/u;

/** Languages in which a space may stand between the thousands of a number: “1 250 €”. */
const groupsBySpaces: ReadonlySet<string> = new Set(
  'fr es it pt nl de ru pl cs sk sv da nb fi uk bg'.split(' '),
);
const groupsBehindSpace = /^\d{1,3}(?: \d{3}){0,3}$/;
/** No number is longer, in UTF-16 code units. */
const longestGrouped = '999 999 999 999'.length;

/** What parts the numbers of a range. */
const within = /^\s?[–-]\s?[€$£¥]?$/u;

const writesHan: ReadonlySet<string> = new Set(['zh', 'ja']);

/**
 * The numbers of a text by value: `1,000`, `1.000` and `1'000` are one thousand, `2.5 million` is 2500000, `five` and
 * `twenty-seven` are what they are in one of `languages` (BCP 47 primary subtags). A point or comma before exactly
 * three digits is read both ways, and so is a letter that may multiply: `163M`. In order, without overlap.
 */
export function quantities(text: string, languages: readonly string[]): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(token)) {
    const [written] = match;
    const start = match.index;
    const end = start + written.length;
    const before = found.at(-1);
    const more = before && continued(before, { text, start, end }, languages);
    if (more) {
      found[found.length - 1] = { ...before, ...more };
      const first = found.at(-2);
      // “€420–440 million”
      if (first && within.test(text.slice(first.end, before.start))) {
        const scale = scaleOfWord.get(written.toLowerCase()) ?? 1;
        found[found.length - 2] = {
          ...first,
          values: [...first.values, ...first.values.map((value) => value * scale)],
        };
      }
    } else {
      const word = digits.test(written) ? undefined : numberOfWord(written.toLowerCase(), languages);
      const values = digits.test(written) ? readings(written) : word === undefined ? [] : [word];
      if (values.length > 0) found.push({ start, end, values });
    }
  }
  if (!isInHan(languages)) return found;
  const inHan = hanNumbers(text).map(({ value, ...place }) => ({ ...place, values: [value] }));
  return [...found, ...inHan].toSorted((one, other) => one.start - other.start);
}

function isInHan(languages: readonly string[]): boolean {
  return languages.some((language) => writesHan.has(language));
}

/** Where a number ends with the word behind it, and what it may mean; undefined where that is no part of it. */
function continued(
  before: Quantity,
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  languages: readonly string[],
): Pick<Quantity, 'end' | 'values'> | undefined {
  const { values } = before;
  const written = text.slice(start, end);
  const between = text.slice(before.end, start);
  const times = (factor: number) => values.map((value) => value * factor);
  if (between === '') {
    const inHan = isInHan(languages) ? hanScale(written) : undefined;
    if (inHan !== undefined) return { end: start + 1, values: times(inHan) };
    // Of money “m” is a million.
    const isMoney =
      written === 'm' && /[$€£¥]\s?$/u.test(text.slice(Math.max(0, before.start - 2), before.start));
    const factor = isMoney ? 1e6 : scaleOfSuffix.get(written);
    return factor === undefined ? undefined : { end, values: [...values, ...times(factor)] };
  }
  if (!/^[\s-]+$/.test(between)) return undefined;
  const isGroup = between === ' ' && /^\d{3}$/.test(written) && before.end - before.start <= longestGrouped;
  if (isGroup && languages.some((language) => groupsBySpaces.has(language)))
    return groupsBehindSpace.test(text.slice(before.start, before.end))
      ? { end, values: values.map((value) => 1000 * value + Number(written)) }
      : undefined;
  const scale = scaleOfWord.get(written.toLowerCase());
  if (scale !== undefined) return { end, values: times(scale) };
  const unit = /^one$/i.test(written) ? 1 : numberOfWord(written.toLowerCase(), languages);
  const isUnit = unit !== undefined && unit > 0 && unit < 10;
  const isWord = !digits.test(text.slice(before.start));
  const isTens = values.every((value) => value % 10 === 0 && value > 10 && value < 100);
  return isUnit && isWord && isTens ? { end, values: values.map((value) => value + unit) } : undefined;
}

/** What digits with separators may mean. */
function readings(written: string): number[] {
  const plain = written.normalize('NFKC').replace(/['’\s]/g, '');
  const separators = plain.match(/[.,]/g) ?? [];
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const values = new Set<number>();
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) && new Set(separators).size === 1;
  if (separators.length === 0 || isGrouped) values.add(Number(plain.replace(/[.,]/g, '')));
  if (separators.length === 1 || new Set(separators).size > 1) {
    values.add(Number(`${plain.slice(0, last).replace(/[.,]/g, '')}.${plain.slice(last + 1)}`));
  }
  if (values.size === 0) values.add(Number(plain.replace(/[.,]/g, '')));
  return [...values].filter(Number.isFinite);
}
