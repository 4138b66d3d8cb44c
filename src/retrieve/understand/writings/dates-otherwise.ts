import { byLanguage } from '../../../language/language-packs.ts';
import { monthNames } from '../../../text/dates.ts';
import { ownValue } from '../../../values/own-value.ts';
import type { Recognised } from '../recognised.ts';
import type { OtherWriting } from './other-writing.ts';

/** Which of the first two is the month depends on the country. */
const withSlashes = /(?<![\p{L}\p{N}/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\p{L}\p{N}/])/gu;

/** Each is written in dozens of ways. */
const mostDays = 3;

interface Day {
  readonly from: string;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * The days that a question names, as they are written otherwise: in figures, and with the month's name in some
 * languages, BCP 47 primary subtags.
 */
export function datesOtherwise(
  text: string,
  recognised: readonly Recognised[],
  languages: ReadonlySet<string>,
): OtherWriting[] {
  const named = recognised.flatMap((one): Day[] => {
    if (one.kind !== 'date' || one.from !== one.to) return [];
    const [year = 0, month = 0, day = 0] = one.from.split('-').map(Number);
    return [{ from: one.text, year, month, day }];
  });
  const slashed = Array.from(text.matchAll(withSlashes)).flatMap(([from, one, other, inYear]) => {
    const year = Number(inYear);
    return [
      { from, year, month: Number(one), day: Number(other) },
      { from, year, month: Number(other), day: Number(one) },
    ].filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  });
  const days = new Map([...named, ...slashed].map((day) => [JSON.stringify(day), day]));
  return [...days.values()]
    .slice(0, mostDays)
    .flatMap((day) => [...inFigures(day), ...withNameOfMonth(day, languages)]);
}

function inFigures({ from, year, month, day }: Day): OtherWriting[] {
  const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'));
  return [
    `${year}-${mm}-${dd}`,
    `${dd}.${mm}.${year}`,
    `${day}.${month}.${year}`,
    `${dd}/${mm}/${year}`,
    `${mm}/${dd}/${year}`,
    `${day}/${month}/${year}`,
    `${month}/${day}/${year}`,
    `${year}年${month}月${day}日`,
    `${year}년 ${month}월 ${day}일`,
  ].map((written) => ({ from, written }));
}

function withNameOfMonth({ from, year, month, day }: Day, languages: ReadonlySet<string>): OtherWriting[] {
  return [...languages].flatMap((language) => {
    const formsOf = ownValue(formsOfDays, language) ?? plainForms;
    return (ownValue(monthNames, language)?.[month - 1] ?? [])
      .flatMap((name) => formsOf.map((form) => dayWritten(form, { day, month: name, year })))
      .map((written) => ({ from, written, language }));
  });
}

const plainForms = ['{day} {month} {year}'];

/** How a day with the name of its month is written where that is not as in most languages. */
const formsOfDays = byLanguage(({ figures }) => figures?.dayForms);

function dayWritten(
  form: string,
  { day, month, year }: { readonly day: number; readonly month: string; readonly year: number },
): string {
  return form
    .replace('{day}', String(day))
    .replace('{nth}', ordinal(day))
    .replace('{year}', String(year))
    .replace('{month}', month);
}

function ordinal(day: number): string {
  const last = day % 10;
  const ending =
    day > 10 && day < 14 ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
  return `${day}${ending}`;
}
