import type { Analyser } from '../../contracts/analyser.ts';
import type { Attribute } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { AskedBound, AskedOfRows } from '../../question/of-rows.ts';
import type { Question } from '../../question/question.ts';
import type { Hit } from '../../retrieve/hit.ts';
import { findDates } from '../../text/dates.ts';
import { isFunctionWord } from '../../text/function-words.ts';
import { holdsAmount } from '../../text/scale-words.ts';
import { distinctTerms, wordSegments, wordSet, writesSpaces } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import type { Attributes } from '../attributes.ts';
import { nameOfFile } from '../passages-to-read.ts';
import { numberWords } from '../verify/quantities.ts';
import {
  amountIn,
  bareName,
  bracketed,
  type ColumnValues,
  columnValues,
  daysTo,
  eachInTurn,
  isSameUnit,
  writtenAmount,
} from './table-columns.ts';
import { type Row, sums, type Table } from './tables-of.ts';

/** What rows may be called whatever they are of, and words that say no more than that something stands in one. */
const anyRow = inAnyLanguage('rows');

const neutral = inAnyLanguage('telling');

/** Cells that say yes, and those that say no. */
const yes = new Set([...inAnyLanguage('yes'), ...wordSet('x [x] ☒ ☑ ✓ ✔ ✅')]);

const no = new Set([...inAnyLanguage('no'), '☐', '-', '[ ]']);

/** Columns that say how many there are. */
const quantities = inAnyLanguage('quantities');

function inAnyLanguage(part: 'rows' | 'telling' | 'yes' | 'no' | 'quantities'): ReadonlySet<string> {
  return wordSet(Object.values(byLanguage(({ comparing }) => comparing?.[part])).join(' '));
}

/** Longer values are no names that a question has. */
const longestValue = 5;

