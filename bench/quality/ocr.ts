import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { ParsedDocument } from '../../src/contracts/parser.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { installedReader } from '../../src/formats/ocr/installed-reader.ts';
import { pictureParser } from '../../src/formats/ocr/picture-parser.ts';
import { pdfParser } from '../../src/formats/pdf/pdf-parser.ts';
import { madeScans } from './made-scans.ts';
import type { QualityOutcome } from './outcome.ts';

const describe =
  'Text recognised in pictures of pages: made ones (a letter, an article in two columns, a table, minutes and a form, in ' +
  'English and German, in six conditions; every second of 60, with --full all) and the three of a scanned medical report beside the evaluation sets. ' +
  'Each goes through its parser as in an ingest, so that the order of reading counts, but that blocks side by side on the scanned pages may be read line by line or one after the other. Character error rate: edits ' +
  'from what was recognised to what stands on the page, over its characters, white space and the marks of lists and ' +
  'tables aside. Words: the share of the words of the page that are found, each as often as it stands there. Pages a ' +
  'minute of one core, with decoding and layout, on a machine that may have been busy.';

/** Made pages are of this seed. */
const seed = 1;

/** Beyond this error rate over all pages, or this share of words, something is broken. */
const mostErrors = 0.05;
const fewestWords = 0.93;

const realPages = z.array(
  z.strictObject({ file: z.string(), pages: z.array(z.strictObject({ page: z.int(), text: z.string() })) }),
);

interface Sum {
  pages: number;
  characters: number;
  edits: number;
  words: number;
  found: number;
  ms: number;
}

/** Measures the reader that is installed. Errors: any `Error` where none is. */
export async function measureOcr(
  data: string,
  { full, log }: { readonly full: boolean; readonly log: (line: string) => void },
): Promise<QualityOutcome> {
  const reader = installedReader();
  if (!reader)
    throw new Error('No reader is installed: npm install tesseract.js-core @tesseract.js-data/eng');
  const sums = new Map<string, Sum>();
  const count = (name: string, expected: string, recognised: string, ms: number): void => {
    const sum = sums.get(name) ?? { pages: 0, characters: 0, edits: 0, words: 0, found: 0, ms: 0 };
    const [wanted, got] = [plain(expected), plain(recognised)];
    const { words, found } = wordsFound(wanted, got);
    sums.set(name, {
      pages: sum.pages + 1,
      characters: sum.characters + wanted.length,
      edits: sum.edits + editsTo(expected, recognised),
      words: sum.words + words,
      found: sum.found + found,
      ms: sum.ms + ms,
    });
  };
  for await (const { bytes, text, condition, language } of madeScans(seed, { every: full ? 1 : 2 })) {
    const started = performance.now();
    const document = await pictureParser.parse({ path: 'page', bytes }, { ocr: 'auto' });
    count(`${condition}, ${language}`, text, document.text, performance.now() - started);
    log(`${condition}, ${language}`);
  }
  const source = await readFile(new URL('ocr-pages.yaml', import.meta.url), 'utf8');
  for (const { file, pages } of realPages.parse(parse(source))) {
    const bytes = await readFile(join(data, '..', 'documents', file));
    const started = performance.now();
    const document = await pdfParser.parse({ path: file, bytes }, { ocr: 'always' });
    const ms = (performance.now() - started) / pages.length;
    for (const { page, text } of pages) {
      const recognised = textOf(document, page);
      const orders = ordersOf(text).map((order) => ({ order, wrong: editsTo(order, recognised) }));
      const { order } = orders.reduce((best, each) => (each.wrong < best.wrong ? each : best));
      count('real pages, en', order, recognised, ms);
    }
    log(file);
  }
  const all = [...sums.values()].reduce((one, other) => ({
    pages: one.pages + other.pages,
    characters: one.characters + other.characters,
    edits: one.edits + other.edits,
    words: one.words + other.words,
    found: one.found + other.found,
    ms: one.ms + other.ms,
  }));
  const rows = [...sums, ['all', all] as const].map(([set, sum]) => ({
    set,
    pages: sum.pages,
    errorRate: sum.edits / sum.characters,
    words: sum.found / sum.words,
    pagesPerMinute: (60_000 * sum.pages) / sum.ms,
  }));
  const last = rows.at(-1);
  return {
    describe: `${describe} Reader: ${reader.name}.`,
    rows,
    table: markdownTable(
      ['pages', 'number', 'character error rate', 'words found', 'pages a minute'],
      rows.map((row) => [
        row.set,
        String(row.pages),
        `${(100 * row.errorRate).toFixed(2)} %`,
        `${(100 * row.words).toFixed(1)} %`,
        row.pagesPerMinute.toFixed(1),
      ]),
    ),
    ok: last !== undefined && last.errorRate <= mostErrors && last.words >= fewestWords,
  };
}

function textOf({ blocks, text }: ParsedDocument, page: number): string {
  return blocks
    .filter((block) => block.page === page)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n');
}

/** Without what differs by habit: quotation marks and dashes, bullets, the bars of tables, white space. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—−]/g, '-')
    .replace(/^\s*[-•*□]\s/gm, '')
    .replace(/[|\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The orders in which a page may be read: where a `‖` stands between blocks side by side, line by line, or all of the
 * left one before the right one.
 */
function ordersOf(text: string): readonly string[] {
  const across = text.replace(/ ‖ ?/g, ' ');
  const down = text.replace(/(?:.* ‖.*\n)+/g, (lines) => {
    const pairs = lines
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ ‖ ?/));
    return `${[0, 1].flatMap((side) => pairs.map((pair) => pair[side] ?? '')).join('\n')}\n`;
  });
  return [across, down];
}

function editsTo(expected: string, recognised: string): number {
  return edits(plain(expected).split(''), plain(recognised).split(''));
}

/** Levenshtein's distance. */
function edits(wanted: readonly string[], got: readonly string[]): number {
  let before = Uint32Array.from({ length: got.length + 1 }, (_, index) => index);
  for (const [row, character] of wanted.entries()) {
    const here = new Uint32Array(got.length + 1);
    here[0] = row + 1;
    for (const [column, other] of got.entries())
      here[column + 1] = Math.min(
        (before[column + 1] as number) + 1,
        (here[column] as number) + 1,
        (before[column] as number) + (character === other ? 0 : 1),
      );
    before = here;
  }
  return before.at(-1) as number;
}

function wordsFound(wanted: string, got: string): { readonly words: number; readonly found: number } {
  const left = new Map<string, number>();
  for (const word of got.split(' ')) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  const words = wanted.split(' ');
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    found += 1;
    left.set(word, count - 1);
  }
  return { words: words.length, found };
}
