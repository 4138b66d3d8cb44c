import type { TextPlace } from '../contracts/document.ts';
import { throwIfAborted } from '../errors.ts';
import { columnLetters } from '../text/places-within.ts';
import { type DocumentBuilder, hasWords, tableLine } from './document/document-builder.ts';
import { isTitleLine } from './document/headings-by-look.ts';
import { languageOf, lineAt, textFormat } from './document/text-format.ts';
import { countHeaderRows, isValue, looksLikeHeader, withGroupLabels } from './table/table-rows.ts';

/** Rows looked at to tell the header from the rest. */
const headSize = 50;

/** Rows that may stand below the table. */
const tailSize = 20;

/** Of a table with more rows it is not noted where each stands in the file. */
const maxPlaces = 100_000;

/**
 * Delimited text: tables, with the headers that their cells suggest, their rows written as those of every format. A
 * blank line and another header begin another table; where each has a line right above it, that is its heading. Lines
 * of a single field above or below a wider table are paragraphs, and so is what a blank line parts from a fuller header
 * below it, or from the fuller rows above. Rules and frames that are drawn with signs are left out. Labels of a header
 * row stand in all columns that they are over. A quote that is never closed makes the file read without quoting, with a
 * warning; so does a row of another width than the header, which changes nothing else. Each row has the cells that a
 * spreadsheet program shows it in, on a sheet named after the file. Errors: `file_empty` where no field holds anything.
 */
export const csvParser = textFormat({
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab'],
  version: 8,
  isCleaned: true,
  write(builder, { path, text, encoding, signal }) {
    const { start, ...dialect } = findDialect(text);
    const quoted = scan(text, dialect, start, signal);
    const { unclosedAt } = quoted;
    const isUnclosed = unclosedAt !== undefined;
    const { tables } = isUnclosed ? scan(text, { ...dialect, hasQuotes: false }, start, signal) : quoted;
    const unclosed = isUnclosed
      ? [
          `line ${lineAt(text, unclosedAt)}: a quotation mark is never closed; all of them were read as plain characters`,
        ]
      : [];
    const areTitled = tables.length > 1 && tables.every((table) => titleOf(table) !== undefined);
    const places = tables.flatMap((table) => addTable(builder, table, sheetName(path), areTitled));
    const warnings = [...unclosed, ...tables.flatMap((table) => unevenRows(text, table))];
    return { language: languageOf(text, encoding), warnings, places };
  },
});

/** A table with what stands around it. */
interface Scan {
  /** The first records. */
  readonly head: readonly CsvRecord[];
  /** The last ones. */
  readonly tail: readonly CsvRecord[];
  /** All of them, as rows of a table. */
  readonly lines: readonly string[];
  /** The number of each, blank lines counted. */
  readonly numbers: readonly number[];
  /** Of the rows of the table, as the first records tell. */
  readonly width: number;
  readonly uneven: { readonly count: number; readonly first: number };
}

/** The tables of a text, and where a quotation mark opens that is never closed. */
function scan(
  text: string,
  dialect: CsvDialect,
  from: number,
  signal: AbortSignal | undefined,
): { readonly tables: readonly Scan[]; readonly unclosedAt: number | undefined } {
  const records = new RecordReader(text, dialect, from);
  const tables: Scan[] = [];
  while (records.ahead(0)) tables.push(scanTable(records, signal));
  return { tables, unclosedAt: records.unclosedAt };
}

/** Gives the records that say something one by one, and shows those ahead. */
class RecordReader {
  readonly #records: Generator<CsvRecord, number | undefined>;
  readonly #ahead: CsvRecord[] = [];
  unclosedAt: number | undefined;

  constructor(text: string, dialect: CsvDialect, from: number) {
    this.#records = csvRecords(text, dialect, from);
  }

  next(): CsvRecord | undefined {
    return this.#ahead.shift() ?? this.#read();
  }

  /** The one so many places behind the next, which stays; undefined behind the last. */
  ahead(place: number): CsvRecord | undefined {
    while (this.#ahead.length <= place) {
      const record = this.#read();
      if (!record) return undefined;
      this.#ahead.push(record);
    }
    return this.#ahead[place];
  }

  #read(): CsvRecord | undefined {
    for (let step = this.#records.next(); ; step = this.#records.next()) {
      if (step.done) {
        this.unclosedAt ??= step.value;
        return undefined;
      }
      if (hasWords(step.value.fields) && !isRule(step.value.fields)) return step.value;
    }
  }
}

