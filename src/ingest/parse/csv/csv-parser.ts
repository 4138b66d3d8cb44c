import type { Block, Parser } from '../../../contracts/parser.ts';
import { throwIfAborted } from '../../../errors.ts';
import { countHeaderRows, looksLikeHeader } from '../header-rows.ts';
import { lineAt } from '../line-at.ts';
import { languageOf, looksLikeText, readText } from '../read-text.ts';
import { findDialect } from './csv-dialect.ts';
import { type CsvDialect, type CsvRecord, csvRecords } from './csv-records.ts';

/** Rows looked at to tell the header from the rest. */
const headSize = 50;

/**
 * Delimited text: the file's own text as one table, with the header that its cells suggest. Lines of a single field
 * above a wider table are paragraphs, and so is what a blank line parts from a fuller header below it. A quote that is
 * never closed makes the file read without quoting, with a warning; so does a row of another width than the header,
 * which changes nothing else.
 */
export const csvParser: Parser = {
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab'],
  version: 5,
  recognise: (file) => (looksLikeText(file) ? 'maybe' : 'no'),
  async parse(file, options = {}) {
    const { text, encoding, warnings } = readText(file);
    const { start, ...dialect } = findDialect(text);
    const quoted = scan(text, dialect, start, options.signal);
    const isUnclosed = quoted.unclosedAt !== undefined;
    const table = isUnclosed ? scan(text, { ...dialect, hasQuotes: false }, start, options.signal) : quoted;
    const unclosed = isUnclosed
      ? [
          `line ${lineAt(text, quoted.unclosedAt ?? 0)}: a quote is never closed; quotes were read as characters`,
        ]
      : [];
    const blocks = tableBlocks(table);
    // A hint to the program is the only thing that can leave nothing.
    const whole: Block = { kind: 'paragraph', start: 0, end: text.trimEnd().length };
    return {
      text,
      blocks: blocks.length > 0 ? blocks : [whole],
      language: languageOf(text, encoding),
      metadata: {},
      warnings: [...warnings, ...unclosed, ...unevenRows(text, table)],
    };
  },
};

interface Scan {
  /** The first records. */
  readonly head: readonly CsvRecord[];
  readonly end: number;
  /** Of the rows of the table, as the first records tell. */
  readonly width: number;
  readonly uneven: { readonly count: number; readonly first: number };
  readonly unclosedAt?: number;
}

function scan(text: string, dialect: CsvDialect, from: number, signal: AbortSignal | undefined): Scan {
  const head: CsvRecord[] = [];
  let [end, width, unevenCount, firstUneven, records] = [from, 0, 0, 0, 0];
  const generator = csvRecords(text, dialect, from);
  let step = generator.next();
  for (; !step.done; step = generator.next()) {
    const record = step.value;
    end = record.end;
    records += 1;
    if (head.length < headSize) head.push(record);
    else {
      width ||= tableWidth(head);
      if (record.fields.length !== width) {
        unevenCount += 1;
        firstUneven ||= record.start;
      }
    }
    if (records % 10_000 === 0) throwIfAborted(signal);
  }
  width ||= tableWidth(head);
  const unevenHead = head.slice(titleCount(head, width)).filter(({ fields }) => fields.length !== width);
  const uneven = {
    count: unevenCount + unevenHead.length,
    first: unevenHead[0]?.start ?? firstUneven,
  };
  return { head, end, width, uneven, ...(step.value !== undefined && { unclosedAt: step.value }) };
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

function tableBlocks({ head, end, width }: Scan): readonly Block[] {
  const titles = titleCount(head, width);
  const rows = head.slice(titles);
  const blocks: Block[] = head
    .slice(0, titles)
    .filter(({ fields }) => fields.some((field) => field.trim() !== ''))
    .map((title) => ({ kind: 'paragraph', start: title.start, end: title.end }));
  const [first] = rows;
  if (!first) return blocks;
  const header = rows[countHeaderRows(rows.map(({ fields }) => fields)) - 1];
  blocks.push({ kind: 'table', start: first.start, end, headerEnd: header?.end ?? first.start });
  return blocks;
}

function unevenRows(text: string, { uneven, width }: Scan): readonly string[] {
  if (uneven.count === 0) return [];
  const rows = uneven.count === 1 ? 'row has' : 'rows have';
  return [
    `${uneven.count} ${rows} more or fewer than ${width} fields, first in line ${lineAt(text, uneven.first)}`,
  ];
}
