import { setImmediate } from 'node:timers/promises';
import { findDates } from '../../text/dates.ts';
import { formsOf, holdsAmount, scales } from '../../text/scale-words.ts';

/** Cells or rows that are read before whatever else waits for the thread has its turn. */
export const readAtOnce = 10_000;

/**
 * Reads items in their order, and lets others have their turn meanwhile: a table may have more rows than can be read
 * unnoticed. False where `read` says so of one; then none is read behind it.
 */
export async function eachInTurn<Item>(
  items: readonly Item[],
  read: (item: Item, place: number) => boolean,
): Promise<boolean> {
  for (const [place, item] of items.entries()) {
    if (place % readAtOnce === readAtOnce - 1) await setImmediate();
    if (!read(item, place)) return false;
  }
  return true;
}

/** What the cells of a column give, where all that are filled give amounts of one unit, days, or times of day. */
export interface ColumnValues {
  readonly kind: 'number' | 'day' | 'time';
  /**
   * In the order of the rows: an amount, days since 1970 with the part of the day, minutes since midnight; undefined of
   * an empty cell.
   */
  readonly values: readonly (number | undefined)[];
  /** Of all its amounts, as they write it; empty where they have none. */
  readonly unit: string;
  /** What stands before the decimals of its amounts, and how many of those there are at most. */
  readonly decimal: '.' | ',';
  readonly decimals: number;
}

const empty = /^(?:[-–—/]|n\.?\s?\/?\s?a\.?|k\.\s?A\.)?$/iu;

/** Whether a cell says nothing. */
function isEmpty(cell: string): boolean {
  return empty.test(cell.trim());
}