/** A line that is drawn with signs: `-----`, `# ====`. */
const rule = /^[\s#|+]*([-=_*~])\1\1(?:[\s#|+]|\1)*$/;

/** What rates something. */
const stars = /^\s*\*{3,5}\s*$/;

function isRule(fields: readonly string[]): boolean {
  return fields.every((field) => field.trim() === '' || (rule.test(field) && !stars.test(field)));
}

/** Lines that may stand over a table behind another one. */
const maxTitles = 3;

/**
 * Whether another table begins with the next record, which a blank line parts from the one before: a header, below a
 * few lines of one field, over values or of another width.
 */
function beginsTable(records: RecordReader, width: number): boolean {
  let place = 0;
  while (place < maxTitles && filledIn(records.ahead(place)) === 1) place += 1;
  const header = records.ahead(place)?.fields ?? [];
  const below = records.ahead(place + 1)?.fields;
  if (!below || header.length < 2 || header.some((field) => field.trim() === '')) return false;
  const isOverValues = below.length === header.length && below.some(isValue);
  return (
    looksLikeHeader(header) && (isOverValues || (header.length !== width && below.length === header.length))
  );
}

function filledIn(record: CsvRecord | undefined): number {
  return record ? record.fields.filter((field) => field.trim() !== '').length : 0;
}

function scanTable(records: RecordReader, signal: AbortSignal | undefined): Scan {
  const head: CsvRecord[] = [];
  const tail: CsvRecord[] = [];
  const lines: string[] = [];
  const numbers: number[] = [];
  let [width, unevenCount, firstUneven] = [0, 0, 0];
  let end = 0;
  for (let record = records.ahead(0); record; record = records.ahead(0)) {
    const isApart = lines.length > 1 && record.start > end + 1;
    if (isApart && hasHeader(head) && beginsTable(records, tableWidth(head))) break;
    records.next();
    end = record.end;
    lines.push(tableLine(record.fields));
    numbers.push(record.number);
    tail.push(record);
    if (tail.length > 2 * tailSize) tail.splice(0, tailSize);
    if (head.length < headSize) head.push(record);
    else {
      width ||= tableWidth(head);
      if (record.fields.length !== width) {
        unevenCount += 1;
        firstUneven ||= record.start;
      }
    }
    if (lines.length % 10_000 === 0) throwIfAborted(signal);
  }
  width ||= tableWidth(head);
  const isUneven = ({ fields }: CsvRecord): boolean => fields.length !== width;
  const trailer = tail.slice(tail.length - trailerCount(tail, width));
  const unevenHead = head
    .slice(titleCount(head, width))
    .filter((record) => isUneven(record) && !trailer.includes(record));
  const beyond = trailer.filter((record) => isUneven(record) && !head.includes(record)).length;
  const uneven = {
    count: unevenCount + unevenHead.length - beyond,
    first: unevenHead[0]?.start ?? firstUneven,
  };
  return {
    head,
    tail,
    lines,
    numbers,
    width,
    uneven,
  };
}

/**
 * Whether the first records are those of a table with a header, and not only what stands over one: names and words in
 * two columns are that.
 */
function hasHeader(head: readonly CsvRecord[]): boolean {
  const width = tableWidth(head);
  const rows = head.slice(titleCount(head, width)).map(({ fields }) => fields);
  if (width < 2 || rows.length < 2 || countHeaderRows(rows) === 0) return false;
  return width > 2 || rows.slice(1).every(([, value = '']) => isValue(value));
}

/** The width of the records that hold most fields: few rows of a table outweigh many short lines above it. */
function tableWidth(records: readonly CsvRecord[]): number {
  const widths = [...Map.groupBy(records, ({ fields }) => fields.length)];
  const repeated = widths.filter(([, alike]) => alike.length > 1);
  const candidates = repeated.length > 0 ? repeated : widths;
  return candidates.toSorted((a, b) => b[0] * b[1].length - a[0] * a[1].length)[0]?.[0] ?? 0;
}

/**
 * How many of the first records stand over the table: one field is filled where rows have several, or a blank line
 * follows and a header that fills more fields than any of them, as under the account on a bank's statement.
 */
function titleCount(head: readonly CsvRecord[], width: number): number {
  if (width < 2) return 0;
  let most = 0;
  for (const [index, { fields, start }] of head.entries()) {
    const filled = filledIn(head[index]);
    const isApart = index > 0 && start > (head[index - 1]?.end ?? 0) + 1;
    if (filled > most && isApart && fields.length === width && looksLikeHeader(fields)) return index;
    most = Math.max(most, filled);
  }
  const table = head.findIndex((record) => filledIn(record) > 1);
  return Math.max(0, table);
}

/**
 * How many of the last records stand below the table: one field is filled where rows have several, and it is shorter
 * than those or parted from them by a blank line; or what is parted from them is shorter, as a sum is.
 */
function trailerCount(tail: readonly CsvRecord[], width: number): number {
  if (width < 2) return 0;
  let count = 0;
  for (let place = tail.length - 1; place > 0; place--) {
    const { fields, start } = tail[place] as CsvRecord;
    const isAlone = filledIn(tail[place]) === 1;
    const isShort = fields.length < width;
    if (!(isAlone || isShort) || !/\p{L}/u.test(fields[0] ?? '')) break;
    const isApart = start > (tail[place - 1]?.end ?? 0) + 1;
    // Of lines of one field, the first is parted from the table, or all are shorter than its rows.
    if ((isAlone && isShort) || isApart) count = tail.length - place;
  }
  return Math.min(count, tailSize);
}

/** The line right above a table, where it can be its title. */
function titleOf({ head, width }: Scan): CsvRecord | undefined {
  const titles = titleCount(head, width);
  const title = head[titles - 1];
  if (!title || filledIn(title) > 1 || title.end + 1 !== head[titles]?.start) return undefined;
  return isTitleLine(titleText(title.fields)) ? title : undefined;
}

/** Writes the table with what stands around it, and returns where each of its rows and lines stands. */
function addTable(
  builder: DocumentBuilder,
  table: Scan,
  sheet: string,
  isTitled: boolean,
): readonly TextPlace[] {
  const { head, tail, lines, numbers, width } = table;
  const title = isTitled ? titleOf(table) : undefined;
  const titles = titleCount(head, width);
  const places: TextPlace[] = [];
  const addText = (record: CsvRecord) => {
    const { fields, number } = record;
    if (record === title) builder.heading(2, titleText(fields));
    else builder.paragraph(titleText(fields));
    const { start, text } = builder.last ?? { start: 0, text: '' };
    const cells = cellsOf(number, columnLetters(fields.length));
    if (text !== '') places.push({ start, end: start + text.length, sheet, cells });
  };
  for (const record of head.slice(0, titles)) addText(record);
  const trailer = Math.min(trailerCount(tail, width), Math.max(0, lines.length - titles - 1));
  const headRows = head.slice(titles).map(({ fields }) => fields);
  const header = withGroupLabels(headRows.slice(0, countHeaderRows(headRows))).map(tableLine);
  const rows = [...header, ...lines.slice(titles + header.length, lines.length - trailer)];
  const text = rows.join('\n');
  const headerEnd = header.join('\n').length;
  builder.written({
    text,
    blocks: rows.length === 0 ? [] : [{ kind: 'table', start: 0, end: text.length, headerEnd }],
  });
  let { start } = builder.last ?? { start: 0 };
  const lastColumn = columnLetters(width);
  for (const [index, row] of rows.length > maxPlaces ? [] : rows.entries()) {
    const end = start + row.length;
    places.push({ start, end, sheet, cells: cellsOf(numbers[titles + index] ?? 0, lastColumn) });
    start = end + 1;
  }
  for (const record of tail.slice(tail.length - trailer)) addText(record);
  return places;
}

function cellsOf(row: number, lastColumn: string): string {
  return lastColumn === 'A' ? `A${row}` : `A${row}:${lastColumn}${row}`;
}

/** What a spreadsheet program calls the only sheet of a file. */
function sheetName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/\.[^.]+$/, '') || name;
}

