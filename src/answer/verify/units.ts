import { formsOf, unitForms } from '../../text/scale-words.ts';
import type { Quantity } from './quantities.ts';
import type { ReadSource } from './source-reader.ts';

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
