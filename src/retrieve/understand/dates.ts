import { monthNames } from './month-names.ts';
import type { Place } from './recognised.ts';

/** A day, a month, a year, or the time between two of them. */
export interface DateExpression extends Place {
  readonly text: string;
  /** First and last day, ISO 8601. */
  readonly from: string;
  readonly to: string;
}

interface Parts {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}

const iso = /(?<![\p{L}\p{N}.,-])(\d{4})-(\d{2})(?:-(\d{2}))?(?![\p{L}\p{N}]|-[\p{L}\p{N}])/gu;

const chinese = /(?<!\d)(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?/gu;

/** `12 March 2024`, `12. März 2024`, `12 de marzo de 2024`, `March 12, 2024`, `March 2024`. */
const named =
  /(?<![\p{L}\p{N}])(?:(\d{1,2})(?:st|nd|rd|th|er|\.|º)?\s{1,3}(?:of\s|de\s)?)?(\p{L}{3,20})\.?(?:\s{1,3}(\d{1,2})(?:st|nd|rd|th)?,?)?,?\s{1,3}(?:de\s|del\s|of\s)?(\d{4})(?![\p{L}\p{N}])/gu;

/** Not within a number, an identifier or an amount; two years may be joined by a hyphen. */
const year =
  /(?<![\p{L}\p{N}.,$€£¥_]|(?<!\d{4})-)(1\d{3}|20\d{2})(?![\p{L}\p{N}%_]|[.,]\d|-(?!\d{4}(?!\d))[\p{L}\p{N}])/gu;

/** What stands between the ends of a range. */
const rangeMark =
  /^\s{0,3}(?:[-–—]|to|until|till|through|bis|jusqu'à|jusqu'en|à|au|al|hasta|até|tot|till)\s{0,3}$/i;

/** What stands between them where a word before the first says that a range follows. */
const conjunction = /^\s{1,3}(?:and|und|et|y|e|en|och)\s{1,3}$/i;
const rangeLead = /(?:between|zwischen|entre|tra|fra|tussen|mellan)\s{1,3}$/i;

/**
 * The dates of a text in order, with ranges as one. Months are known by their names in `language` and in English.
 * Dates in figures alone that are not ISO 8601 are left alone: 4/5/2024 is two days.
 */
export function dateExpressions(text: string, language: string): DateExpression[] {
  const found: DateExpression[] = [];
  const collect = (pattern: RegExp, read: (groups: readonly (string | undefined)[]) => Parts | undefined) => {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const parts = read(match.slice(1));
      if (parts && isInCalendar(parts)) found.push({ start, end, text: match[0], ...daysOf(parts) });
    }
  };
  collect(iso, ([y, m, d]) => ({ year: Number(y), month: numberOf(m), day: numberOf(d) }));
  collect(chinese, ([y, m, d]) => ({ year: Number(y), month: numberOf(m), day: numberOf(d) }));
  collect(named, ([before, name = '', after, y]) => {
    // Not before something looks like a date: making the names takes milliseconds.
    const month = monthNames(language).get(name.toLowerCase());
    return month === undefined ? undefined : { year: Number(y), month, day: numberOf(before ?? after) };
  });
  collect(year, ([y]) => ({ year: Number(y) }));
  return joinRanges(
    text,
    found.toSorted((a, b) => a.start - b.start),
  );
}

function joinRanges(text: string, dates: readonly DateExpression[]): DateExpression[] {
  const joined: DateExpression[] = [];
  for (const date of dates) {
    const first = joined.at(-1);
    const isRange = first !== undefined && first.from <= date.from && joins(text, first, date);
    if (!isRange) joined.push(date);
    else {
      const span = { start: first.start, end: date.end, text: text.slice(first.start, date.end) };
      joined[joined.length - 1] = { ...span, from: first.from, to: date.to };
    }
  }
  return joined;
}

function joins(text: string, first: DateExpression, second: DateExpression): boolean {
  const between = text.slice(first.end, Math.min(second.start, first.end + 20));
  if (first.end + between.length < second.start) return false;
  return (
    rangeMark.test(between) ||
    (conjunction.test(between) && rangeLead.test(text.slice(Math.max(0, first.start - 20), first.start)))
  );
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function isInCalendar({ year: inYear, month = 1, day = 1 }: Parts): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay(inYear, month);
}

function daysOf({ year: inYear, month, day }: Parts): { from: string; to: string } {
  const lastMonth = month ?? 12;
  return {
    from: isoDay(inYear, month ?? 1, day ?? 1),
    to: isoDay(inYear, lastMonth, day ?? lastDay(inYear, lastMonth)),
  };
}

function lastDay(inYear: number, month: number): number {
  return new Date(Date.UTC(inYear, month, 0)).getUTCDate();
}

function isoDay(inYear: number, month: number, day: number): string {
  return `${inYear}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