/** What stands over a table: most often a name and its value. */
function titleText(fields: readonly string[]): string {
  const [name = '', ...others] = fields.map((field) => field.trim()).filter((field) => field !== '');
  if (others.length === 0) return name;
  return `${name.replace(/:$/, '')}: ${others.join(', ')}`;
}

function unevenRows(text: string, { uneven, width }: Scan): readonly string[] {
  if (uneven.count === 0) return [];
  const rows = uneven.count === 1 ? 'row has' : 'rows have';
  return [
    `${uneven.count} ${rows} more or fewer than ${width} fields, the first on line ${lineAt(text, uneven.first)}`,
  ];
}

/** In the order that decides where two fit equally: a comma is also in decimals and prose. */
const delimiters = ['\t', ';', '|', ','] as const;

const sampleLength = 65_536;
const sampleRecords = 50;

/** Excel's own hint in the first line. */
const hint = /^sep=(.)[ \t]*(?:\n|$)/i;

/**
 * Finds how a delimited text is to be read and where its records begin. The delimiter is the one under which most of
 * the first records have the same number of fields, two at least; a comma where none divides.
 */
export function findDialect(text: string): CsvDialect & { readonly start: number } {
  const hinted = hint.exec(text);
  const start = hinted?.[0].length ?? 0;
  if (hinted?.[1]) return { delimiter: hinted[1], hasQuotes: true, start };
  let best = { delimiter: ',', share: 0 };
  const sample = text.slice(0, sampleLength);
  for (const delimiter of delimiters) {
    // None fits better than one that fits everywhere.
    if (best.share === 1) break;
    if (!sample.includes(delimiter)) continue;
    const share = evenShare(sample, delimiter);
    if (share > best.share) best = { delimiter, share };
  }
  const dialect = { delimiter: best.delimiter, hasQuotes: true };
  return { ...dialect, isFramed: isFramed(sample, dialect), start };
}

