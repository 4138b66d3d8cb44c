import type { Analyser } from '../contracts/analyser.ts';
import { type Chunk, versionOf } from '../contracts/chunk.ts';
import type { SourceText } from '../contracts/document.ts';
import type { Citation, Passage } from '../contracts/generator.ts';
import { type Attribute, none } from '../language/language-pack.ts';
import { byLanguage } from '../language/language-packs.ts';
import type { AskedBound, AskedOfRows } from '../question/of-rows.ts';
import type { Question } from '../question/question.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { formsOf } from '../text/scale-words.ts';
import { isDelimiterRow, rowCells } from '../text/sentences/row-cells.ts';
import { wordSet, writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';
import type { AnswerContext } from './answer-context.ts';
import { Attributes } from './attributes.ts';
import { Footnotes } from './compose/cite.ts';
import {
  AnswerRecord,
  type ComposedAnswer,
  type ComposeEvent,
  namedValues,
} from './compose/compose-answer.ts';
import { nameOfFile } from './passages-to-read.ts';
import {
  amountIn,
  bareName,
  bracketed,
  type ColumnValues,
  columnValues,
  daysTo,
  isSameUnit,
  writtenAmount,
} from './table-columns.ts';
import { numberWords } from './verify/quantities.ts';
import type { Remark, Speaker } from './wording/speaker.ts';

const negations = byLanguage(({ claiming }) => claiming?.negations);

/** Whether something was asked of all rows of a table and some were quoted, which are not all there are. */
export function asksOfAllRows(
  { ofRows }: Pick<Question, 'ofRows'>,
  citations: readonly Pick<Citation, 'kind'>[],
): boolean {
  const rows = citations.filter(({ kind }) => kind === 'table').length;
  // A total may stand in a row of its own.
  return rows > 1 && ofRows !== undefined && ofRows.kind !== 'total';
}

/** What rows may be called whatever they are of, and words that say no more than that something stands in one. */
const anyRow = wordSet(Object.values(byLanguage(({ comparing }) => comparing?.rows)).join(' '));
const neutral = wordSet(Object.values(byLanguage(({ comparing }) => comparing?.telling)).join(' '));

/** What the last row of a table begins with that adds up the others, by language. */
const totals = byLanguage(({ comparing }) => {
  const total = comparing?.total ?? none;
  return total === none ? none : new RegExp(`^(?:${total})(?![\\p{L}\\p{N}])`, 'iu');
});

/** Cells that say yes, and those that say no. */
const yes = wordSet('yes true x [x] ☒ ☑ ✓ ✔ ✅ ja oui sí si sì sim да 是');
const no = new Set([...wordSet('no false ☐ - nein non não nee нет 否'), '[ ]']);

/** Longer values are no names that a question has. */
const longestValue = 5;

/** A cell that gives an amount, or nothing. */
const numberOrNone = /^\s*(?:[+−-]?\s?\p{Nd}[\p{Nd}.,'’\s]*|[–—-])?\s*$/u;

/** Rows whose names are read for what all of them are. */
const namesRead = 50;

/** Tables beyond this are counted by nobody at once. */
const maxRows = 500_000;

/** Rows that are quoted below what was found of all. */
const quotedRows = 3;

interface Row {
  readonly start: number;
  readonly end: number;
  readonly cells: readonly string[];
}

/** A table as a whole, with the pieces of it that have the same header. */
interface Table {
  readonly header: { readonly start: number; readonly end: number };
  /** What all rows of the header say of each column, one a row. */
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  /** The headings above it. */
  readonly above: readonly string[];
}

/** What rows are chosen by: a column with the value that is asked for, or with one within a bound. */
interface Condition {
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

/**
 * Finds what a question asks of all rows of a table, over all of them: their number, those with the most or the least
 * of something, or the sum of a column. Each word that states something must be the value of a cell, the name of a
 * column, or what the table is of. Undefined where one is not, where several tables would answer, or where something
 * is denied.
 *
 * A search that found nothing near enough is looked through as well, since a table says little in words.
 */
export async function computeRows(
  { question, result, chunks }: Pick<Retrieval, 'question' | 'result' | 'chunks'>,
  { analyser, sourceText }: Pick<AnswerContext, 'analyser' | 'sourceText'>,
  options: { readonly signal?: AbortSignal },
): Promise<ComputedRows | undefined> {
  const { language, ofRows: asked } = question;
  if (!asked || ownValue(negations, language)?.test(asked.text)) return undefined;
  const found: ComputedRows[] = [];
  const seen = new Set<string>();
  const isFound = result.hits.length > 0;
  const hits = isFound ? result.hits : result.dropped.filter((hit) => hit.explain.droppedBy === 'threshold');
  for (const [place, hit] of hits.entries()) {
    if (seen.has(hit.documentId)) continue;
    seen.add(hit.documentId);
    const version = chunks[place]?.version ?? versionOf(hit.chunkId);
    const source = await sourceText(hit.documentId, version, options);
    for (const table of source ? tablesOf(source, language) : []) {
      const read = new TableReader(table, { asked, hit, question, analyser });
      const computed = read.compute();
      if (computed && (isFound || computed.unknown.length === 0)) found.push(computed);
    }
  }
  const known = found.filter(({ unknown }) => unknown.length === 0);
  const chosen = known.length > 0 ? known : found;
  return chosen.length === 1 ? chosen[0] : undefined;
}

function wordsOf(asked: string, language: string): readonly string[] {
  if (writesSpaces(language)) return asked.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’.-]*/gu) ?? [];
  const parted = new Intl.Segmenter(language, { granularity: 'word' }).segment(asked);
  return [...parted].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

function tablesOf({ text, blocks }: SourceText, language: string): readonly Table[] {
  const tables = new Map<string, Table>();
  const above: string[] = [];
  let rowCount = 0;
  for (const block of blocks) {
    if (block.kind === 'heading') above.push(block.title);
    if (block.kind !== 'table') continue;
    const isHeaded = block.headerEnd > block.start;
    // A table goes on behind the end of a page under the header that it began with.
    const place = isHeaded ? { start: block.start, end: block.headerEnd } : block.header;
    if (!place) continue;
    const written = text.slice(place.start, place.end);
    const header = written.split('\n').filter((line) => line.trim() !== '' && !isDelimiterRow(line));
    const cells = header.map(rowCells);
    const names = (cells[0] ?? []).map((_, column) =>
      [...new Set(cells.map((row) => row[column] ?? ''))].filter(Boolean).join(' '),
    );
    const rows = rowsOf(text, block.headerEnd, block.end);
    rowCount += rows.length;
    if (rowCount > maxRows) return [];
    const key = header.join('\n');
    const same = tables.get(key);
    const shown = { start: place.start, end: place.start + written.trimEnd().length };
    const table = same ?? { header: shown, names, rows: [], above: above.slice(-3) };
    tables.set(key, { ...table, rows: [...table.rows, ...rows] });
  }
  return [...tables.values()].map((table) => {
    const last = table.rows.at(-1)?.cells.find((cell) => cell !== '') ?? '';
    const isSum = ownValue(totals, language)?.test(last) === true;
    return isSum ? { ...table, rows: table.rows.slice(0, -1) } : table;
  });
}

function rowsOf(text: string, from: number, to: number): readonly Row[] {
  const rows: Row[] = [];
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 || newline > to ? to : newline;
    const line = text.slice(start, end);
    if (line.trim() !== '' && !isDelimiterRow(line)) rows.push({ start, end, cells: rowCells(line) });
    start = end + 1;
  }
  return rows;
}

/** Reads what a question asks of one table. */
class TableReader {
  readonly #table: Table;
  readonly #asked: AskedOfRows;
  readonly #hit: Hit;
  readonly #analyser: Analyser;
  readonly #language: string;
  readonly #words: readonly string[];
  readonly #askedStems: ReadonlySet<string>;
  readonly #attributes: Attributes;
  readonly #columns = new Map<number, ColumnValues | undefined>();

  constructor(
    table: Table,
    {
      asked,
      hit,
      question: { language },
      analyser,
    }: {
      readonly asked: AskedOfRows;
      readonly hit: Hit;
      readonly question: Pick<Question, 'language'>;
      readonly analyser: Analyser;
    },
  ) {
    this.#table = table;
    this.#asked = asked;
    this.#hit = hit;
    this.#analyser = analyser;
    this.#language = language;
    this.#attributes = new Attributes(language, analyser);
    this.#words = wordsOf(asked.text.toLowerCase(), language);
    this.#askedStems = this.#stems(`${asked.text} ${asked.word}`);
  }

  readonly #stems = (text: string): ReadonlySet<string> =>
    new Set(this.#analyser.terms(text, this.#language).map(({ text: term }) => term));

  compute(): ComputedRows | undefined {
    const { kind, bounds, attributes, word } = this.#asked;
    const { names } = this.#table;
    // “Max flow” is the name of a column, and asks for no most.
    if (word !== '' && names.some((name) => isWithin(this.#stems(word), this.#stems(name)))) return undefined;
    const values = this.#valueConditions();
    const days = this.#dayConditions();
    const bounded = bounds.map((bound) => this.#boundCondition(bound));
    if (!values || !days || bounded.some((one) => !one)) return undefined;
    const conditions = [...values, ...days, ...bounded.flatMap((one) => one ?? [])];
    const isRow = rowTest(conditions);
    const rows = this.#table.rows.filter(isRow);
    const { hit } = this;
    if (kind === 'number') {
      const unknown = this.#unexplained(conditions);
      if (!unknown || unknown.length > 0) return undefined;
      return { hit, kind, table: this.#table, conditions, rows, of: this.#table.rows.length, unknown };
    }
    const column = this.#columnOf(attributes, '', kind === 'total' ? 'number' : undefined);
    const read = column === undefined ? undefined : this.#columnValues(column);
    if (column === undefined || !read) return undefined;
    const unknown = this.#unexplained(conditions, column);
    if (!unknown || (kind === 'total' && unknown.length > 0)) return undefined;
    const known = this.#table.rows.flatMap((row, place) => {
      const value = read.values[place];
      return isRow(row, place) && value !== undefined ? [{ row, value }] : [];
    });
    if (known.length === 0) return undefined;
    const made = { hit, kind, table: this.#table, conditions, of: known.length, unknown };
    if (kind === 'total') {
      const sum = known.reduce((total, { value }) => total + value, 0);
      return {
        ...made,
        rows: known.map(({ row }) => row),
        compared: { column, values: read, value: writtenAmount(sum, read) },
      };
    }
    // The oldest was born first, and built first, but has the highest age.
    const isTurned =
      attributes.includes('age') && !this.#attributes.namedIn(names[column] ?? '').includes('age');
    const isHighest = (kind === 'highest') !== isTurned;
    const all = known.map(({ value }) => value);
    const most = isHighest ? Math.max(...all) : Math.min(...all);
    const winners = known.filter(({ value }) => value === most).map(({ row }) => row);
    const value = winners[0]?.cells[column] ?? '';
    return {
      ...made,
      kind: isHighest ? 'highest' : 'lowest',
      rows: winners,
      compared: { column, values: read, value },
    };
  }

  get hit(): Hit {
    return this.#hit;
  }

  #columnValues(column: number): ColumnValues | undefined {
    if (!this.#columns.has(column)) {
      const cells = this.#table.rows.map(({ cells: all }) => all[column] ?? '');
      this.#columns.set(column, columnValues(cells, this.#language));
    }
    return this.#columns.get(column);
  }

  #isNamed(column: number): boolean {
    return isWithin(this.#stems(bareName(this.#table.names[column] ?? '')), this.#askedStems);
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
      if (!attributes.includes('size') && !this.#asked.isOfAny) return undefined;
    }
    const near = wordsOf(before.toLowerCase(), this.#language).at(-1);
    const named = usable.filter((column) => this.#isNamed(column));
    const nearest = named.filter(
      (column) => near && this.#stems(names[column] ?? '').has([...this.#stems(near)][0] ?? ''),
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
    return isBound || this.#asked.kind === 'total'
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
    const years = this.#table.names.flatMap((_, column) => (this.#isTime(column) ? [column] : []));
    return years.length === 1 ? years[0] : undefined;
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
    if (from === undefined || to === undefined) return undefined;
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
        return one !== undefined && isKept(one);
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
        return one !== undefined && one >= first && one <= last;
      };
      const words = [...wordsOf(text.toLowerCase(), this.#language), ...this.#wordsOfColumn(column)];
      conditions.push({ column, holds, shown: `${this.#table.names[column]}: ${text}`, words });
    }
    return conditions;
  }

  /** Words of the question that are values of cells; undefined where they could be of two columns. */
  #valueConditions(): readonly Condition[] | undefined {
    const { names, rows } = this.#table;
    const words = this.#words;
    const gap = writesSpaces(this.#language) ? ' ' : '';
    const isNamed = names.map((_, column) => this.#isNamed(column));
    /** Columns that hold a run of words as a whole cell. */
    const columnsOf = new Map<string, Set<number>>();
    for (let from = 0; from < words.length; from++) {
      for (let length = 1; length <= Math.min(longestValue, words.length - from); length++)
        columnsOf.set(words.slice(from, from + length).join(gap), new Set());
    }
    const values = names.map(() => new Set<string>());
    for (const { cells } of rows) {
      for (const [column, cell] of cells.entries()) {
        const value = inWords(cell, this.#language);
        columnsOf.get(value)?.add(column);
        const known = values[column];
        if (known && known.size < 5) known.add(cell.toLowerCase());
      }
    }
    const conditions: Condition[] = [];
    const used = new Set<number>();
    for (let length = longestValue; length > 0; length--) {
      for (let from = 0; from + length <= words.length; from++) {
        const places = Array.from({ length }, (_, offset) => from + offset);
        const run = words.slice(from, from + length);
        const columns = [...(columnsOf.get(run.join(gap)) ?? [])];
        const isEmpty = run.every((word) => isFunctionWord(word, this.#language));
        if (columns.length === 0 || isEmpty || places.some((place) => used.has(place))) continue;
        const named = columns.filter((column) => isNamed[column]);
        const [column, ...others] = named.length > 0 ? named : columns;
        if (column === undefined || others.length > 0) return undefined;
        const value = run.join(gap);
        for (const place of places) used.add(place);
        conditions.push({
          column,
          value,
          holds: ({ cells }) => inWords(cells[column] ?? '', this.#language) === value,
          shown: `${names[column]}: ${value}`,
          words: [...run, ...(isNamed[column] ? (names[column] ?? '').toLowerCase().split(/[\s_]+/) : [])],
        });
      }
    }
    for (const [column, name] of names.entries()) {
      const isTaken = conditions.some((condition) => condition.column === column);
      const known = [...(values[column] ?? [])];
      const isYesNo =
        known.some((value) => yes.has(value)) &&
        known.every((value) => yes.has(value) || no.has(value) || value === '');
      if (isTaken || !isNamed[column] || name === '' || !isYesNo) continue;
      conditions.push({
        column,
        holds: ({ cells }) => yes.has((cells[column] ?? '').toLowerCase()),
        shown: name,
        words: name.toLowerCase().split(/[\s_]+/),
      });
    }
    return conditions;
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
      rows.every(({ cells }) => numberOrNone.test(cells[place] ?? '')),
    );
    const named = this.#stems(names.filter((_, place) => !isOfNumbers[place]).join(' '));
    const units = [...(column === undefined ? [] : [column]), ...conditions.map((one) => one.column)].map(
      (place) => this.#columnValues(place)?.unit || bracketed(names[place] ?? ''),
    );
    const isUnit = (word: string) =>
      units.some((unit) =>
        unit === '' ? formsOf(word).length > 0 && bounds.length > 0 : isSameUnit(word, unit),
      );
    const isComparing = kind !== 'number';
    const unknown: string[] = [];
    let hasThing = isComparing && (attributes.length > 0 || column !== undefined);
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

/** Whether a row keeps all conditions; one of several values of a column will do. */
function rowTest(conditions: readonly Condition[]): (row: Row, place: number) => boolean {
  const groups = [
    ...Map.groupBy(conditions, ({ column, value }) =>
      value === undefined ? Symbol('bound') : column,
    ).values(),
  ];
  return (row, place) => groups.every((group) => group.some(({ holds }) => holds(row, place)));
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return some.size > 0 && some.isSubsetOf(all);
}

/** What is said of what was found over all rows. */
function remarkOf({ kind, table, conditions, rows, of, compared, hit }: ComputedRows): Remark {
  const chosen = conditions.map((condition) => condition.shown).join(', ');
  if (kind === 'number' || !compared)
    return { sentence: 'countedRows', count: rows.length, total: of, conditions: chosen || hit.title };
  const name = table.names[compared.column] ?? '';
  const isOfTime = compared.values.kind !== 'number';
  const sentence = {
    highest: isOfTime ? 'latestOfRows' : 'highestOfRows',
    lowest: isOfTime ? 'earliestOfRows' : 'lowestOfRows',
    total: 'totalOfRows',
  } as const;
  const column = chosen === '' ? name : `${name} (${chosen})`;
  return { sentence: sentence[kind], column, total: of, value: compared.value };
}

/** The answer that tells what was found over all rows, with the first of those rows under the header of the table. */
export async function* answerByRows(
  computed: ComputedRows,
  { result, chunks }: Pick<Retrieval, 'result' | 'chunks'>,
  { sourceText, speaker }: Pick<AnswerContext, 'sourceText'> & { readonly speaker: Speaker },
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  const { hit, table, rows, compared, kind, unknown } = computed;
  const ofDocument = result.hits.flatMap((one, place) => {
    const chunk = chunks[place];
    return chunk && one.documentId === hit.documentId ? [{ hit: one, chunk }] : [];
  });
  const first = ofDocument[0] ?? { hit, chunk: chunkOf(hit) };
  const source = await sourceText(first.chunk.documentId, first.chunk.version, options);
  const places = [table.header, ...rows.slice(0, quotedRows)].flatMap(({ start, end }, index) => {
    // Of the passage that was found with it, where one was.
    const found = ofDocument.find(({ chunk }) => chunk.start <= start && end <= chunk.end) ?? first;
    if (!source) return [];
    const chunk = { ...found.chunk, start, end, content: source.text.slice(start, end) };
    const passage: Passage = { number: index + 1, chunk, score: found.hit.score };
    return [{ passage, hit: found.hit }];
  });
  const footnotes = new Footnotes(places, sourceText, options);
  const cited = await Promise.all(
    places.map(async ({ passage: { number, chunk } }) => footnotes.cite(number, chunk)),
  );
  const [header, ...quoted] = cited.flatMap((one) => (one ? [one.citation] : []));
  const record = new AnswerRecord();
  record.say(speaker.say(remarkOf(computed)));
  const ofRows = quoted.map(({ number }) => number);
  record.addSentence({ start: 0, end: record.text.length }, { verdict: 'supported', missing: [] }, ofRows);
  // A row that is found by what it has is named with that; counted ones stand below each other.
  const isNamed = header && compared && kind !== 'total';
  for (const citation of isNamed ? quoted : header ? [header, ...quoted] : []) {
    record.say('\n');
    const start = record.text.length;
    record.say(isNamed ? namedValues(header.quote, citation.quote, compared.column) : citation.quote);
    const verdict = isNamed ? 'supported' : 'verbatim';
    record.addCitation(citation, verdict);
    const numbers = [citation.number, ...(isNamed ? [header.number] : [])];
    record.say(` ${numbers.map((number) => `[${number}]`).join('')}`);
    if (isNamed && !record.citation(header.number)) record.addCitation(header, verdict);
    record.addSentence({ start, end: record.text.length }, { verdict, missing: [] }, numbers);
  }
  yield* record.handOut();
  const words = unknown.map((word) => speaker.say({ sentence: 'quoted', words: word })).join('');
  return {
    text: record.text,
    citations: record.citations,
    sentences: record.sentences,
    unmatched: [],
    model: null,
    complete: true,
    warnings: [
      ...footnotes.warnings,
      ...(words === '' ? [] : [{ sentence: 'notMentioned', words } as const]),
    ],
    failure: undefined,
  };
}

/** The passage of a hit that was dropped, of which no chunk was kept. */
function chunkOf(hit: Hit): Chunk {
  const { chunkId: id, documentId, start, end, content, title, headingPath, page, metadata } = hit;
  const paged = page === null ? {} : { page };
  const known = { id, documentId, start, end, content, title, headingPath, metadata, ...paged };
  return { ...known, version: versionOf(id), ordinal: 0, tokens: 0, language: '' };
}
