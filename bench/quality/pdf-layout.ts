import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { parsePdf } from '../../src/formats/pdf/parse-pdf.ts';
import type { QualityOutcome } from './outcome.ts';
import { type MarkedBlock, type MarkedPdf, markedPdfs } from './pdf-pages.ts';

/** Right, found and wanted ones of something. */
interface Tally {
  readonly right: number;
  readonly found: number;
  readonly wanted: number;
}

/** What is compared of a PDF. */
const measures = ['order', 'paragraphs', 'cells', 'headings'] as const;

type Scores = Readonly<Record<(typeof measures)[number], Tally>>;

/** Fewest of the harmonic mean of precision and recall, for each. */
const atLeast: Readonly<Record<(typeof measures)[number], number>> = {
  order: 0.95,
  paragraphs: 0.8,
  cells: 0.9,
  headings: 0.85,
};

const describe =
  'PDFs made for it, in 20 layouts of one page to three, with what a reader sees on them marked while they are drawn. ' +
  'Order: words of the running text with the word behind each; paragraphs: those and items of lists that are whole; ' +
  'cells: those of tables with the neighbours to the right and below (adjacency relations, Göbel et al. 2012); ' +
  'headings: their words. Each is the harmonic mean of precision and recall; rules were chosen on the other half.';

/** How well pages of a half are read: odd places are for choosing, even ones for the report. */
export async function pdfLayoutScores(half: 'choose' | 'report') {
  const pdfs = markedPdfs().filter(({ place }) => place % 2 === (half === 'choose' ? 1 : 0));
  const scored = await Promise.all(pdfs.map(async (pdf) => ({ pdf, scores: await scoresOf(pdf) })));
  const figures = (some: typeof scored) =>
    measures.map((name) => meanOf(some.map(({ scores }) => scores[name])));
  const byLayout = [...Map.groupBy(scored, ({ pdf }) => pdf.layout)];
  return {
    all: figures(scored),
    byLayout: byLayout.map(([layout, some]) => [layout, figures(some)] as const),
  };
}

/** How well the layouts of PDFs are read. */
export async function measurePdfLayout(): Promise<QualityOutcome> {
  const { all, byLayout } = await pdfLayoutScores('report');
  const chosenOn = await pdfLayoutScores('choose');
  const rows = measures.map((measure, at) => {
    const value = all[at] ?? 0;
    return { set: 'pdf layouts', measure, value, atLeast: atLeast[measure], ok: value >= atLeast[measure] };
  });
  const table = markdownTable(
    ['layout', ...measures],
    [
      ...byLayout.map(([layout, values]) => line(layout, values)),
      line('all', all),
      line('all of the half that rules are chosen on', chosenOn.all),
    ],
  );
  return { describe, rows, table, ok: rows.every(({ ok }) => ok) };
}

function line(name: string, values: readonly (number | undefined)[]): readonly string[] {
  return [name, ...values.map((value) => value?.toFixed(3) ?? '')];
}

async function scoresOf({ layout, place, bytes, blocks }: MarkedPdf): Promise<Scores> {
  const { text, blocks: found } = await parsePdf({ path: `${layout} ${place}.pdf`, bytes }, {});
  const read = found.map((block): MarkedBlock => {
    const words = text.slice(block.start, block.end);
    if (block.kind === 'heading') return { kind: 'heading', text: words };
    if (block.kind === 'table') return { kind: 'table', rows: words.split('\n').map(cellsOf) };
    return { kind: 'paragraph', text: words };
  });
  return {
    order: compared(read.flatMap(pairsOfWords), blocks.flatMap(pairsOfWords)),
    paragraphs: compared(read.flatMap(paragraphsOf), blocks.flatMap(paragraphsOf)),
    cells: compared(read.flatMap(neighbours), blocks.flatMap(neighbours)),
    headings: compared(read.flatMap(headingsOf), blocks.flatMap(headingsOf)),
  };
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\| | \|$/g, '')
    .split(/ ?(?<!\\)\| ?/)
    .map((cell) => cell.trim());
}

function pairsOfWords(block: MarkedBlock): readonly string[] {
  if (block.kind === 'table') return [];
  const words = withoutMark(block.text).split(/\s+/);
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

function paragraphsOf(block: MarkedBlock): readonly string[] {
  if (block.kind === 'table' || block.kind === 'heading') return [];
  return block.text
    .split(/\n(?=\s*(?:[-•]|\d+\.) )/)
    .map((item) => withoutMark(item).replace(/\s+/g, ' ').trim());
}

function withoutMark(text: string): string {
  return text.replace(/^\s*(?:[-•]|\d+\.) /gm, '');
}

function headingsOf(block: MarkedBlock): readonly string[] {
  return block.kind === 'heading' ? [block.text] : [];
}

/** The next filled cell behind one. */
function next(cells: readonly (string | undefined)[], from: number): string | undefined {
  return cells.slice(from + 1).find(Boolean);
}

/** Each cell of a table with the next that is filled to the right, and below. */
function neighbours(block: MarkedBlock): readonly string[] {
  if (block.kind !== 'table') return [];
  const { rows } = block;
  return rows.flatMap((row, at) =>
    row.flatMap((cell, column) => {
      if (!cell) return [];
      const right = next(row, column);
      const below = next(
        rows.map((each) => each[column]),
        at,
      );
      return [...(right ? [`${cell} → ${right}`] : []), ...(below ? [`${cell} ↓ ${below}`] : [])];
    }),
  );
}

/** Both as bags. */
function compared(found: readonly string[], wanted: readonly string[]): Tally {
  const left = new Map<string, number>();
  for (const one of wanted) left.set(one, (left.get(one) ?? 0) + 1);
  let right = 0;
  for (const one of found) {
    const count = left.get(one) ?? 0;
    if (count > 0) right += 1;
    left.set(one, count - 1);
  }
  return { right, found: found.length, wanted: wanted.length };
}

/** The harmonic mean of precision and recall over all; undefined where nothing is wanted and nothing found. */
function meanOf(tallies: readonly Tally[]): number | undefined {
  const sum = (name: keyof Tally) => tallies.reduce((total, tally) => total + tally[name], 0);
  const both = sum('found') + sum('wanted');
  return both === 0 ? undefined : (2 * sum('right')) / both;
}