/** An amount with what may be its unit around it. */
const amount =
  /^(?<before>[^\p{Nd}]{0,12}?)(?<number>\p{Nd}+(?:[.,'’]\p{Nd}+|[\s\u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*)\s?(?<behind>[^\p{Nd}]{0,24})$/u;

const minus = /[−–-]/gu;

interface Amount {
  /** With what stands between thousands and before decimals. */
  readonly digits: string;
  readonly isNegative: boolean;
  readonly unit: string;
}

/** What is no unit: bounds, brackets of negative amounts, marks of notes. */
const noUnit = /[<>≤≥≦≧~≈±=()（）[\]*?!†‡]|^[^\p{L}\p{Sc}%‰°"″′]+$/u;

function readAmount(cell: string): Amount | undefined {
  const { before = '', number = '', behind = '' } = amount.exec(cell.trim())?.groups ?? {};
  const digits = number.normalize('NFKC').replace(/\s/gu, ' ').replaceAll('’', "'");
  // Leading zeros are those of codes.
  if (number === '' || isCode(before) || /^0\d/.test(digits)) return undefined;
  const signs = before.match(minus) ?? [];
  // “5,–” is a price without cents.
  const unit = `${before.replace(minus, '').replace('+', '')}${behind.replace(/^[.,][-–—]+/u, '')}`.trim();
  if (signs.length > 1 || noUnit.test(unit)) return undefined;
  return { digits, isNegative: signs.length > 0, unit };
}

/** Whether letters before a number make it a name, “SO-4004”, and are no unit: “EUR 20”. */
function isCode(before: string): boolean {
  if (/\p{L}[-–]$/u.test(before)) return true;
  const letters = before.replace(/[^\p{L}]/gu, '');
  return letters !== '' && formsOf(letters).length === 0 && !/^\p{Lu}{2,3}\.?\s[−–-]?$/u.test(before);
}

/** Languages that put a point before decimals; all others put a comma. */
const pointBeforeDecimals: ReadonlySet<string> = new Set('en zh ja ko th he hi'.split(' '));

/**
 * What stands before the decimals of amounts: as far as one of them tells, else as their languages have it. Undefined
 * where these differ, or where `1.200` beside `950` would be read as less than two.
 */
function decimalMark(amounts: readonly Amount[], languages: readonly string[]): '.' | ',' | undefined {
  for (const mark of ['.', ','] as const) {
    const other = mark === '.' ? ',' : '.';
    const tells = ({ digits }: Amount) => {
      const [first, last] = [digits.indexOf(mark), digits.lastIndexOf(mark)];
      if (first === -1) return digits.split(other).length > 2;
      const [ahead, behind] = [digits.slice(0, first), digits.slice(last + 1)];
      const isWhole = /^0|\d{4}|[' ]/.test(ahead) || ahead.includes(other);
      return first === last && !behind.includes(other) && (behind.length !== 3 || isWhole);
    };
    if (amounts.some(tells)) return mark;
  }
  const [mark, ...others] = new Set(languages.map((one) => (pointBeforeDecimals.has(one) ? '.' : ',')));
  const marked = amounts.filter(({ digits }) => /[.,]/.test(digits));
  if (marked.length === 0) return mark;
  const isMixed =
    marked.length < amounts.length && marked.some(({ digits }) => mark && digits.includes(mark));
  return others.length > 0 || isMixed ? undefined : mark;
}

/** Amounts as they are written with either mark before decimals, in Indian groups too. */
const writtenWith = {
  '.': /^(?:\d+|\d{1,3}(?<gap>[,' ])\d{3}(?:\k<gap>\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/,
  ',': /^(?:\d+|\d{1,3}(?<gap>[.' ])\d{3}(?:\k<gap>\d{3})*)(?:,\d+)?$/,
} as const;

/** More digits than a number holds exactly. */
const exactDigits = 15;

/** Undefined of what is not written as an amount, “1.2.3”, or has too many digits. */
function valueOf({ digits, isNegative }: Amount, decimal: '.' | ','): number | undefined {
  if (!writtenWith[decimal].test(digits) || digits.length > exactDigits + 5) return undefined;
  const plain = digits
    .replace(decimal, 'd')
    .replace(/[.,' ]/g, '')
    .replace('d', '.');
  if (plain.length > exactDigits) return undefined;
  return isNegative ? -Number(plain) : Number(plain);
}

const scaleNames: ReadonlySet<string> = new Set(scales.flatMap(({ names }) => names));

/** Whether words tell of thousands or millions: “Revenue (k€)”, “M”; `m` alone are metres. */
function isScaled(words: string): boolean {
  return words.split(/[^\p{L}\p{Sc}]+/u).some((word) => {
    const bare = word.replace(/\p{Sc}/gu, '');
    return scaleNames.has(bare.toLowerCase()) && (bare !== 'm' || bare !== word);
  });
}

/** Whether an amount of this unit may be compared with those of a column, whose unit may stand in its name. */
function isOfUnit(unit: string, column: ColumnValues, named: string): boolean {
  const own = column.unit || bracketed(named);
  if (own !== '') return unit === '' ? !isScaled(`${column.unit} ${named}`) : isSameUnit(unit, own);
  if (isScaled(named)) return false;
  const words = named.toLowerCase().split(/[^\p{L}\p{Sc}°%]+/u);
  const units = words.filter((word) => formsOf(word).length > 0);
  if (unit === '') return true;
  if (units.length > 0) return units.some((one) => isSameUnit(one, unit));
  return holdsAmount(`1 ${unit}`, 'price');
}

/**
 * An amount of a question as a column has it; undefined where it is of another unit or kind, or where a unit is asked
 * for and neither cells nor name have one.
 */
export function amountIn(
  column: ColumnValues,
  written: string,
  language: string,
  named: string,
): number | undefined {
  if (column.kind === 'time') return minutesOf(written);
  const read = readAmount(written);
  if (!read || column.kind === 'day') return undefined;
  if (!isOfUnit(read.unit, column, named)) return undefined;
  const decimal = decimalMark([read], [language]);
  // “1.000” may be one or a thousand.
  const isEither = /^[1-9]\d{0,2}[.,]\d{3}$/.test(read.digits);
  if (!decimal || (isEither && read.digits.includes(decimal))) return undefined;
  return valueOf(read, decimal);
}

/** Whether two words are one unit: “€” and “EUR”. */
export function isSameUnit(one: string, other: string): boolean {
  const [first, second] = [one, other].map((unit) => formsOf(unit)[0] ?? unit.toLowerCase());
  return first === second;
}

/** What stands in brackets behind the name of a column: the unit of “Weight (kg)”. */
export function bracketed(name: string): string {
  return /[(（[]([^()（）[\]]{1,20})[)）\]]\s*$/u.exec(name)?.[1]?.trim().toLowerCase() ?? '';
}

/** The name of a column without that. */
export function bareName(name: string): string {
  return name.replace(/\s*[(（[][^()（）[\]]{1,20}[)）\]]\s*$/u, '');
}

/**
 * Reads the cells of a column; undefined where one that is filled is neither an amount, in the unit of the others, nor
 * a day, nor a time. `03/04/2025` may be two days, and is none; nor are days any beside whole months.
 * @param languages of the document and of the question, BCP 47 primary subtags; where they write decimals in different
 *   ways, the cells must tell
 */
export async function columnValues(
  cells: readonly string[],
  ...languages: string[]
): Promise<ColumnValues | undefined> {
  const read = async <Value>(valueIn: (cell: string) => Value | undefined) => {
    const values: (Value | undefined)[] = [];
    const isOfKind = await eachInTurn(cells, (cell) => {
      const value = isEmpty(cell) ? undefined : valueIn(cell);
      values.push(value);
      return value !== undefined || isEmpty(cell);
    });
    return isOfKind && values.some((value) => value !== undefined) ? values : undefined;
  };
  const plain = { unit: '', decimal: '.', decimals: 0 } as const;
  const times = await read(minutesOf);
  if (times) return { kind: 'time', values: times, ...plain };
  const days = await read(dayOf);
  if (days && new Set(days.flatMap((one) => one?.isWhole ?? [])).size === 1)
    return { kind: 'day', values: days.map((one) => one?.value), ...plain };
  const amounts = await read(readAmount);
  const filled = amounts?.filter((one) => one !== undefined) ?? [];
  const [first] = filled;
  if (!amounts || !first) return undefined;
  // “5 mW” and “1 MW” are of two units.
  const isSame = ({ unit }: Amount) =>
    unit === first.unit || (unit.toLowerCase() !== first.unit.toLowerCase() && isSameUnit(unit, first.unit));
  if (!filled.every(isSame)) return undefined;
  const decimal = decimalMark(filled, languages);
  if (!decimal) return undefined;
  const values = amounts.map((one) => (one ? (valueOf(one, decimal) ?? Number.NaN) : undefined));
  if (values.some(Number.isNaN)) return undefined;
  const decimals = filled.reduce(
    (most, { digits }) => Math.max(most, digits.split(decimal)[1]?.length ?? 0),
    0,
  );
  return { kind: 'number', values, unit: first.unit, decimal, decimals };
}

function minutesOf(cell: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)(?:\s?(?:Uhr|h))?$/u.exec(cell.trim()) ?? [];
  return hours === undefined ? undefined : 60 * Number(hours) + Number(minutes);
}

/** Milliseconds of a day. */
const day = 86_400_000;

/** Days from 1970 to an ISO date. */
export function daysTo(date: string): number {
  return Date.parse(date) / day;
}

const timeOfDay = /[T\s](?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2}(?:\.\d+)?))?Z?$/u;

/** The day of a cell that is no more than a date, and whether it is one and not a month. */
function dayOf(cell: string): { readonly value: number; readonly isWhole: boolean } | undefined {
  const written = cell.trim().replace(timeOfDay, '');
  // A year is a number as well, and read as one.
  const [date, ...others] = /^\p{Nd}{1,4}$/u.test(written) ? [] : findDates(written);
  if (!date || others.length > 0 || date.start > 0 || date.end < written.length) return undefined;
  const { hours = '0', minutes = '0', seconds = '0' } = timeOfDay.exec(cell.trim())?.groups ?? {};
  const part = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return { value: daysTo(date.from) + part / day, isWhole: date.from === date.to };
}

/** A sum of amounts as its column would write it; undefined of one that has more digits than a number holds exactly. */
export function writtenAmount(value: number, { decimal, decimals, unit }: ColumnValues): string | undefined {
  if (Math.abs(value) * 10 ** decimals > Number.MAX_SAFE_INTEGER) return undefined;
  const number = value.toFixed(decimals).replace('.', decimal);
  return unit === '' ? number : `${number} ${unit}`;
}
