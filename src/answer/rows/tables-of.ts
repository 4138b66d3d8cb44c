import { setImmediate } from 'node:timers/promises';
import type { SourceText } from '../../contracts/document.ts';
import { none } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import { HeadingTrail } from '../../text/heading-path.ts';
import { isDelimiterRow, rowCells } from '../../text/sentences/row-cells.ts';
import { columnValues, readAtOnce } from './table-columns.ts';

/** What says a sum, by language. */
export const sums = byLanguage(({ comparing }) => {
  const total = comparing?.total ?? none;
  return total === none ? none : new RegExp(total, 'iu');
});

/** What a row begins with that adds up others: a table may be in another language than the question. */
const totals = Object.values(sums)
  .flatMap((sum) => (sum === none ? [] : [sum.source]))
  .join('|');

const totalRow = new RegExp(
  `^(?:sub|grand|zwischen)?[ -]?(?:${totals})(?<more>(?![\\p{L}\\p{N}]).*)?$`,
  'iu',
);

/** Tables beyond this are counted by nobody at once, and would keep a server from all else for seconds. */
const maxRows = 500_000;

const maxCells = 2_000_000;

export interface Row {
  readonly start: number;
  readonly end: number;
  readonly cells: readonly string[];
}

/** A table as a whole, with the pieces of it that have the same header. */
export interface Table {
  readonly header: { readonly start: number; readonly end: number };
  /** What all rows of the header say of each column, one a row. */
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  /** The headings above it. */
  readonly above: readonly string[];
}

/**
 * The tables of a document. Those of one header are one, since a table goes on over pages and sheets, unless the
 * question names what stands above some of them.
 */
export async function tablesOf(
  { text, blocks }: SourceText,
  stems: (text: string) => ReadonlySet<string>,
  asked: ReadonlySet<string>,
  languages: readonly string[],
): Promise<readonly Table[]> {
  const byHeader = new Map<string, Map<string, Table & { readonly rows: Row[] }>>();
  const trail = new HeadingTrail();
  let rowCount = 0;
  let cellCount = 0;
  for (const block of blocks) {
    trail.pass(block);
    if (block.kind !== 'table') continue;
    const isHeaded = block.headerEnd > block.start;
    // A table goes on behind the end of a page under the header that it began with.
    const place = isHeaded ? { start: block.start, end: block.headerEnd } : block.header;
    if (!place) continue;
    const written = text.slice(place.start, place.end);
    const header = written.split('\n').filter((line) => line.trim() !== '' && !isDelimiterRow(line));
    const headerKey = header.join('\n');
    const same = byHeader.get(headerKey) ?? new Map<string, Table & { rows: Row[] }>();
    byHeader.set(headerKey, same);
    const { path } = trail;
    const pathKey = path.join('\n');
    const shown = { start: place.start, end: place.start + written.trimEnd().length };
    const table = same.get(pathKey) ?? {
      header: shown,
      names: namesOf(header),
      rows: [],
      above: path,
    };
    same.set(pathKey, table);
    const rows = await rowsOf(text, block.headerEnd, block.end);
    for (const row of rows) table.rows.push(row);
    rowCount += rows.length;
    cellCount += rows.length * table.names.length;
    if (rowCount > maxRows || cellCount > maxCells) return [];
  }
  const tables = [...byHeader.values()].flatMap((same) => {
    const pieces = [...same.values()];
    const words = pieces.map(({ above }) => stems(above.join(' ')));
    const isTold = words.some((own) =>
      [...own].some((word) => asked.has(word) && words.some((other) => !other.has(word))),
    );
    const [first] = pieces;
    return isTold || !first ? pieces : [{ ...first, rows: pieces.flatMap(({ rows }) => rows) }];
  });
  const rest = await Promise.all(tables.map((table) => withoutTotal(table, languages)));
  return rest.filter((table) => table !== undefined);
}

function namesOf(header: readonly string[]): readonly string[] {
  const cells = header.map(rowCells);
  return (cells[0] ?? []).map((_, column) =>
    [...new Set(cells.map((row) => row[column] ?? ''))].filter(Boolean).join(' '),
  );
}

/**
 * A table without the row at its end that adds up the others. Undefined where it cannot be told whether a row does:
 * “Total 2024”, with none of the sums, or such a row between others.
 */
async function withoutTotal(table: Table, languages: readonly string[]): Promise<Table | undefined> {
  const labels = table.rows.map(({ cells }) => totalRow.exec(cells.find((cell) => cell !== '') ?? ''));
  const last = labels.at(-1);
  if (labels.slice(0, -1).some(Boolean)) return undefined;
  const others = { ...table, rows: table.rows.slice(0, -1) };
  if (last && !last.groups?.['more']?.replace(/^\s*:\s*$/, '')) return others;
  const isUnnamed = others.rows.length > 1 && table.rows.at(-1)?.cells[0] === '';
  if (!last && !isUnnamed) return table;
  const columns = await Promise.all(
    table.names.map((_, column) =>
      columnValues(
        table.rows.map(({ cells }) => cells[column] ?? ''),
        ...languages,
      ),
    ),
  );
  const isSum = columns.some((read) => {
    const total = read?.kind === 'number' ? read.values.at(-1) : undefined;
    if (!read || total === undefined) return false;
    const sum = read.values.slice(0, -1).reduce<number>((all, value) => all + (value ?? 0), 0);
    return Math.abs(sum - total) < 10 ** -read.decimals / 2;
  });
  if (isSum) return others;
  return last ? undefined : table;
}

async function rowsOf(text: string, from: number, to: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let start = from; start < to; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 || newline > to ? to : newline;
    const line = text.slice(start, end);
    if (line.trim() !== '' && !isDelimiterRow(line)) {
      rows.push({ start, end, cells: rowCells(line) });
      if (rows.length % readAtOnce === 0) await setImmediate();
    }
    start = end + 1;
  }
  return rows;
}