/** A cell that gives an amount, or nothing. */
const numberOrNone = /^(?:[+−-]?\s?\p{Nd}[\p{Nd}.,'’\s]*|[–—-])?$/u;

/** Rows whose names are read for what all of them are. */
const namesRead = 50;

/** What rows are chosen by: a column with the value that is asked for, or with one within a bound. */
export interface Condition {
  readonly column: number;
  readonly holds: (row: Row, place: number) => boolean;
  /** The value that its cells must have; rows with one of several in a column will do. Undefined of bounds. */
  readonly value?: string;
  readonly shown: string;
  /** The words of the question that it stands for. */
  readonly words: readonly string[];
}

/** What was found over all rows, in which document. */
export interface ComputedRows {
  readonly hit: Hit;
  readonly kind: AskedOfRows['kind'];
  readonly table: Table;
  readonly conditions: readonly Condition[];
  /** Those that keep all conditions; of the most and the least, those that have it. */
  readonly rows: readonly Row[];
  /** How many they were chosen from. */
  readonly of: number;
  /** What was compared or added up, and what came of it; undefined where rows were counted. */
  readonly compared?: { readonly column: number; readonly values: ColumnValues; readonly value: string };
  /** What the table is not known to be of: “vehicle”. */
  readonly unknown: readonly string[];
}

/** Reads what a question asks of one table. */
export class TableReader {
  readonly #table: Table;
  readonly #asked: AskedOfRows;
  readonly #hit: Hit;
  readonly #analyser: Analyser;
  readonly #language: string;
  readonly #question: string;
  readonly #written: string;
  readonly #namesStems: readonly ReadonlySet<string>[];
  readonly #named: readonly boolean[];
  readonly #words: readonly string[];
  readonly #askedStems: ReadonlySet<string>;
  readonly #attributes: Attributes;
  /** Those that were read. */
  readonly #columns = new Map<number, ColumnValues | undefined>();

  constructor(
    table: Table,
    {
      asked,
      hit,
      question: { language, text },
      analyser,
      attributes,
      written,
    }: {
      readonly asked: AskedOfRows;
      readonly hit: Hit;
      readonly question: Pick<Question, 'language' | 'text'>;
      readonly analyser: Analyser;
      /** Of the question's language. */
      readonly attributes: Attributes;
      /** The language of the document. */
      readonly written: string;
    },
  ) {
    this.#table = table;
    this.#asked = asked;
    this.#hit = hit;
    this.#analyser = analyser;
    this.#language = language;
    this.#question = text;
    this.#written = written;
    this.#attributes = attributes;
    this.#words = wordsOf(asked.text.toLowerCase(), language);
    this.#askedStems = this.#stems(`${asked.text} ${asked.word}`);
    this.#namesStems = table.names.map((name) => this.#stems(name));
    this.#named = table.names.map((name) => isWithin(this.#stems(bareName(name)), this.#askedStems));
  }

  readonly #stems = (text: string): ReadonlySet<string> =>
    distinctTerms(this.#analyser, text, this.#language);

  async compute(): Promise<ComputedRows | undefined> {
    const { kind, bounds, attributes, word } = this.#asked;
    const { names } = this.#table;
    // “Max flow” is the name of a column, and asks for no most.
    if (word !== '' && this.#namesStems.some((name) => isWithin(this.#stems(word), name))) return undefined;
    const values = await this.#valueConditions();
    if (!values) return undefined;
    // Who counts by values alone needs no other column.
    const isOfValues = kind === 'number' && bounds.length === 0 && this.#asked.days.length === 0;
    await this.#readColumns(isOfValues ? new Set(values.map(({ column }) => column)) : names.keys());
    const days = this.#dayConditions();
    const bounded = bounds.map((bound) => this.#boundCondition(bound));
    if (!days || bounded.some((one) => !one)) return undefined;
    const conditions = [...values, ...days, ...bounded.flatMap((one) => one ?? [])];
    if (this.#isRange(conditions) || this.#isEither(conditions)) return undefined;
    const isRow = rowTest(conditions);
    const rows = this.#table.rows.filter(isRow);
    const hit = this.#hit;
    if (kind === 'number') {
      const unknown = this.#unexplained(conditions);
      if (!unknown || unknown.length > 0 || this.#saysHowMany(conditions)) return undefined;
      return { hit, kind, table: this.#table, conditions, rows, of: this.#table.rows.length, unknown };
    }
    const column = this.#columnOf(attributes, '', kind === 'total' ? 'number' : undefined);
    const read = column === undefined ? undefined : this.#columnValues(column);
    if (column === undefined || !read || (kind !== 'total' && this.#isSumFor(column))) return undefined;
    const unknown = this.#unexplained(conditions, column);
    if (!unknown || (kind === 'total' && unknown.length > 0)) return undefined;
    const known = this.#table.rows.flatMap((row, place) => {
      const value = read.values[place];
      return isRow(row, place) && value !== undefined ? [{ row, value }] : [];
    });
    if (known.length === 0) return undefined;
    const made = { hit, kind, table: this.#table, conditions, of: known.length, unknown };
    if (kind === 'total') {
      const sum = writtenAmount(
        known.reduce((total, { value }) => total + value, 0),
        read,
      );
      if (sum === undefined) return undefined;
      return { ...made, rows: known.map(({ row }) => row), compared: { column, values: read, value: sum } };
    }
    // The oldest was born first, and built first, but has the highest age.
    const isTurned =
      attributes.includes('age') && !this.#attributes.namedIn(names[column] ?? '').includes('age');
    const isHighest = (kind === 'highest') !== isTurned;
    const all = known.map(({ value }) => value);
    // More rows than a call may have arguments.
    const most = all.reduce((best, one) => (isHighest ? Math.max(best, one) : Math.min(best, one)));
    const winners = known.filter(({ value }) => value === most).map(({ row }) => row);
    const value = winners[0]?.cells[column] ?? '';
    return {
      ...made,
      kind: isHighest ? 'highest' : 'lowest',
      rows: winners,
      compared: { column, values: read, value },
    };
  }

  /** Whether what rows are chosen by are two ends, as in “from 45 to 120”, of which no word tells. */
  #isRange(conditions: readonly Condition[]): boolean {
    return conditions.some(
      ({ column, value }) =>
        value !== undefined &&
        conditions.filter((other) => other.column === column).length > 1 &&
        this.#columnValues(column) !== undefined,
    );
  }

  /** Whether one of several columns will do, which is told of none here: “with gas or built in 2021”. */
  #isEither(conditions: readonly Condition[]): boolean {
    return this.#asked.hasAlternatives && groupsOf(conditions).length > 1;
  }

  /** Whether a column gives the number of what is counted by its name in a cell: of “lamps” in a list of articles. */
  #saysHowMany(conditions: readonly Condition[]): boolean {
    const [counted = ''] = this.#words;
    const isNamed = conditions.some(({ value, words }) => value !== undefined && words.includes(counted));
    return (
      isNamed &&
      this.#table.names.some((name) =>
        wordsOf(name.toLowerCase(), this.#written).some((word) => quantities.has(word)),
      )
    );
  }

  /**
   * Whether the most would have to be told of sums: “highest total price”, or of a thing that has several rows and
   * nothing that is compared by name.
   */
  #isSumFor(column: number): boolean {
    const { thing, attributes } = this.#asked;
    const { names, rows } = this.#table;
    const sum = ownValue(sums, this.#language);
    const isWord = (text: string) =>
      wordsOf(text, this.#language).some((word) => sum?.exec(word)?.[0] === word);
    if (isWord(this.#question.toLowerCase()) && !isWord((names[column] ?? '').toLowerCase())) return true;
    const own = thing === undefined ? undefined : this.#stems(thing);
    const named = own && this.#namesStems.findIndex((name) => isWithin(own, name));
    if (attributes.length > 0 || named === undefined || named < 0 || named === column) return false;
    return new Set(rows.map(({ cells }) => cells[named])).size < rows.length;
  }

  /** Whether a column merely numbers its rows. */
  #isNumbering(column: number): boolean {
    const read = this.#columnValues(column);
    if (read?.kind !== 'number' || read.unit !== '' || read.decimals > 0 || read.values.length < 2)
      return false;
    if (this.#attributes.namedIn(this.#table.names[column] ?? '').includes('date')) return false;
    const { values } = read;
    const isStep = values.every((value, row) => row === 0 || value === (values[row - 1] ?? Number.NaN) + 1);
    return isStep || (column === 0 && new Set(values).size === values.length && !this.#isTime(column));
  }

  async #readColumns(columns: Iterable<number>): Promise<void> {
    for (const column of columns) {
      const cells = this.#table.rows.map(({ cells: all }) => all[column] ?? '');
      this.#columns.set(column, await columnValues(cells, this.#written, this.#language));
    }
  }

  #columnValues(column: number): ColumnValues | undefined {
    return this.#columns.get(column);
  }

  #isNamed(column: number): boolean {
    return this.#named[column] === true;
  }

  /**
   * The column that is meant: what is called by the attribute, else what the question names in full or in part, else
   * the only one of its kind behind the first, which says what each row is of. Undefined where several may be.
   */
  #columnOf(
    attributes: readonly Attribute[],
    before: string,
    kind: ColumnValues['kind'] | undefined,
  ): number | undefined {
    const { names } = this.#table;
    const usable = names.flatMap((_, column) => {
      const read = this.#columnValues(column);
      return read && (kind === undefined || read.kind === kind) ? [column] : [];
    });
    const isLarge = attributes.includes('size');
    const ofAttribute = (some: readonly Attribute[]) =>
      usable.filter((column) => {
        const named = this.#attributes.namedIn(names[column] ?? '');
        return some.some((attribute) => named.includes(attribute));
      });
    const best = (some: readonly number[]) =>
      only(some) ?? only(some.filter((column) => this.#isNamed(column)));
    if (attributes.length > 0) {
      const called = ofAttribute(attributes);
      if (called.length > 0) return best(called);
      const isOfTime = attributes.some((attribute) => attribute === 'date' || attribute === 'age');
      if (isOfTime) return only(usable.filter((column) => this.#isTime(column)));
      if (!isLarge && !this.#asked.isOfAny) return undefined;
    }
    const near = wordsOf(before.toLowerCase(), this.#language).at(-1);
    const named = usable.filter((column) => this.#isNamed(column));
    // The most orders are not the highest number of one.
    if (named.some((column) => this.#isNumbering(column))) return undefined;
    const nearest = named.filter(
      (column) => near && this.#namesStems[column]?.has([...this.#stems(near)][0] ?? ''),
    );
    if (named.length > 0) return only(named) ?? only(nearest);
    const asked = ofAttribute(this.#attributes.askedBy(this.#words));
    if (asked.length > 0) return best(asked);
    const partly = usable.filter(
      (column) =>
        this.#columnValues(column)?.kind === 'number' &&
        !this.#stems(bareName(names[column] ?? '')).isDisjointFrom(this.#askedStems),
    );
    if (partly.length > 0) return only(partly);
    if (kind === 'day') return only(usable);
    const isBound = before !== '';
    // “The most” may be a number of rows; what is largest is so by what the table gives.
    return isBound || this.#asked.kind === 'total' || !(isLarge || !writesSpaces(this.#language))
      ? undefined
      : only(usable.filter((column) => column > 0 && this.#columnValues(column)?.kind === 'number'));
  }

  /** Whether a column gives days, or years. */
  #isTime(column: number): boolean {
    const read = this.#columnValues(column);
    return (
      read?.kind === 'day' || (read?.kind === 'number' && read.unit === '' && read.values.every(isYearOrNone))
    );
  }

  /** The column with the days that a date of the question is one of. */
  #timeColumn(attributes: readonly Attribute[], before: string): number | undefined {
    const day = this.#columnOf(attributes, before, 'day');
    if (day !== undefined) return day;
    return only([...this.#table.names.keys()].filter((column) => this.#isTime(column)));
  }

  #boundCondition({ relation, amount, days, attributes, before }: AskedBound): Condition | undefined {
    const { names } = this.#table;
    // “2020” is a year and a number, whichever what is named has.
    const isNumber = /^\p{Nd}+$/u.test(amount);
    const time = days && !isNumber ? this.#timeColumn(attributes, before) : undefined;
    const named = time ?? this.#columnOf(attributes, before || ' ', undefined);
    const column = named ?? (days && this.#timeColumn(attributes, before));
    const read = column === undefined ? undefined : this.#columnValues(column);
    if (column === undefined || !read) return undefined;
    const isDay = read.kind === 'day';
    if (isDay && !days) return undefined;
    const value = isDay ? undefined : amountIn(read, amount, this.#language, names[column] ?? '');
    const from = isDay && days ? daysTo(days.from) : value;
    const to = isDay && days ? daysTo(days.to) : value;
    if (from === undefined || to === undefined || findDates(amount).length > 1) return undefined;
    const isKept = {
      above: (one: number) => one > to,
      atLeast: (one: number) => one >= from,
      below: (one: number) => one < from,
      atMost: (one: number) => one <= to,
    }[relation];
    return {
      column,
      holds: (_, place) => {
        const one = read.values[place];
        return one !== undefined && isKept(isDay ? Math.floor(one) : one);
      },
      shown: `${names[column]} ${signs[relation]} ${amount}`,
      words: this.#wordsOfColumn(column),
    };
  }

  /** The words that name a column, and those that ask for what it gives. */
  #wordsOfColumn(column: number): readonly string[] {
    const name = this.#table.names[column] ?? '';
    const words = wordsOf(name.toLowerCase(), this.#language);
    const called = this.#attributes.namedIn(name);
    const all = this.#isTime(column) ? [...called, 'date' as const] : called;
    return [...words, ...all.flatMap((attribute) => this.#attributes.wordsFor(attribute))];
  }

  /** Days that stand in the question without a bound: “started in 2015”. */
  #dayConditions(): readonly Condition[] | undefined {
    const conditions: Condition[] = [];
    for (const { from, to, text } of this.#asked.days) {
      const isValue = this.#table.rows.some(({ cells }) => cells.includes(text));
      const isName = this.#table.names.some((name) => name.includes(text));
      if (isValue || isName) continue;
      const column = this.#timeColumn([], '');
      const read = column === undefined ? undefined : this.#columnValues(column);
      if (column === undefined || !read) return undefined;
      const isDay = read.kind === 'day';
      const [first, last] = isDay ? [daysTo(from), daysTo(to)] : [Number(text), Number(text)];
      const holds = (_: Row, place: number) => {
        const one = read.values[place];
        return one !== undefined && one >= first && Math.floor(one) <= last;
      };
      const words = [...wordsOf(text.toLowerCase(), this.#language), ...this.#wordsOfColumn(column)];
      conditions.push({ column, holds, shown: `${this.#table.names[column]}: ${text}`, words });
    }
    return conditions;
  }

  /** Words of the question that are values of cells; undefined where they could be of two columns. */
  async #valueConditions(): Promise<readonly Condition[] | undefined> {
    const { names, rows } = this.#table;
    const words = this.#words;
    const gap = writesSpaces(this.#language) ? ' ' : '';
    /** By a run of words: the places of the rows that have it as a whole cell, by column. */
    const rowsWith = new Map<string, Map<number, Set<number>>>();
    for (let from = 0; from < words.length; from++) {
      for (let length = 1; length <= Math.min(longestValue, words.length - from); length++)
        rowsWith.set(words.slice(from, from + length).join(gap), new Map());
    }
    const values = names.map(() => new Set<string>());
    const asForm = this.#wordForms();
    await eachInTurn(rows, ({ cells }, row) => {
      for (const [column, cell] of cells.entries()) {
        const columns = rowsWith.get(asForm(inWords(cell, this.#language)));
        columns?.set(column, (columns.get(column) ?? new Set()).add(row));
        const known = values[column];
        if (known && known.size < 5) known.add(cell.toLowerCase());
      }
      return true;
    });
    const conditions: Condition[] = [];
    const used = new Set<number>();
    for (let length = longestValue; length > 0; length--) {
      for (let from = 0; from + length <= words.length; from++) {
        const places = Array.from({ length }, (_, offset) => from + offset);
        const run = words.slice(from, from + length);
        const found = rowsWith.get(run.join(gap));
        const columns = [...(found?.keys() ?? [])];
        const isEmpty = run.every((word) => isFunctionWord(word, this.#language));
        if (columns.length === 0 || isEmpty || places.some((place) => used.has(place))) continue;
        const named = columns.filter((column) => this.#isNamed(column));
        const [column, ...others] = named.length > 0 ? named : columns;
        if (column === undefined || others.length > 0) return undefined;
        const value = run.join(gap);
        for (const place of places) used.add(place);
        const having = found?.get(column) ?? new Set();
        const [first = -1] = having;
        conditions.push({
          column,
          value,
          holds: (_, row) => having.has(row),
          shown: `${names[column]}: ${inWords(rows[first]?.cells[column] ?? '', this.#language)}`,
          words: [
            ...run,
            ...(this.#isNamed(column) ? (names[column] ?? '').toLowerCase().split(/[\s_]+/) : []),
          ],
        });
      }
    }
    for (const [column, name] of names.entries()) {
      const isTaken = conditions.some((condition) => condition.column === column);
      const known = [...(values[column] ?? [])];
      const isYesNo =
        known.some((value) => yes.has(value)) &&
        known.every((value) => yes.has(value) || no.has(value) || value === '');
      if (isTaken || !this.#isNamed(column) || name === '' || !isYesNo) continue;
      conditions.push({
        column,
        holds: ({ cells }) => yes.has((cells[column] ?? '').toLowerCase()),
        shown: name,
        words: name.toLowerCase().split(/[\s_]+/),
      });
    }
    return conditions;
  }

  /** Gives a value of one word in the form that the question has it in: “router” as “routers”; any other as it is. */
  #wordForms(): (value: string) => string {
    const words = this.#words.filter((word) => this.#stems(word).size > 0);
    const forms = new Map(words.map((word) => [[...this.#stems(word)].join(' '), word]));
    const beginnings = new Set(words.map((word) => word.slice(0, 3)));
    const known = new Map<string, string>();
    return (value) => {
      if (!beginnings.has(value.slice(0, 3)) || !/^\p{L}{3,30}$/u.test(value)) return value;
      const form = known.get(value) ?? forms.get([...this.#stems(value)].join(' ')) ?? value;
      known.set(value, form);
      return form;
    };
  }

  /** Whether most of what the first column names has a word: “Heron pump”, “Kestrel pump”. */
  #isWordOfNames(word: string): boolean {
    const names = this.#table.rows.slice(0, namesRead).map(({ cells }) => cells[0] ?? '');
    const own = this.#stems(word);
    const has = writesSpaces(this.#language)
      ? (name: string) => isWithin(own, this.#stems(name))
      : (name: string) => name.includes(word);
    return names.filter(has).length > names.length / 2;
  }

  /**
   * The words of a question that are neither what its rows are chosen by nor what the table is of; undefined where
   * these are more than the thing that is asked for: “vehicle” of “Which vehicle is oldest?”
   */
  #unexplained(conditions: readonly Condition[], column?: number): readonly string[] | undefined {
    const { names, above, rows } = this.#table;
    const { kind, attributes, bounds } = this.#asked;
    const compared = column === undefined ? [] : this.#wordsOfColumn(column);
    const said = this.#stems([...conditions.flatMap(({ words }) => words), ...compared].join(' '));
    const title = this.#stems([this.#hit.title, nameOfFile(this.#hit.path), ...above].join(' '));
    // Of what a column gives as numbers, a row says how many: “How many seats does the hall have?”
    const isOfNumbers = names.map((_, place) =>
      rows.every(({ cells }) => numberOrNone.test(cells[place]?.trim() ?? '')),
    );
    const named = this.#stems(names.filter((_, place) => !isOfNumbers[place]).join(' '));
    const units = [...(column === undefined ? [] : [column]), ...conditions.map((one) => one.column)].map(
      (place) => this.#columnValues(place)?.unit || bracketed(names[place] ?? ''),
    );
    const isUnit = (word: string) =>
      units.some((unit) =>
        unit === '' ? bounds.length > 0 && holdsAmount(`1 ${word}`, 'price') : isSameUnit(word, unit),
      );
    const isComparing = kind !== 'number';
    const unknown: string[] = [];
    // Rows are counted as what they are by a value: “How many routers are there?”
    let hasThing = isComparing
      ? attributes.length > 0 || column !== undefined
      : conditions.some(({ value }) => value !== undefined);
    for (const word of this.#words) {
      if (isFunctionWord(word, this.#language) || neutral.has(word) || isUnit(word)) continue;
      const own = this.#stems(word);
      const isOfTitle =
        isWithin(own, title) || (!writesSpaces(this.#language) && this.#hit.title.includes(word));
      if (own.size === 0 || isWithin(own, said)) {
        hasThing ||= isOfTitle;
        continue;
      }
      const isOfColumn = (isComparing || (conditions.length > 0 && !hasThing)) && isWithin(own, named);
      if (anyRow.has(word) || isOfTitle || isOfColumn || this.#isWordOfNames(word)) hasThing = true;
      else unknown.push(word);
    }
    const [thing, ...others] = unknown;
    if (!hasThing || others.length > 0) return undefined;
    const isThing =
      thing === undefined ||
      (isComparing && thing === this.#asked.thing && !numberWords(this.#language).includes(thing));
    return isThing ? unknown : undefined;
  }
}

function wordsOf(asked: string, language: string): readonly string[] {
  if (writesSpaces(language)) return asked.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’.-]*/gu) ?? [];
  return [...wordSegments(asked, language)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? [segment] : [],
  );
}

function only(some: readonly number[]): number | undefined {
  return some.length === 1 ? some[0] : undefined;
}

function isYearOrNone(value: number | undefined): boolean {
  return value === undefined || (Number.isInteger(value) && value > 1000 && value < 2200);
}

/** How a bound is shown. */
const signs = { above: '>', atLeast: '≥', below: '<', atMost: '≤' } as const;

/** A cell as the words of a question have it: in small letters, without signs between them. */
function inWords(cell: string, language: string): string {
  return writesSpaces(language) ? wordsOf(cell.toLowerCase(), language).join(' ') : cell.toLowerCase();
}

/** Conditions of which one each must hold: several values of a column are one group, each bound is its own. */
function groupsOf(conditions: readonly Condition[]): readonly (readonly Condition[])[] {
  const group = ({ column, value }: Condition) => (value === undefined ? Symbol('bound') : column);
  return [...Map.groupBy(conditions, group).values()];
}

/** Whether a row keeps all conditions; one of several values of a column will do. */
function rowTest(conditions: readonly Condition[]): (row: Row, place: number) => boolean {
  const groups = groupsOf(conditions);
  return (row, place) => groups.every((group) => group.some(({ holds }) => holds(row, place)));
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return some.size > 0 && some.isSubsetOf(all);
}
