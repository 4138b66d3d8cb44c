import { byLanguage } from '../../language/language-packs.ts';
import type { Place } from '../../text/sentences/blank.ts';

/** The ways to write each unit, its symbol first, by each of them. */
const byForm = formsBySymbol();

function formsBySymbol(): ReadonlyMap<string, readonly string[]> {
  const written = new Map<string, Set<string>>();
  for (const units of Object.values(byLanguage(({ figures }) => figures?.units))) {
    for (const [symbol, forms] of Object.entries(units)) {
      const all = written.get(symbol) ?? new Set([symbol]);
      for (const form of forms.split(/\s+/)) all.add(form);
      written.set(symbol, all);
    }
  }
  const byEach = [...written.values()].map((forms) => [...forms]);
  return new Map(byEach.flatMap((forms) => forms.map((form) => [form, forms] as const)));
}

/**
 * What a unit stands behind, within a few characters: a number, its “million” maybe, or another unit that it divides; a
 * currency before.
 */
const longestBefore = 24;
const behindNumber = /\p{N}[\s-]?(?:\p{L}+(?:\/|\s(?:per\s)?))?$/u;
const beforeNumber = /^\s?\p{N}/u;

/** A number with what stands behind it, or a sign before it. */
const measured = /[$€£¥](?=\s?\p{N})|(?<=\p{N}[\s-]?)(?:\p{L}+|[%$€£¥])/gu;

const signs = /[%$€£¥]/u;

/** The units of the numbers in a text, by what the table above calls them. */
export function unitsIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(measured), ([word]) => formsOf(word)[0] ?? []).flat());
}

/** How signs that a text has beside numbers are written out: they are no words. */
export function signWords(text: string): readonly string[] {
  if (!signs.test(text)) return [];
  return [...unitsIn(text)].filter((unit) => signs.test(unit)).flatMap((sign) => formsOf(sign).slice(1));
}

/** The unit of a number, `[start, end)` of a text, as it is written: a sign before it, or what stands behind. */
export function unitOf(text: string, { start, end }: Place): string | undefined {
  const [before] = /[$€£¥](?=\s?$)/u.exec(text.slice(Math.max(0, start - 2), start)) ?? [];
  return before ?? /^[\s-]?(\p{L}+|[%$€£¥])/u.exec(text.slice(end))?.[1];
}

/** The other ways to write a unit that stands in a text beside a number; none for any other word. */
export function formsOfUnit(word: string, text: string, at: number): readonly string[] {
  const end = at + word.length;
  const isBeside =
    behindNumber.test(text.slice(Math.max(0, at - longestBefore), at)) ||
    beforeNumber.test(text.slice(end, end + 2));
  return isBeside ? formsOf(word) : [];
}

/** All ways to write a unit, its symbol first; none of what is no unit. */
export function formsOf(word: string): readonly string[] {
  const lower = word.toLowerCase();
  return (
    byForm.get(lower) ??
    byForm.get(lower.replace(/e?[sn]$/, '')) ??
    byForm.get(lower.replace(/[sn]$/, '')) ??
    []
  );
}
