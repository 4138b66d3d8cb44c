import { byLanguage } from '../language/language-packs.ts';

/** A date in a text, as exact as it is written: a day, a month or a year. */
export interface DateMention {
  /** `[start, end)` of the text. */
  readonly start: number;
  readonly end: number;
  /** First and last day that it covers, ISO 8601. Equal for a day. */
  readonly from: string;
  readonly to: string;
}

/** The months of each language from January on, each in its forms. */
export const monthNames = Object.fromEntries(
  Object.entries(byLanguage(({ figures }) => figures?.months)).map(([language, names]) => [
    language,
    names.split('|').map((forms) => forms.split(' ')),
  ]),
);

const monthNumbers: ReadonlyMap<string, number> = new Map(
  Object.values(monthNames).flatMap((months) =>
    months.flatMap((forms, position) => forms.map((form) => [form, position + 1] as const)),
  ),
);

/** The month, from 1, that a word names in any language; undefined where it names none. */
export function monthNumber(word: string): number | undefined {
  return monthNumbers.get(word.toLowerCase());
}

const year = String.raw`(?<year>1[0-9]{3}|20[0-9]{2}|21[0-9]{2})`;
/** Any word that may be a month's name: hundreds of names in every form would take long to make ready. */
const month = String.raw`(?<name>[\p{L}\p{M}]{2,12})\.?`;
const day = String.raw`(?<day>3[01]|[12][0-9]|0?[1-9])`;
const before = String.raw`(?<![\p{L}\p{N}_])(?<![\p{N}][.,/-])`;
const after = String.raw`(?![\p{L}\p{N}_])(?![.,/-][\p{N}])`;

/** Every form with the longest first: what one has taken the next does not see. All are linear in the text. */
const forms: readonly RegExp[] = [
  String.raw`${before}${year}-(?<month>0[1-9]|1[0-2])-(?<day>3[01]|[12][0-9]|0[1-9])(?:T[\d:.]+Z?)?${after}`,
  String.raw`${before}${year}-(?<month>0[1-9]|1[0-2])${after}`,
  String.raw`(?<!\p{N})${year}\s?[年년](?:\s?(?<month>1[0-2]|0?[1-9])\s?[月월](?:\s?(?<day>3[01]|[12][0-9]|0?[1-9])\s?[日일])?)?`,
  String.raw`${before}${year}\.\s${month}(?:\s${day}\.?)?${after}`,
  String.raw`${before}${day}(?:st|nd|rd|th|er|º|\.)?\s(?:of\s|de\s|di\s|d['’])?${month},?\s(?:de\s|del\s)?${year}${after}`,
  behind(String.raw`${month}\s${day}(?:st|nd|rd|th)?,?\s`),
  behind(String.raw`${month},?\s(?:of\s|de\s|del\s)?`),
  String.raw`${before}${day}\.\s?(?<month>1[0-2]|0?[1-9])\.\s?${year}${after}`,
  String.raw`${before}${year}${after}`,
].map((form) => new RegExp(form, 'giu'));

/** A year with what leads to it, which begins as any word may: years are rare, and looked for first. */
function behind(lead: string): string {
  return String.raw`(?=[12])(?<=(?<lead>${before}${lead}))${year}${after}`;
}

/** What every form holds. */
const anyYear = /[12][0-9]{3}/;

/**
 * The dates of a text in the order they stand: ISO 8601, with the name of the month in the languages of
 * {@link monthNames}, in Chinese, Japanese and Korean, day first with points as in German, and years alone from 1000 to
 * 2199. Dates with slashes are left alone: which of their numbers is the month depends on the country. Days that do not
 * exist are no dates.
 */
export function findDates(text: string): DateMention[] {
  if (!anyYear.test(text)) return [];
  const found: DateMention[] = [];
  const isTaken = new Uint8Array(text.length);
  for (const form of forms) {
    for (const { 0: written, index, groups = {} } of text.matchAll(form)) {
      const start = index - (groups.lead?.length ?? 0);
      const end = index + written.length;
      // A form lies within a longer one or beside it, so that its ends tell.
      if (isTaken[start] === 1 || isTaken[end - 1] === 1) continue;
      const range = rangeOf(groups);
      if (!range) continue;
      found.push({ start, end, ...range });
      isTaken.fill(1, start, end);
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Undefined for a day that does not exist, and where the word in the place of a month names none. */
function rangeOf(
  groups: Readonly<Record<string, string | undefined>>,
): { from: string; to: string } | undefined {
  const { name, month: figures } = groups;
  const inYear = Number(groups.year);
  const inMonth = name === undefined ? Number(figures ?? 0) : monthNumber(name);
  if (inMonth === undefined) return undefined;
  if (inMonth === 0) return { from: iso(inYear, 1, 1), to: iso(inYear, 12, 31) };
  const lastDay = new Date(Date.UTC(inYear, inMonth, 0)).getUTCDate();
  if (groups.day === undefined) return { from: iso(inYear, inMonth, 1), to: iso(inYear, inMonth, lastDay) };
  const onDay = Number(groups.day);
  if (onDay > lastDay) return undefined;
  return { from: iso(inYear, inMonth, onDay), to: iso(inYear, inMonth, onDay) };
}

function iso(inYear: number, inMonth: number, onDay: number): string {
  return new Date(Date.UTC(inYear, inMonth - 1, onDay)).toISOString().slice(0, 10);
}
