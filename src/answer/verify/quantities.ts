import { byLanguage, inAnyLanguage } from '../../language/language-packs.ts';
import { formsOf, scales, unitForms } from '../../text/scale-words.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import type { ReadSource } from './source-reader.ts';

const small = byLanguage(({ figures }) => figures?.numbers);

const tens = byLanguage(({ figures }) => figures?.tens);

const valuesByWord = new Map(
  Object.keys(small).map((language) => [
    language,
    new Map([
      ...valuesOf(small[language], (place) => place),
      ...valuesOf(tens[language], (place) => 30 + 10 * place),
    ]),
  ]),
);

function valuesOf(words: string | undefined, value: (place: number) => number): [string, number][] {
  const forms = (words ?? '').split(/\s+/).map((entry) => entry.split('|'));
  const named = forms.flatMap((entry, place) => entry.map((word): [string, number] => [word, value(place)]));
  return named.filter(([word]) => word !== '-');
}

/** What words in small letters multiply the number before them by, in whatever language. */
const scaleOfWord: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ...scales.flatMap(({ factor, words }) => words.map((word) => [word, factor] as const)),
  ['trillion', 1e12],
  ['trillions', 1e12],
]);

/** What letters right behind digits may multiply them by: “163M”. */
const scaleOfSuffix: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['K', 1e3],
  ['M', 1e6],
  ['B', 1e9],
  ['bn', 1e9],
]);

/** The words that are numbers in a language, and those that multiply numbers in any. */
export function numberWords(language: string): readonly string[] {
  return [...(valuesByWord.get(language)?.keys() ?? []), ...scaleOfWord.keys()];
}

/** The number that a word in small letters is in one of these languages; undefined where it is none. */
function numberOfWord(word: string, languages: readonly string[]): number | undefined {
  for (const language of languages) {
    const value = valuesByWord.get(language)?.get(word);
    if (value !== undefined) return value;
  }
  return undefined;
}

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

/** Digits of Chinese and Japanese by their place. */
const hanDigits = '〇一二三四五六七八九';

const multiples: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

const hanScales: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8 };

/**
 * Numbers before what they count, where “一个” may be no more than an article, and those of ten thousands, which “千万”
 * alone may not mean.
 */
const counted =
  /(?<![〇零一二两三四五六七八九十百千])[〇零一二两三四五六七八九十][〇零一二两三四五六七八九十百千]*[万萬亿億][〇零一二两三四五六七八九十百千万萬亿億]*|(?!一[^〇零一二两三四五六七八九十百千])[〇零一二两三四五六七八九十百千]+(?=[个個台座名位次条條项項种種人年月日天米层層根辆輛艘倍章节節号號本枚つ時点])/gu;

/** A number of a text that is written in Han characters, by value. */
interface HanNumber extends Place {
  readonly value: number;
}

/** What the first character behind digits multiplies them by: ten thousand in `4000万`. */
function hanScale(behind: string): number | undefined {
  return hanScales[behind.charAt(0)];
}

/** The numbers in Han characters that count, in order: 三台 is 3, 二十七名 27, 一九三一年 1931, 四千万 40 000 000. */
function hanNumbers(text: string): HanNumber[] {
  return Array.from(text.matchAll(counted), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
    value: valueOf(written.replace(/零/g, '〇').replace(/两/g, '二')),
  }));
}

function valueOf(written: string): number {
  let sum = 0;
  for (const [, above = '', scale = ''] of written.matchAll(/([^万萬亿億]*)([万萬亿億]?)/g)) {
    const factor = hanScales[scale] ?? 1;
    // 一万亿 is ten thousand times 一亿.
    sum = above === '' ? sum * factor : sum + belowScale(above) * factor;
  }
  return sum;
}

/** The value of what has no scale in it. */
function belowScale(written: string): number {
  if (!/[十百千]/.test(written))
    return Number(Array.from(written, (sign) => hanDigits.indexOf(sign)).join(''));
  let sum = 0;
  let digit: number | undefined;
  for (const sign of written) {
    const multiple = multiples[sign];
    if (multiple === undefined) digit = hanDigits.indexOf(sign);
    else sum += (digit ?? 1) * multiple;
    if (multiple !== undefined) digit = undefined;
  }
  return sum + (digit ?? 0);
}

