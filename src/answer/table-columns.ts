import { findDates } from '../text/dates.ts';
import { formsOf } from '../text/scale-words.ts';

/** What the cells of a column give, where all that are filled give amounts of one unit, days, or times of day. */
export interface ColumnValues {
  readonly kind: 'number' | 'day' | 'time';
  /** In the order of the rows: an amount, days since 1970, minutes since midnight; undefined of an empty cell. */
  readonly values: readonly (number | undefined)[];
  /** Of all its amounts, in small letters; empty where they have none. */
  readonly unit: string;
  /** What stands before the decimals of its amounts, and how many of those there are at most. */
  readonly decimal: '.' | ',';
  readonly decimals: number;
}

const empty = /^(?:[-–—/]|n\.?\s?\/?\s?a\.?|k\.\s?A\.)?$/iu;

/** An amount with what may be its unit around it. */
const amount =
  /^(?<before>[^\p{Nd}]{0,12}?)(?<number>\p{Nd}+(?:[.,'’]\p{Nd}+|[\s\u00a0\u202f]\p{Nd}{3}(?!\p{Nd}))*)\s?(?<behind>[^\p{Nd}]{0,24})$/u;

const minus = /[−–-]/gu;

interface Amount {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly unit: string;
}

function readAmount(cell: string): Amount | undefined {
  const { before = '', number = '', behind = '' } = amount.exec(cell.trim())?.groups ?? {};
  if (number === '' || isCode(before)) return undefined;
  const unit = `${before.replace(minus, '').replace('+', '')}${behind}`.trim().toLowerCase();
  const digits = number.normalize('NFKC').replace(/['’\s]/gu, '');
  return { digits, isNegative: /[−–-]/u.test(before), unit: formsOf(unit)[0] ?? unit };
}

/** Whether letters before a number make it a name, “SO-4004”, and are no unit: “EUR 20”. */
function isCode(before: string): boolean {
  if (/\p{L}[-–]$/u.test(before)) return true;
  const letters = before.replace(/[^\p{L}]/gu, '');
  return letters !== '' && formsOf(letters).length === 0 && !/^\p{Lu}{2,3}\.?\s[−–-]?$/u.test(before);
}

/** Languages that put a point before decimals; all others put a comma. */
const pointBeforeDecimals: ReadonlySet<string> = new Set('en zh ja ko th he hi'.split(' '));

/** What stands before the decimals of amounts: as far as one of them tells, else as their language has it. */
function decimalMark(amounts: readonly Amount[], language: string): '.' | ',' {
  for (const mark of ['.', ','] as const) {
    const other = mark === '.' ? ',' : '.';
    const tells = ({ digits }: Amount) => {
      const [first, last] = [digits.indexOf(mark), digits.lastIndexOf(mark)];
      if (first === -1) return digits.split(other).length > 2;
      const [ahead, behind] = [digits.slice(0, first), digits.slice(last + 1)];
      return first === last && !behind.includes(other) && (behind.length !== 3 || ahead.includes(other));
    };
    if (amounts.some(tells)) return mark;
  }
  return pointBeforeDecimals.has(language) ? '.' : ',';
}

function valueOf({ digits, isNegative }: Amount, decimal: '.' | ','): number {
  const plain = digits.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.');
  return isNegative ? -Number(plain) : Number(plain);
}

/** An amount of a question as a column has it; undefined where it is of another unit or kind. */
export function amountIn(
  column: ColumnValues,
  written: string,
  language: string,
  named: string,
): number | undefined {
  if (column.kind === 'time') return minutesOf(written);
  const read = readAmount(written);
  if (!read || column.kind === 'day') return undefined;
  const unit = column.unit || bracketed(named);
  if (read.unit !== '' && unit !== '' && !isSameUnit(read.unit, unit)) return undefined;
  return valueOf(read, decimalMark([read], language));
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
 * a day, nor a time. `03/04/2025` may be two days, and is none.
 * @param language of the document, a BCP 47 primary subtag
 */
export function columnValues(cells: readonly string[], language: string): ColumnValues | undefined {
  const filled = cells.filter((cell) => !empty.test(cell.trim()));
  if (filled.length === 0) return undefined;
  const read = (valueIn: (cell: string) => number | undefined) => {
    const values = cells.map((cell) => (empty.test(cell.trim()) ? undefined : (valueIn(cell) ?? Number.NaN)));
    return values.some(Number.isNaN) ? undefined : values;
  };
  const plain = { unit: '', decimal: '.', decimals: 0 } as const;
  const times = minutesOf(filled[0] ?? '') === undefined ? undefined : read(minutesOf);
  if (times) return { kind: 'time', values: times, ...plain };
  const days = read(dayOf);
  if (days) return { kind: 'day', values: days, ...plain };
  const amounts = readAmount(filled[0] ?? '') && filled.map(readAmount);
  const [first] = amounts ?? [];
  if (first && amounts?.every((one) => one?.unit === first.unit)) {
    const decimal = decimalMark(amounts as Amount[], language);
    const values = read((cell) => {
      const found = readAmount(cell);
      return found && valueOf(found, decimal);
    });
    const decimals = Math.max(
      ...(amounts as Amount[]).map(({ digits }) => digits.split(decimal)[1]?.length ?? 0),
    );
    if (values) return { kind: 'number', values, unit: first.unit, decimal, decimals };
  }
  return undefined;
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

function dayOf(cell: string): number | undefined {
  const written = cell.trim().replace(/[T\s]\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?Z?$/u, '');
  // A year is a number as well, and read as one.
  const [date, ...others] = /^\p{Nd}{1,4}$/u.test(written) ? [] : findDates(written);
  return date && others.length === 0 && date.start === 0 && date.end === written.length
    ? daysTo(date.from)
    : undefined;
}

/** A sum of amounts as its column would write it. */
export function writtenAmount(value: number, { decimal, decimals, unit }: ColumnValues): string {
  const number = value.toFixed(decimals).replace('.', decimal);
  return unit === '' ? number : `${number} ${unit}`;
}