/** Whether bars stand around rows as well as between their fields, as lists of SAP and tables of Markdown have them. */
function isFramed(sample: string, dialect: CsvDialect): boolean {
  if (dialect.delimiter !== '|') return false;
  const rows = [...csvRecords(sample, dialect)].filter(({ fields }) => fields.length > 2);
  return (
    rows.length > 0 && rows.every(({ fields }) => fields[0]?.trim() === '' && fields.at(-1)?.trim() === '')
  );
}

/** The share of records that have the most common number of fields but one; 0 where all have one. */
function evenShare(sample: string, delimiter: string): number {
  const counts = new Map<number, number>();
  let records = 0;
  for (const { fields } of csvRecords(sample, { delimiter, hasQuotes: true })) {
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    records += 1;
    if (records === sampleRecords) break;
  }
  counts.delete(1);
  return records === 0 ? 0 : Math.max(0, ...counts.values()) / records;
}

/** A record of a delimited text. */
export interface CsvRecord {
  readonly fields: readonly string[];
  /** From 1, with blank lines counted. */
  readonly number: number;
  /** Its span in the text, without the line end. */
  readonly start: number;
  readonly end: number;
}

/** How a delimited text is to be read. */
interface CsvDialect {
  readonly delimiter: string;
  /** Whether fields that begin with `"` end with the next single one and may hold delimiters and line ends. */
  readonly hasQuotes: boolean;
  /** Whether the first and the last field of a record are but what stands outside of its frame. */
  readonly isFramed?: boolean;
}

const quote = 0x22;

/**
 * The records of a text from `from` on, blank lines left out (RFC 4180, with any delimiter and lone line feeds).
 * A quote within a field that does not begin with one is a character like others. Where a quoted field is never
 * closed, the record that holds it goes on to the end, and the generator returns its start.
 */
export function* csvRecords(
  text: string,
  { delimiter, hasQuotes, isFramed = false }: CsvDialect,
  from = 0,
): Generator<CsvRecord, number | undefined> {
  const separator = delimiter.charCodeAt(0);
  /** The next ones ahead. */
  let [separatorAt, lineFeedAt] = [-1, -1];
  let start = from;
  for (let number = 1; start < text.length; number++) {
    const fields: string[] = [];
    let position = start;
    let end = -1;
    while (end < 0) {
      const isQuoted = hasQuotes && text.charCodeAt(position) === quote;
      const close = isQuoted ? closingQuote(text, position + 1) : position;
      if (close < 0) return start;
      if (separatorAt < close) separatorAt = indexOrEnd(text, delimiter, close);
      if (lineFeedAt < close) lineFeedAt = indexOrEnd(text, '\n', close);
      const next = Math.min(separatorAt, lineFeedAt);
      fields.push(isQuoted ? unquoted(text, position, close, next) : text.slice(position, next));
      position = next + 1;
      if (text.charCodeAt(next) !== separator) end = next;
    }
    const shown = isFramed && fields.length > 2 ? fields.slice(1, -1) : fields;
    if (fields.length > 1 || fields[0]?.trim() !== '') yield { fields: shown, number, start, end };
    start = end + 1;
  }
  return undefined;
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from);
  return at < 0 ? text.length : at;
}

/** One past the quote that ends a field; -1 where none does. */
function closingQuote(text: string, from: number): number {
  let position = text.indexOf('"', from);
  while (position >= 0 && text.charCodeAt(position + 1) === quote) position = text.indexOf('"', position + 2);
  return position < 0 ? -1 : position + 1;
}

function unquoted(text: string, open: number, close: number, end: number): string {
  return text.slice(open + 1, close - 1).replaceAll('""', '"') + text.slice(close, end);
}
