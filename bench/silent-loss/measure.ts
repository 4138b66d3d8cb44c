/**
 * What PDFs show and the parser does not read. `node bench/silent-loss/measure.ts FOLDER… [--results]` prints a table
 * by kind for made files (FOLDER/shown.json) or in one row for others, against two other readers (others.json beside);
 * both come from made_pdfs.py. `--results` puts it into RESULTS.md. Counted are letters, digits and check boxes,
 * whatever their order. Silent are those that are missing without a failure or a warning of the file.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isFootnoteError } from '../../src/errors.ts';
import { parsePdf } from '../../src/formats/pdf/parse-pdf.ts';
import { writeResultsSection } from '../results.ts';

type Counts = ReadonlyMap<string, number>;

interface Shown {
  readonly kind: string;
  readonly shown: string;
}

interface Row {
  files: number;
  shown: number;
  lost: number;
  silent: number;
  readonly others: Map<string, number>;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { results: { type: 'boolean' } },
});
const rows = new Map<string, Row>();
for (const folder of positionals) await measure(folder);
const table = tableOf(rows);
console.log(table);
if (values.results) {
  const body = `Letters, digits and check boxes that PDFs show and the parser does not read, by kind of file; \`silently\` are those of files that neither fail nor warn. Of made files what they show is known; of files at hand it is what two other readers both find, running heads and page numbers among it, which the parser leaves out on purpose. In a report of 160 pages those are the 15 letters of the link at the top of each. The columns of the other readers are what these do not read.\n\n${table}`;
  const command = 'node bench/silent-loss/measure.ts MADE AT-HAND --results';
  await writeResultsSection({ kind: 'quality', name: 'silent-loss', command, body });
}

async function measure(folder: string): Promise<void> {
  const others = readJson(join(folder, 'others.json')) as Record<string, Record<string, string[]>>;
  const made = readJson(join(folder, 'shown.json')) as Record<string, Shown>;
  for (const [name, readers] of Object.entries(others)) {
    const byOthers = Object.entries(readers).map(
      ([reader, pages]) => [reader, countsOf(pages.join('\n'))] as const,
    );
    const known = made[name];
    const reference = known ? countsOf(known.shown) : both(byOthers.map(([, counts]) => counts));
    const { text, isTold } = await read(join(folder, name));
    const lost = missing(reference, countsOf(text));
    const row = rowOf(known?.kind ?? 'files at hand');
    row.files += 1;
    row.shown += total(reference);
    row.lost += lost;
    if (lost > 0 && !known) console.error(name, lost, 'of', total(reference));
    if (!isTold) row.silent += lost;
    for (const [reader, counts] of byOthers)
      row.others.set(reader, (row.others.get(reader) ?? 0) + missing(reference, counts));
  }
}

/** Its text, and whether it is said that something of it is missing. */
async function read(path: string): Promise<{ text: string; isTold: boolean }> {
  try {
    const { text, warnings } = await parsePdf({ path, bytes: readFileSync(path) }, {});
    return { text, isTold: warnings.length > 0 };
  } catch (error) {
    if (!isFootnoteError(error) || !/^text_layer|^file_e/.test(error.code)) throw error;
    return { text: '', isTold: true };
  }
}

function countsOf(text: string): Counts {
  const counts = new Map<string, number>();
  for (const character of text.normalize('NFKC').match(/[\p{L}\p{N}☐☒]/gu) ?? [])
    counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

/** What all of them have. */
function both([first = new Map(), ...rest]: readonly Counts[]): Counts {
  const least = (character: string, count: number) =>
    Math.min(count, ...rest.map((counts) => counts.get(character) ?? 0));
  return new Map([...first].map(([character, count]) => [character, least(character, count)]));
}

function missing(reference: Counts, found: Counts): number {
  return [...reference].reduce((sum, [each, count]) => sum + Math.max(0, count - (found.get(each) ?? 0)), 0);
}

function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function rowOf(name: string): Row {
  const row = rows.get(name) ?? { files: 0, shown: 0, lost: 0, silent: 0, others: new Map<string, number>() };
  rows.set(name, row);
  return row;
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

function tableOf(rows: ReadonlyMap<string, Row>): string {
  const readers = [...new Set([...rows.values()].flatMap(({ others }) => [...others.keys()]))];
  const lines = [...rows].map(([name, { files, shown, lost, silent, others }]) => {
    const figures = readers.map((reader) => others.get(reader) ?? 0);
    return `| ${[name, files, shown, lost, silent, ...figures].join(' | ')} |`;
  });
  const heads = ['of', 'files', 'characters', 'not read', 'silently', ...readers];
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => ' --- |').join('')}`, ...lines].join('\n');
}
