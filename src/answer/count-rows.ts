import type { SourceText } from '../contracts/document.ts';
import type { Citation, Passage } from '../contracts/generator.ts';
import { byLanguage } from '../language/language-packs.ts';
import type { Question } from '../question/question.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { isDelimiterRow, rowCells } from '../text/sentences/row-cells.ts';
import { wordSet, writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';
import type { AnswerContext } from './answer-context.ts';
import { Footnotes } from './compose/cite.ts';
import { AnswerRecord, type ComposedAnswer, type ComposeEvent } from './compose/compose-answer.ts';
import { nameOfFile } from './passages-to-read.ts';
import type { Speaker } from './wording/speaker.ts';

const negations = byLanguage(({ claiming }) => claiming?.negations);

/** Whether the number of something was asked for and rows of a table were quoted, which are not all there are. */
export function asksForNumberOfRows(
  { counted }: Pick<Question, 'counted'>,
  citations: readonly Pick<Citation, 'kind'>[],
): boolean {
  const rows = citations.filter(({ kind }) => kind === 'table').length;
  return rows > 1 && counted !== undefined;
}

/** What rows may be called whatever they are of. */
const anyRow = wordSet(
  'row rows entry entries record records item items line lines people persons zeilen einträge personen lignes filas righe linhas rijen',
);

/** Words that say no more than that something stands in a row. */
const neutral = wordSet(
  'live lives living located based use uses using work works belong belongs listed total altogether currently wohnen leben arbeiten',
);

/** Cells that say yes, and those that say no. */
const yes = wordSet('yes true x [x] ☒ ☑ ✓ ✔ ✅ ja oui sí si sim да');
const no = new Set([...wordSet('no false ☐ - nein non não nee нет'), '[ ]']);

/** Longer values are no names that a question has. */
const longestValue = 5;

/** A cell that gives an amount, or nothing. */
const numberOrNone = /^\s*(?:[+−-]?\s?\p{Nd}[\p{Nd}.,'’\s]*|[–—-])?\s*$/u;

/** Tables beyond this are counted by nobody at once. */
const maxRows = 500_000;

/** Rows that are quoted below the count. */
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

/** What rows are counted by: a column with the value that is asked for. */
interface Condition {
  readonly column: number;
  readonly holds: (cell: string) => boolean;
  readonly shown: string;
  /** The words of the question that it stands for. */
  readonly words: readonly string[];
}

/** What was counted, in which document. */
export interface CountedRows {
  readonly hit: Hit;
  readonly table: Table;
  readonly conditions: readonly Condition[];
  readonly counted: readonly Row[];
}

/**
 * Counts the rows of a table that a question asks the number of, over all of them: each word that states something must
 * be the value of a cell, the name of its column, or what the table is of. Undefined where one is not, where the table
 * stands in several documents, or where something is denied.
 */
export async function countRows(
  { question, result, chunks }: Retrieval,
  { analyser, sourceText }: Pick<AnswerContext, 'analyser' | 'sourceText'>,
  options: { readonly signal?: AbortSignal },
): Promise<CountedRows | undefined> {
  const { language, counted: asked } = question;
  if (!asked || ownValue(negations, language)?.test(asked)) return undefined;
  const words = wordsOf(asked.toLowerCase(), language);
  const stems = (text: string) => new Set(analyser.terms(text, language).map(({ text: term }) => term));
  const found: CountedRows[] = [];
  const seen = new Set<string>();
  for (const [place, hit] of result.hits.entries()) {
    const chunk = chunks[place];
    if (!chunk || seen.has(chunk.documentId)) continue;
    seen.add(chunk.documentId);
    const source = await sourceText(chunk.documentId, chunk.version, options);
    for (const table of source ? tablesOf(source) : []) {
      const conditions = conditionsOf(words, table, stems, language);
      if (!conditions) continue;
      const isOfThing = explains(words, conditions, table, hit, stems, language);
      if (!isOfThing) continue;
      const counted = table.rows.filter(({ cells }) =>
        conditions.every(({ column, holds }) => holds(cells[column] ?? '')),
      );
      found.push({ hit, table, conditions, counted });
    }
  }
  return found.length === 1 ? found[0] : undefined;
}

function wordsOf(asked: string, language: string): readonly string[] {
  if (writesSpaces(language)) return asked.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’.-]*/gu) ?? [];
  const parted = new Intl.Segmenter(language, { granularity: 'word' }).segment(asked);
  return [...parted].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

function tablesOf({ text, blocks }: SourceText): readonly Table[] {
  const tables = new Map<string, Table>();
  const above: string[] = [];
  let rowCount = 0;
  for (const block of blocks) {
    if (block.kind === 'heading') above.push(block.title);
    if (block.kind !== 'table' || block.headerEnd <= block.start) continue;
    const written = text.slice(block.start, block.headerEnd);
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
    const shown = written.trimEnd();
    const place = { start: block.start, end: block.start + shown.length };
    const table = same ?? { header: place, names, rows: [], above: above.slice(-3) };
    tables.set(key, { ...table, rows: [...table.rows, ...rows] });
  }
  return [...tables.values()];
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

/** What the words of a question say of the columns of a table; undefined where they could say two things. */
function conditionsOf(
  words: readonly string[],
  { names, rows }: Table,
  stems: (text: string) => ReadonlySet<string>,
  language: string,
): readonly Condition[] | undefined {
  const gap = writesSpaces(language) ? ' ' : '';
  const askedStems = stems(words.join(' '));
  const isNamed = names.map((name) => isWithin(stems(name), askedStems));
  /** Columns that hold a run of words as a whole cell. */
  const columnsOf = new Map<string, Set<number>>();
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= Math.min(longestValue, words.length - from); length++)
      columnsOf.set(words.slice(from, from + length).join(gap), new Set());
  }
  const values = names.map(() => new Set<string>());
  for (const { cells } of rows) {
    for (const [column, cell] of cells.entries()) {
      const value = cell.toLowerCase();
      columnsOf.get(value)?.add(column);
      const known = values[column];
      if (known && known.size < 5) known.add(value);
    }
  }
  const conditions: Condition[] = [];
  const used = new Set<number>();
  for (let length = longestValue; length > 0; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const places = Array.from({ length }, (_, offset) => from + offset);
      const run = words.slice(from, from + length);
      const columns = [...(columnsOf.get(run.join(gap)) ?? [])];
      const isEmpty = run.every((word) => isFunctionWord(word, language));
      if (columns.length === 0 || isEmpty || places.some((place) => used.has(place))) continue;
      const named = columns.filter((column) => isNamed[column]);
      const [column, ...others] = named.length > 0 ? named : columns;
      if (column === undefined || others.length > 0) return undefined;
      const value = run.join(gap);
      for (const place of places) used.add(place);
      conditions.push({
        column,
        holds: (cell) => cell.toLowerCase() === value,
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
      holds: (cell) => yes.has(cell.toLowerCase()),
      shown: name,
      words: name.toLowerCase().split(/[\s_]+/),
    });
  }
  return conditions;
}

/** Whether nothing is left of a question but what its rows are of. */
function explains(
  words: readonly string[],
  conditions: readonly Condition[],
  { names, above, rows }: Table,
  hit: Hit,
  stems: (text: string) => ReadonlySet<string>,
  language: string,
): boolean {
  const said = stems(conditions.flatMap((condition) => condition.words).join(' '));
  const title = stems([hit.title, nameOfFile(hit.path), ...above].join(' '));
  // Of what a column gives as numbers, a row says how many: “How many seats does the hall have?”
  const isOfNumbers = names.map((_, place) =>
    rows.every(({ cells }) => numberOrNone.test(cells[place] ?? '')),
  );
  const column = stems(names.filter((_, place) => !isOfNumbers[place]).join(' '));
  let hasThing = false;
  for (const word of words) {
    if (isFunctionWord(word, language) || neutral.has(word)) continue;
    const own = stems(word);
    if (isWithin(own, said)) continue;
    if (
      anyRow.has(word) ||
      isWithin(own, title) ||
      (conditions.length > 0 && !hasThing && isWithin(own, column))
    )
      hasThing = true;
    else return false;
  }
  return hasThing;
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return some.size > 0 && some.isSubsetOf(all);
}

/** The answer that tells what was counted, with the header of the table and the first of the counted rows. */
export async function* answerByCount(
  { hit, table, conditions, counted }: CountedRows,
  { result, chunks }: Retrieval,
  { sourceText, speaker }: Pick<AnswerContext, 'sourceText'> & { readonly speaker: Speaker },
  options: { readonly signal?: AbortSignal },
): AsyncGenerator<ComposeEvent, ComposedAnswer> {
  const ofDocument = result.hits.flatMap((one, place) => {
    const chunk = chunks[place];
    return chunk && one.documentId === hit.documentId ? [{ hit: one, chunk }] : [];
  });
  const first = ofDocument[0];
  const source = first && (await sourceText(first.chunk.documentId, first.chunk.version, options));
  const places = [table.header, ...counted.slice(0, quotedRows)].flatMap(({ start, end }, index) => {
    // Of the passage that was found with it, where one was.
    const found = ofDocument.find(({ chunk }) => chunk.start <= start && end <= chunk.end) ?? first;
    if (!found || !source) return [];
    const chunk = { ...found.chunk, start, end, content: source.text.slice(start, end) };
    const passage: Passage = { number: index + 1, chunk, score: found.hit.score };
    return [{ passage, hit: found.hit }];
  });
  const footnotes = new Footnotes(places, sourceText, options);
  const cited = await Promise.all(
    places.map(async ({ passage: { number, chunk } }) => footnotes.cite(number, chunk)),
  );
  const citations = cited.flatMap((one) => (one ? [one.citation] : []));
  const record = new AnswerRecord();
  const shown = conditions.map((condition) => condition.shown).join(', ') || hit.title;
  record.say(
    speaker.say({
      sentence: 'countedRows',
      count: counted.length,
      total: table.rows.length,
      conditions: shown,
    }),
  );
  const ofRows = citations.slice(1).map(({ number }) => number);
  record.addSentence({ start: 0, end: record.text.length }, { verdict: 'supported', missing: [] }, ofRows);
  for (const citation of citations) {
    record.say('\n');
    const start = record.text.length;
    record.say(citation.quote);
    record.addCitation(citation, 'verbatim');
    record.say(` [${citation.number}]`);
    record.addSentence({ start, end: record.text.length }, { verdict: 'verbatim', missing: [] }, [
      citation.number,
    ]);
  }
  yield* record.handOut();
  return {
    text: record.text,
    citations: record.citations,
    sentences: record.sentences,
    unmatched: [],
    model: null,
    complete: true,
    warnings: footnotes.warnings,
    failure: undefined,
  };
}
