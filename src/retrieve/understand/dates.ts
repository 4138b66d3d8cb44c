import { byLanguage } from '../../language/language-packs.ts';
import { type DateMention, findDates } from '../../text/dates.ts';
import type { Place } from '../../text/sentences/blank.ts';

/** A day, a month, a year, or the time between two of them. */
export interface DateExpression extends Place {
  readonly text: string;
  /** First and last day, ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** Two years that a hyphen joins, which would else be a number of some kind. */
const joinedYears = /(?<![\p{L}\p{N}.,$€£¥_-])(\d{4})-(?=\d{4}(?![\p{L}\p{N}%_]|[.,-]\p{N}))/gu;

/** Longer than whatever stands between the ends of a range, or says that one follows. */
const longestMark = 16;

const ranges = Object.values(byLanguage(({ figures }) => figures?.ranges));
const alternatives = (wordsOf: (range: (typeof ranges)[number]) => string | null) =>
  ranges.flatMap((range) => wordsOf(range)?.split(' ') ?? []).join('|');

/** What stands between the ends of a range. */
const rangeMark = new RegExp(`^\\s{0,3}(?:[-–—]|${alternatives(({ to }) => to)})\\s{0,3}$`, 'i');

/** What stands between them where a word before the first says that a range follows. */
const conjunction = new RegExp(`^\\s{1,3}(?:${alternatives(({ and }) => and)})\\s{1,3}$`, 'i');
const rangeLead = new RegExp(`(?:${alternatives(({ between }) => between)})\\s{1,3}$`, 'i');

/** The dates of a question in order, with ranges as one. Amounts and shares are none, though they look like years. */
export function dateExpressions(text: string): DateExpression[] {
  const joined: DateExpression[] = [];
  for (const date of findDates(text.replace(joinedYears, '$1–'))) {
    if (isAmount(text, date)) continue;
    const first = joined.at(-1);
    const isRange = first !== undefined && first.from <= date.from && joins(text, first, date);
    const { start, from } = isRange ? first : date;
    if (isRange) joined.pop();
    joined.push({ start, end: date.end, text: text.slice(start, date.end), from, to: date.to });
  }
  return joined;
}

function isAmount(text: string, { start, end }: DateMention): boolean {
  return /[$€£¥]/.test(text.charAt(start - 1)) || text.charAt(end) === '%';
}

function joins(text: string, first: DateExpression, second: DateMention): boolean {
  if (second.start - first.end > longestMark) return false;
  const between = text.slice(first.end, second.start);
  if (rangeMark.test(between)) return true;
  const lead = text.slice(Math.max(0, first.start - longestMark), first.start);
  return conjunction.test(between) && rangeLead.test(lead);
}
