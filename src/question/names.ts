import { byLanguage } from '../language/language-packs.ts';
import { type DateMention, findDates, monthNumber } from '../text/dates.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { formsOf } from '../text/scale-words.ts';
import { blank, type Place } from '../text/sentences/note-marks.ts';
import { escapedPattern, unspacedLetters } from '../text/words.ts';

/** A number, or a name that is none of a language's words. */
interface Token extends Place {
  readonly kind: 'number' | 'identifier';
  readonly text: string;
}

const token = /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+(?:[-.,/][\p{L}\p{N}_]+)*(?:%|\+\+|#)?/gu;

const number = /^\p{Nd}{1,3}(?:[.,]\p{Nd}{3})+(?:[.,]\p{Nd}+)?%?$|^\p{Nd}+(?:[.,]\p{Nd}+)?%?$/u;

/**
 * A digit beside a letter or a third group of digits, two long groups that are joined, an underscore, a hump, or the
 * symbols of `c++` and `c#`.
 */
const identifier =
  /(?=.*\p{Nd})(?=.*\p{L})|_|\p{Ll}\p{Lu}|\p{Nd}[-./]\p{Nd}+[-./]\p{Nd}|\p{Nd}{3}[-/](?!(?:1\d|20)\d{2}(?!\p{Nd}))\p{Nd}{3}|^\p{L}(?:\+\+|#)$/u;

/** Far longer than any name. What is longer is left alone, and costs nothing. */
const maxLength = 128;

/**
 * The numbers and identifiers of a text in order: `1,234.50`, `3%`; `10-K`, `user_id`, `getResponse`, `v1.2.3`, `c#`.
 */
export function numbersAndIdentifiers(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text.matchAll(token)) {
    if (match[0].length > maxLength) continue;
    const kind = number.test(match[0]) ? 'number' : identifier.test(match[0]) ? 'identifier' : undefined;
    if (kind) found.push({ kind, text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** A day, a month, a year, or the time between two of them. */
interface DateExpression extends Place {
  readonly text: string;
  /** First and last day, ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** Two years that a hyphen joins, which would else be a number of some kind. */
const joinedYears = /(?<![\p{L}\p{N}.,$€£¥_-])(\d{4})-(?=(?:1\d|20)\d{2}(?![\p{L}\p{N}%_]|[.,-]\p{N}))/gu;

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

/**
 * What a text says of a name that a question holds.
 * - `borne`: the text bears it, in whatever writing.
 * - `another`: it bears another of the same kind: K2 where K12 is asked for, another year, another version.
 * - `alike`: it bears something written like it, which may be of another kind: M20 where K12 is asked for.
 * - `unsaid`: none of these.
 */
export type Bearing = 'borne' | 'another' | 'alike' | 'unsaid';

/**
 * A code, a version, a date or a number of a question. What answers the question bears it, in its sentence or in what
 * stands above that, unless nothing that was found does.
 */
export interface AskedName extends Place {
  readonly kind: 'code' | 'date' | 'number';
  /** As the question writes it. */
  readonly text: string;
  /** Names that share it are alternatives: “K2 or K3?” */
  readonly shape: string;
  readonly bearingOf: (text: string) => Bearing;
}

/**
 * The codes, versions, dates and numbers of a question, in its order. A number counts where the word before it says of
 * what it is one: “phase 2”, “Model 3”. Linear in the question's length.
 * @param language of the question, a BCP 47 primary subtag
 */
export function askedNames(question: string, language: string): readonly AskedName[] {
  const amount = amountAlone(question);
  if (amount) return [amount];
  const dates = datesIn(question);
  const tokens = numbersAndIdentifiers(apart(blank(question, dates)));
  const found: AskedName[] = dates.map((date) => ({
    kind: 'date',
    text: question.slice(date.start, date.end),
    start: date.start,
    end: date.end,
    shape: 'date',
    bearingOf: (text) => bearingOfDate(date, text),
  }));
  for (const { kind, text, start, end } of tokens) {
    const isVersion = version.test(text) && text.includes('.');
    if (kind === 'identifier' || isVersion) found.push({ start, end, ...codeName(text) });
    else {
      const counted = wordBefore.exec(question.slice(0, start))?.[0].trim();
      if (counted && !isFunctionWord(counted, language))
        found.push({ start, end, ...numberName(counted, text) });
    }
  }
  return found.toSorted((a, b) => a.start - b.start);
}

/** A question that is an amount and nothing else: “180 degrees Celsius”, “9 bar”. */
const onlyAmount =
  /^\s*(?<amount>\p{Nd}+(?:[.,]\p{Nd}+)?)\s?(?<unit>°\s?[CF]?|\p{L}[\p{L}/]*(?:\s\p{L}+)?)\s*[?.!]*\s*$/u;

/** What an amount is written with, of “degrees Celsius” and the like first, which no unit's symbol is. */
const degreeForms = byLanguage(({ figures }) => figures?.celsius);

function amountAlone(question: string): AskedName | undefined {
  const { amount = '', unit = '' } = onlyAmount.exec(question)?.groups ?? {};
  const [first = ''] = unit.split(' ');
  const isDate = monthNumber(first) !== undefined || dateExpressions(question).length > 0;
  if (amount === '' || isDate) return undefined;
  const isDegree =
    unit.startsWith('°') ||
    Object.values(degreeForms)
      .flat()
      .some((form) => form.toLowerCase().split(' ')[0] === first.toLowerCase());
  const forms = isDegree ? [first, '℃', '℉'] : [unit, first, ...formsOf(first), ...formsOf(unit)];
  const degree = isDegree ? [String.raw`°\s?[CF]?`] : [];
  const units = [...degree, ...new Set(forms.map(escapedPattern))].join('|');
  const figure = String.raw`(?<![\p{L}\p{N}])(?<!\p{Nd}[.,])`;
  const borne = new RegExp(String.raw`${figure}${escapedPattern(amount)}[\s-]?(?:${units})`, 'iu');
  const another = new RegExp(String.raw`${figure}\p{Nd}+(?:[.,]\p{Nd}+)?[\s-]?(?:${units})(?!\p{L})`, 'iu');
  const text = question.trim().replace(/[?.!\s]+$/u, '');
  return {
    kind: 'code',
    text,
    start: 0,
    end: question.length,
    shape: 'amount',
    bearingOf: (said) => (borne.test(said) ? 'borne' : another.test(said) ? 'another' : 'unsaid'),
  };
}

const unspaced = new RegExp(`[${unspacedLetters}\\p{scx=Hang}]`, 'gu');

/** A text with spaces for the letters of scripts that put none behind a code: `4.2版`, `K12는`. */
function apart(text: string): string {
  return text.replace(unspaced, ' ');
}

/** Groups of digits with stops between: a version, an address, or a number with a point. */
const version = /^v?\p{Nd}+(?:\.\p{Nd}+)*$/iu;

/** Every run of letters and every run of digits of a code. */
const runs = /\p{L}+|\p{Nd}+/gu;

/** What joins the runs of a code, which a question may leave out between letters and digits. */
const joint = String.raw`[-_/.\s]`;

function codeName(text: string): Omit<AskedName, 'start' | 'end'> {
  const spelled = text.replace(/^v(?=\p{Nd})/iu, '').toLowerCase();
  const isVersion = version.test(spelled);
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<!\p{Nd}\.)v?${isVersion ? escapedPattern(spelled) : looselyJoined(spelled)}(?![\p{L}\p{N}])(?!\.\p{Nd})`,
    'iu',
  );
  const shape = shapeOf(spelled);
  const likeness = likenessOf(shape);
  const hasNumber = /\p{Nd}/u.test(spelled);
  return {
    kind: 'code',
    text,
    shape: likeness,
    bearingOf(written) {
      const said = apart(written);
      if (pattern.test(said)) return 'borne';
      if (!hasNumber || !/\p{Nd}/u.test(said)) return 'unsaid';
      let bearing: Bearing = 'unsaid';
      for (const { text: token } of numbersAndIdentifiers(said)) {
        const other = shapeOf(token.toLowerCase());
        if (isVersion ? isVersionNumber(token) : other === shape || other.endsWith(`-${shape}`))
          return 'another';
        if (likenessOf(other) === likeness) bearing = 'alike';
      }
      return bearing;
    },
  };
}

/** A version other than a number with a point, which most amounts are, has several groups. */
function isVersionNumber(token: string): boolean {
  return /^v?\p{Nd}{1,4}(?:\.\p{Nd}{1,4}){2,}$/iu.test(token);
}

/** Runs of digits stay apart; between letters and digits a joint may be there or not: `KX-204`, `KX204`, `KX 204`. */
function looselyJoined(code: string): string {
  let source = '';
  let last = '';
  for (const [run] of code.matchAll(runs)) {
    const isSame = last !== '' && isNumber(last) === isNumber(run);
    source += last === '' ? run : `${joint}${isSame ? '' : '?'}${run}`;
    last = run;
  }
  const symbols = /(?:\+\+|#)$/.exec(code)?.[0] ?? '';
  return source + escapedPattern(symbols);
}

function isNumber(run: string): boolean {
  return /^\p{Nd}/u.test(run);
}

/** A code with all its numbers alike: `K2` and `K12` are of one shape. */
function shapeOf(code: string): string {
  return code.replace(/\p{Nd}+/gu, '0');
}

/** The same with all its letters alike. */
function likenessOf(shape: string): string {
  return shape.replace(/\p{L}+/gu, 'a');
}

/** The word that a number is one of: “phase ” of “phase 2”. */
const wordBefore = /\p{L}[\p{L}\p{M}]*\s$/u;

function numberName(counted: string, text: string): Omit<AskedName, 'start' | 'end'> {
  const word = escapedPattern(counted);
  const amount = escapedPattern(text);
  const borne = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<!\p{Nd}[.,])${amount}(?![\p{L}\p{N}])(?![.,]\p{Nd})`,
    'u',
  );
  const another = new RegExp(String.raw`(?<![\p{L}\p{N}])${word}\s\p{Nd}`, 'iu');
  return {
    kind: 'number',
    text,
    shape: counted.toLowerCase(),
    bearingOf: (said) => (borne.test(said) ? 'borne' : another.test(said) ? 'another' : 'unsaid'),
  };
}

/** A time on the calendar: a span of days, or a day or a month of any year. */
type CalendarTime = Place &
  (
    | { readonly from: string; readonly to: string }
    | { readonly month: number; readonly day: number | undefined }
  );

/** A day of a month without its year: “17 September”, “September 17th”, “17.9.”, “9月17日”. */
const dayOfMonth = [
  /(?<![\p{L}\p{N}.,/-])(?<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th|er|º|\.)?\s(?:of\s|de\s|di\s|d['’])?(?<name>[\p{L}\p{M}]{3,12})(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}])(?<name>[\p{L}\p{M}]{3,12})\.?\s(?:the\s)?(?<day>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?![\p{L}\p{N}])(?![.,/]\p{N})/giu,
  /(?<!\p{N})(?<month>1[0-2]|0?[1-9])[月月]\s?(?<day>3[01]|[12]\d|0?[1-9])[日号號]/gu,
  /(?<![\p{L}\p{N}.,/-])(?<day>3[01]|[12]\d|0?[1-9])\.\s?(?<month>1[0-2]|0?[1-9])\.(?!\s?\p{N})/gu,
];

/** A month by itself, as it is written within a sentence: “in December”, “12月”. */
const monthAlone =
  /(?<![\p{L}\p{N}])(?<name>\p{Lu}[\p{L}\p{M}]{3,11})(?![\p{L}\p{N}])|(?<!\p{N})(?<month>1[0-2]|[1-9])月/gu;

/** Slashes between numbers of a day, whichever of them is the month. */
const slashed = /(?<![\p{L}\p{N}/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\p{L}\p{N}/])/gu;

const mayHoldDate = /\p{Nd}|\p{Lu}/u;

function datesIn(text: string): CalendarTime[] {
  if (!mayHoldDate.test(text)) return [];
  const found: CalendarTime[] = [...dateExpressions(text)];
  const isTaken = ({ start, end }: Place) => found.some((one) => start < one.end && one.start < end);
  for (const form of [...dayOfMonth, monthAlone]) {
    for (const { 0: written, index, groups = {} } of text.matchAll(form)) {
      const place = { start: index, end: index + written.length };
      const month = groups['name'] === undefined ? Number(groups['month']) : monthNumber(groups['name']);
      if (month === undefined || isTaken(place)) continue;
      found.push({ ...place, month, day: groups['day'] === undefined ? undefined : Number(groups['day']) });
    }
  }
  return found;
}

function bearingOfDate(asked: CalendarTime, text: string): Bearing {
  if (!mayHoldDate.test(text)) return 'unsaid';
  let bearing: Bearing = 'unsaid';
  for (const said of [...datesIn(text), ...slashedDates(text)]) {
    const agrees = datesAgree(asked, said);
    if (agrees === true) return 'borne';
    if (agrees === false) bearing = 'another';
  }
  return bearing;
}

/** Either reading of `03/05/2022` may be meant. */
function slashedDates(text: string): CalendarTime[] {
  return Array.from(text.matchAll(slashed), ({ 0: written, 1: one, 2: other, 3: year, index }) => {
    const place = { start: index, end: index + written.length };
    return [
      [one, other],
      [other, one],
    ].flatMap(([month, day]) => {
      if (Number(month) > 12) return [];
      const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
      return [{ ...place, from: date, to: date }];
    });
  }).flat();
}

/** Whether a time said lies within the one asked for, or they share some of it; undefined where that is open. */
function datesAgree(asked: CalendarTime, said: CalendarTime): boolean | undefined {
  if ('from' in asked && 'from' in said) {
    if (said.from > asked.to || said.to < asked.from) return false;
    // “2024” says nothing of one of its days, nor of its December.
    const isWithin = said.from <= asked.from && said.to >= asked.to;
    const isSame = said.from === asked.from && said.to === asked.to;
    const isYear = asked.from.endsWith('-01-01') && asked.to.endsWith('-12-31');
    return isWithin && !isSame && !isYear ? undefined : true;
  }
  const [one, other] = [partsOf(asked), partsOf(said)];
  if (one.month === undefined || other.month === undefined) return undefined;
  if (one.month !== other.month) return false;
  if (one.day === undefined) return true;
  return other.day === undefined ? undefined : one.day === other.day;
}

/** The month and the day that a time names, as far as it names one. */
function partsOf(time: CalendarTime): { readonly month?: number; readonly day?: number | undefined } {
  if ('month' in time) return time;
  const [[, month = '', day = ''], [, lastMonth = '']] = [time.from.split('-'), time.to.split('-')];
  if (month !== lastMonth) return {};
  return time.from === time.to ? { month: Number(month), day: Number(day) } : { month: Number(month) };
}
