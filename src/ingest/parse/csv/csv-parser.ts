import { throwIfAborted } from '../../../errors.ts';
import { type DocumentBuilder, hasWords, tableLine } from '../document-builder.ts';
import { countHeaderRows, looksLikeHeader } from '../header-rows.ts';
import { lineAt } from '../line-at.ts';
import { languageOf } from '../read-text.ts';
import { textFormat } from '../text-format.ts';
import { findDialect } from './csv-dialect.ts';
import { type CsvDialect, type CsvRecord, csvRecords } from './csv-records.ts';

/** Rows looked at to tell the header from the rest. */
const headSize = 50;

/**
 * Delimited text: one table, with the header that its cells suggest, its rows written as those of every format. Lines
 * of a single field above a wider table are paragraphs, and so is what a blank line parts from a fuller header below
 * it. A quote that is never closed makes the file read without quoting, with a warning; so does a row of another width
 * than the header, which changes nothing else. Errors: `file_empty` where no field holds anything.
 */
export const csvParser = textFormat({
  name: 'csv',
  extensions: ['.csv', '.tsv', '.tab'],
  version: 6,
  isCleaned: true,
  write(builder, { text, encoding, signal }) {
    const { start, ...dialect } = findDialect(text);
    const quoted = scan(text, dialect, start, signal);
    const isUnclosed = quoted.unclosedAt !== undefined;
    const table = isUnclosed ? scan(text, { ...dialect, hasQuotes: false }, start, signal) : quoted;
    const unclosed = isUnclosed
      ? [
          `line ${lineAt(text, quoted.unclosedAt ?? 0)}: a quotation mark is never closed; all of them were read as plain characters`,
        ]
      : [];
    addTable(builder, table);
    return { language: languageOf(text, encoding), warnings: [...unclosed, ...unevenRows(text, table)] };
  },
});

interface Scan {
  /** The first records. */
  readonly head: readonly CsvRecord[];
  /** All of them, as rows of a table. */
  readonly lines: readonly string[];
  /** Of the rows of the table, as the first records tell. */
  readonly width: number;
  readonly uneven: { readonly count: number; readonly first: number };
  readonly unclosedAt?: number;
}

function scan(text: string, dialect: CsvDialect, from: number, signal: AbortSignal | undefined): Scan {
  const head: CsvRecord[] = [];
  const lines: string[] = [];
  let [width, unevenCount, firstUneven] = [0, 0, 0];
  const generator = csvRecords(text, dialect, from);
  let step = generator.next();
  for (; !step.done; step = generator.next()) {
    const record = step.value;
    if (!hasWords(record.fields)) continue;
    lines.push(tableLine(record.fields));
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
  const unevenHead = head.slice(titleCount(head, width)).filter(({ fields }) => fields.length !== width);
  const uneven = {
    count: unevenCount + unevenHead.length,
    first: unevenHead[0]?.start ?? firstUneven,
  };
  return { head, lines, width, uneven, ...(step.value !== undefined && { unclosedAt: step.value }) };
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

function addTable(builder: DocumentBuilder, { head, lines, width }: Scan): void {
  const titles = titleCount(head, width);
  for (const { fields } of head.slice(0, titles)) builder.paragraph(titleText(fields));
  const rows = lines.slice(titles);
  const header = rows.slice(0, countHeaderRows(head.slice(titles).map(({ fields }) => fields)));
  const text = rows.join('\n');
  const headerEnd = header.join('\n').length;
  builder.written({
    text,
    blocks: rows.length === 0 ? [] : [{ kind: 'table', start: 0, end: text.length, headerEnd }],
  });
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
