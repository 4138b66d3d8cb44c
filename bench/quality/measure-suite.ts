import { join } from 'node:path';
import { prepareBeir, readBeir } from '../../src/evaluate/beir.ts';
import type { EvaluationCache } from '../../src/evaluate/evaluation-cache.ts';
import type { EvaluationQuestion } from '../../src/evaluate/evaluation-question.ts';
import { relevantDocuments } from '../../src/evaluate/metrics/ranking-metrics.ts';
import { markdownTable } from '../../src/evaluate/report/markdown-report.ts';
import { defaults } from '../../src/settings/default-config.ts';
import { AskedSet, type PlacedText } from './asked-set.ts';
import type { HalvedFigure } from './halves.ts';
import { type MeasureName, measure } from './measures.ts';
import type { QualityOutcome } from './outcome.ts';
import type { QualityRun, QualitySuite } from './suite.ts';

/** One figure and whether it is good enough. */
export interface QualityRow extends HalvedFigure {
  readonly set: string;
  readonly measure: string;
  /** Absent where nothing is asked of it. */
  readonly atLeast?: number;
  /** Absent where nothing is asked of it. */
  readonly atMost?: number;
  readonly ok: boolean;
}

/** Where the sets of a suite are, and who hears how it goes. */
export interface SuiteContext {
  /** The folder with the evaluation sets. */
  readonly data: string;
  readonly cache: EvaluationCache;
  readonly log: (line: string) => void;
}

/** Measures what a suite lists, in its order. */
export async function measureSuite(suite: QualitySuite, context: SuiteContext): Promise<QualityRow[]> {
  const rows: QualityRow[] = [];
  for (const run of suite.runs) rows.push(...(await measureSet(run, context)));
  return rows;
}

/** A row, judged. */
export function qualityRow(row: Omit<QualityRow, 'ok'>): QualityRow {
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = row;
  const value = judged(row);
  return { ...row, ok: value >= atLeast && value <= atMost };
}

/** The outcome of a suite from its rows. */
export function suiteOutcome(
  { describe }: Pick<QualitySuite, 'describe'>,
  rows: readonly QualityRow[],
): QualityOutcome {
  return { describe, rows, table: qualityTable(rows), ok: rows.every(({ ok }) => ok) };
}

function qualityTable(rows: readonly QualityRow[]): string {
  return markdownTable(
    ['set', 'measure', 'odd lines', 'even lines', 'all', 'bar', 'ok'],
    rows.map((row) => [
      row.set,
      row.measure,
      ...[row.odd, row.even, row.all].map(figureCell),
      barCell(row),
      okCell(row),
    ]),
  );
}

function figureCell(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

function barCell({ atLeast, atMost }: QualityRow): string {
  if (atLeast !== undefined) return `≥ ${atLeast}`;
  return atMost === undefined ? '–' : `≤ ${atMost}`;
}

function okCell(row: QualityRow): string {
  const { atLeast, atMost, ok } = row;
  const bar = atLeast ?? atMost;
  if (bar === undefined) return '–';
  return ok ? 'ok' : `FAIL by ${Math.abs(bar - judged(row)).toFixed(3)}`;
}

/** Off-topic questions taken from each other set: enough for a share, few enough to be quick. */
const offTopicQuestions = 100;

async function measureSet(run: QualityRun, { data, cache, log }: SuiteContext): Promise<QualityRow[]> {
  const read = await readBeir(join(data, run.set));
  const set = run.binary ? { ...read, questions: read.questions.map(withBinaryJudgements) } : read;
  const offTopic: PlacedText[] = [];
  for (const other of run.offTopic) {
    const { questions } = await readBeir(join(data, other));
    const chosen = placed(questions).filter((question) => isAsked(question, run));
    offTopic.push(...chosen.slice(0, offTopicQuestions));
  }
  log(`${run.set}: ingesting ${set.documents.length} documents`);
  const target = await prepareBeir(set, defaults, cache);
  const answerable = placed(target.questions)
    .filter((question) => isAsked(question, run))
    .filter(({ judgements }) => relevantDocuments(judgements).length > 0);
  log(`${run.set}: asking ${answerable.length} questions, ${offTopic.length} off-topic ones`);
  const asked = new AskedSet(target, answerable, offTopic);
  try {
    const rows: QualityRow[] = [];
    for (const [name, atLeast] of Object.entries(run.atLeast) as [MeasureName, number][]) {
      const figure = await measure(name, asked);
      rows.push(qualityRow({ set: run.set, measure: name, ...figure, atLeast }));
    }
    return rows;
  } finally {
    await asked.close();
  }
}

/** The whole where it was asked. Bars are what a reader of the whole set would measure. */
function judged({ all, even, odd }: HalvedFigure): number {
  return all ?? even ?? odd ?? 0;
}

/** Lines are counted from 1. */
function placed<Item>(items: readonly Item[]): (Item & { place: number })[] {
  return items.map((item, position) => ({ ...item, place: position + 1 }));
}

function isAsked({ place }: { readonly place: number }, { questions }: QualityRun): boolean {
  return questions === 'all' || place % 2 === 0;
}

function withBinaryJudgements(question: EvaluationQuestion): EvaluationQuestion {
  const judgements = [...question.judgements].map(
    ([id, gain]) => [id, Math.min(1, Math.max(0, gain))] as const,
  );
  return { ...question, judgements: new Map(judgements) };
}
