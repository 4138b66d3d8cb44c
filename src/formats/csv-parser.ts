import type { TextPlace } from '../contracts/document.ts';
import { throwIfAborted } from '../errors.ts';
import { columnLetters } from '../text/places-within.ts';
import { type DocumentBuilder, hasWords, tableLine } from './document/document-builder.ts';
import { languageOf, lineAt, textFormat } from './document/text-format.ts';
import { countHeaderRows, looksLikeHeader, withGroupLabels } from './table/table-rows.ts';

/** Rows looked at to tell the header from the rest. */
const headSize = 50;

/** Rows that may stand below the table. */
const tailSize = 20;

/** Of a table with more rows it is not noted where each stands in the file. */
const maxPlaces = 100_000;

/**
 * Delimited text: one table, with the header that its cells suggest, its rows written as those of every format. Lines
 * of a single field above or below a wider table are paragraphs, and so is what a blank line parts from a fuller header
 * below it. Labels of a header row stand in all columns that they are over. A quote that is never closed makes the file
 * read without quoting, with a warning; so does a row of another width than the header, which changes nothing else.
 * Each row has the cells that a spreadsheet program shows it in, on a sheet named after the file. Errors: `file_empty`
 * where no field holds anything.
 */
export const csvParser = textFormat({
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab'],
  version: 6,
  isCleaned: true,
  write(builder, { path, text, encoding, signal }) {
    const { start, ...dialect } = findDialect(text);
    const quoted = scan(text, dialect, start, signal);
    const isUnclosed = quoted.unclosedAt !== undefined;
    const table = isUnclosed ? scan(text, { ...dialect, hasQuotes: false }, start, signal) : quoted;
    const unclosed = isUnclosed
      ? [
          `line ${lineAt(text, quoted.unclosedAt ?? 0)}: a quotation mark is never closed; all of them were read as plain characters`,
        ]
      : [];
    const places = addTable(builder, table, sheetName(path));
    const warnings = [...unclosed, ...unevenRows(text, table)];
    return { language: languageOf(text, encoding), warnings, places };
  },
});

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
  readonly unclosedAt?: number;
}

function scan(text: string, dialect: CsvDialect, from: number, signal: AbortSignal | undefined): Scan {
  const head: CsvRecord[] = [];
  const tail: CsvRecord[] = [];
  const lines: string[] = [];
  const numbers: number[] = [];
  let [width, unevenCount, firstUneven] = [0, 0, 0];
  const generator = csvRecords(text, dialect, from);
  let step = generator.next();
  for (; !step.done; step = generator.next()) {
    const record = step.value;
    if (!hasWords(record.fields)) continue;
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
    ...(step.value !== undefined && { unclosedAt: step.value }),
  };
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
    const filled = fields.filter((field) => field.trim() !== '').length;
    const isApart = index > 0 && start > (head[index - 1]?.end ?? 0) + 1;
    if (filled > most && isApart && fields.length === width && looksLikeHeader(fields)) return index;
    most = Math.max(most, filled);
  }
  const table = head.findIndex(({ fields }) => fields.filter((field) => field.trim() !== '').length > 1);
  return Math.max(0, table);
}

/**
 * How many of the last records stand below the table: one field is filled where rows have several, and it is shorter
 * than those or parted from them by a blank line.
 */
function trailerCount(tail: readonly CsvRecord[], width: number): number {
  if (width < 2) return 0;
  let count = 0;
  for (let place = tail.length - 1; place > 0; place--) {
    const { fields, start } = tail[place] as CsvRecord;
    const filled = fields.filter((field) => field.trim() !== '').length;
    if (filled > 1 || !/\p{L}/u.test(fields[0] ?? '')) break;
    const isApart = start > (tail[place - 1]?.end ?? 0) + 1;
    // Of lines of one field, the first is parted from the table, or all are shorter than its rows.
    if (fields.length < width || isApart) count = tail.length - place;
  }
  return Math.min(count, tailSize);
}

/** Writes the table with what stands around it, and returns where each of its rows and lines stands. */
function addTable(
  builder: DocumentBuilder,
  { head, tail, lines, numbers, width }: Scan,
  sheet: string,
): readonly TextPlace[] {
  const titles = titleCount(head, width);
  const places: TextPlace[] = [];
  const addText = ({ fields, number }: CsvRecord) => {
    builder.paragraph(titleText(fields));
    const { start, text } = builder.last ?? { start: 0, text: '' };
    const cells = cellsOf(number, fields.length);
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
  for (const [index, row] of rows.length > maxPlaces ? [] : rows.entries()) {
    places.push({
      start,
      end: start + row.length,
      sheet,
      cells: cellsOf(numbers[titles + index] ?? 0, width),
    });
    start += row.length + 1;
  }
  for (const record of tail.slice(tail.length - trailer)) addText(record);
  return places;
}

function cellsOf(row: number, width: number): string {
  return width > 1 ? `A${row}:${columnLetters(width)}${row}` : `A${row}`;
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
  return { delimiter: best.delimiter, hasQuotes: true, start };
}

/** The share of records that have the most common number of fields; 0 where that is one. */
function evenShare(sample: string, delimiter: string): number {
  const counts = new Map<number, number>();
  let records = 0;
  for (const { fields } of csvRecords(sample, { delimiter, hasQuotes: true })) {
    counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1);
    records += 1;
    if (records === sampleRecords) break;
  }
  let [width, most] = [1, 0];
  for (const [fields, count] of counts) if (count > most) [width, most] = [fields, count];
  return width > 1 ? most / records : 0;
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
}

const quote = 0x22;

/**
 * The records of a text from `from` on, blank lines left out (RFC 4180, with any delimiter and lone line feeds).
 * A quote within a field that does not begin with one is a character like others. Where a quoted field is never
 * closed, the record that holds it goes on to the end, and the generator returns its start.
 */
export function* csvRecords(
  text: string,
  { delimiter, hasQuotes }: CsvDialect,
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
    if (fields.length > 1 || fields[0]?.trim() !== '') yield { fields, number, start, end };
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