/** Words that say, before a number, that it is no exact one, in several languages, and signs that do. */
const approximately = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:${inAnyLanguage(({ figures }) => figures?.approximately)})\s+|大约|约|約|およそ|[~≈∼]\s?)[€$£¥]?\s?$`,
  'iu',
);

/** More is not looked through for such a word, in UTF-16 code units. */
const longestWord = 20;

/** What rounding may change, as a share of the number. */
const mostRounded = 0.1;

/** What stands before a number of a text and says that it is no exact one; empty where nothing does. */
export function approximation(text: string, { start }: Quantity): string {
  return approximately.exec(text.slice(Math.max(0, start - longestWord), start))?.[0] ?? '';
}

/** Whether another number, rounded as far as this one is, is this one: 84 000 of 84 300, 8 of 8.3. */
export function isRoundedFrom(value: number, other: number): boolean {
  const [whole = '', decimals = ''] = String(value).split('.');
  const zeros = whole.length - whole.replace(/0+$/, '').length;
  const place = decimals === '' ? 10 ** zeros : 10 ** -decimals.length;
  const difference = Math.abs(value - other);
  return difference <= place / 2 && difference <= mostRounded * Math.abs(other);
}

/** Of scripts without spaces, the longest first: “平方公里” is no “平方”. */
const unspacedUnits = [...unitForms.keys()]
  .filter((form) => /\p{Script=Han}/u.test(form))
  .toSorted((one, other) => other.length - one.length)
  .join('|');

const numeral = String.raw`[\p{N}一二两三四五六七八九十百千万亿半几每多]`;

/** A sign before a number, what stands behind one, or a unit that another is divided by: “litres an hour”. */
const measured = new RegExp(
  String.raw`[$€£¥](?=\s?\p{N})|(?<=${numeral}\s?)(?:${unspacedUnits})|(?<=\p{N}[\s-]?)(?:\p{L}+|[%‰$€£¥])|(?<=\p{L}(?:\/|\s(?:per|an?|each|pro|je|in der|par|por|al?)\s))\p{L}+|(?<![\p{L}\p{N}])\p{L}{4,}`,
  'gu',
);

const signs = /[%‰$€£¥]/u;

/**
 * The symbols of the units in a text. A short one, as “m”, counts only behind a number; a word that is also something
 * else, as “second”, does no harm in a source.
 */
export function unitsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(measured), ([word]) => formsOf(word)[0] ?? []).flat());
}

/** How signs that a text has beside numbers are written out: they are no words. */
export function signWords(text: string): readonly string[] {
  if (!signs.test(text)) return [];
  return [...unitsIn(text)].filter((unit) => signs.test(unit)).flatMap((sign) => formsOf(sign).slice(1));
}

/** What a unit stands behind within a few characters: a number, its “million” maybe, or another unit. */
const longestBefore = 24;
const behindNumber = /\p{N}[\s-]?(?:\p{L}+(?:\/|\s(?:per\s)?))?$/u;
const beforeNumber = /^\s?\p{N}/u;

/** The ways to write a word that is a unit beside a number of a claim, from `at` on; none of any other word. */
export function formsOfUnit(word: string, claim: string, at: number): readonly string[] {
  const end = at + word.length;
  const isBeside =
    behindNumber.test(claim.slice(Math.max(0, at - longestBefore), at)) ||
    beforeNumber.test(claim.slice(end, end + 2));
  return isBeside ? formsOf(word) : [];
}

/** Where a unit of a number stands: a sign before it, a word behind it, and what that is divided by. */
const behind = new RegExp(
  String.raw`^[\s-]?(?:(?<han>${unspacedUnits})|(?<unit>\p{L}+|[%‰$€£¥])(?:(?:\/|\s(?:per|an?|each|pro|je|in der|par|por)\s)(?<rate>\p{L}+))?)`,
  'u',
);

/** Units of the numbers of a claim where its sources have other ones, and only those. */
export function otherUnits(
  claim: string,
  numbers: readonly Quantity[],
  read: readonly ReadSource[],
): readonly string[] {
  const known = new Set(read.flatMap((source) => [...source.units]));
  if (known.size === 0) return [];
  return numbers.flatMap(({ start, end }) => {
    const [sign] = /[$€£¥](?=\s?$)/u.exec(claim.slice(Math.max(0, start - 2), start)) ?? [];
    const { han, unit, rate } = behind.exec(claim.slice(end))?.groups ?? {};
    const before = /每(?<each>小时|小時|分钟|分鐘|秒|天|周|年)[^，。]{0,8}$/u.exec(claim.slice(0, start))
      ?.groups?.each;
    const words = [sign ?? han ?? unit, rate, before].filter((word) => word !== undefined);
    return words.filter((word) => {
      const [symbol] = formsOf(word);
      return symbol !== undefined && !known.has(symbol);
    });
  });
}
