/** The command `npm run quality -- NAME`: measures on evaluation sets, through the whole pipeline, held to bars. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { defaults } from '../../src/config.ts';
import { type EvaluationCache, keptCache, passingCache } from '../../src/evaluate/evaluation-cache.ts';
import type { EvaluationQuestion } from '../../src/evaluate/evaluation-question.ts';
import { prepareBeir } from '../../src/evaluate/prepare-beir.ts';
import { readBeir } from '../../src/evaluate/read-beir.ts';
import { markdownTable, writeResultsSection } from '../results.ts';
import { AskedSet } from './asked-set.ts';
import { measureChunking } from './chunking.ts';
import { measureCommonMark } from './commonmark.ts';
import { measureFormats } from './formats.ts';
import { type HalvedFigure, type MeasureName, measure } from './measures.ts';
import { type QualityRun, type QualitySuite, readSuite } from './suite.ts';

const usage = `npm run quality -- [NAME] [--data DIR] [--full] [--cache DIR] [--json]
NAME     a .yaml file of bench/quality (smoke, bars), chunking, commonmark, or formats
--data   the folder with the evaluation sets (../shared/eval)
--full   without a name: bars, all sets with all their questions; chunking: also other parameters
--cache  keeps the ingested sets there; without it every run ingests anew
--json   prints one object {name, rows} instead of a table`;

/** One figure and whether it is good enough. */
interface QualityRow extends HalvedFigure {
  readonly set: string;
  readonly measure: MeasureName;
  readonly atLeast: number;
  readonly ok: boolean;
}

const log = (line: string) => process.stderr.write(`${line}\n`);

interface Command {
  readonly name: string;
  readonly data: string;
  readonly full: boolean;
  readonly cache?: string;
  readonly json: boolean;
}

/** Reads the command line. Errors: any `Error`, its message for the user. */
function readCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: { type: 'string', default: fileURLToPath(new URL('../../../shared/eval', import.meta.url)) },
      full: { type: 'boolean', default: false },
      cache: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = values.full ? 'bars' : 'smoke', ...others] = positionals;
  if (others.length > 0) throw new Error('Name one quality run.');
  return { name, ...values };
}

/** Off-topic questions taken from each other set: enough for a share, few enough to be quick. */
const offTopicQuestions = 100;

async function measureSet(run: QualityRun, data: string, cache: EvaluationCache): Promise<QualityRow[]> {
  const read = await readBeir(join(data, run.set));
  const set = run.binary ? { ...read, questions: read.questions.map(withBinaryJudgements) } : read;
  const offTopic: string[] = [];
  for (const other of run.offTopic) {
    const { questions } = await readBeir(join(data, other));
    const chosen = questions.filter((_, position) => isAsked(position, run));
    offTopic.push(...chosen.slice(0, offTopicQuestions).map(({ text }) => text));
  }
  log(`${run.set}: ingesting ${set.documents.length} documents`);
  const target = await prepareBeir(set, join(data, run.set), defaults, cache);
  const answerable = target.questions
    .map((question, position) => ({ ...question, place: position + 1 }))
    .filter(({ place }) => isAsked(place - 1, run))
    .filter(({ judgements }) => [...judgements.values()].some((gain) => gain > 0));
  log(`${run.set}: asking ${answerable.length} questions, ${offTopic.length} off-topic ones`);
  const asked = new AskedSet(target, answerable, offTopic);
  try {
    const rows: QualityRow[] = [];
    for (const [name, atLeast] of Object.entries(run.atLeast) as [MeasureName, number][]) {
      const figure = await measure(name, asked);
      rows.push({ set: run.set, measure: name, ...figure, atLeast, ok: judged(figure) >= atLeast });
    }
    return rows;
  } finally {
    await asked.close();
  }
}

/** The whole where it was asked. Bars are what a reader of the whole set would measure. */
function judged({ all, even }: HalvedFigure): number {
  return all ?? even ?? 0;
}

/** Lines are counted from 1. */
function isAsked(position: number, { questions }: QualityRun): boolean {
  return questions === 'all' || position % 2 === 1;
}

function withBinaryJudgements(question: EvaluationQuestion): EvaluationQuestion {
  const judgements = [...question.judgements].map(
    ([id, gain]) => [id, Math.min(1, Math.max(0, gain))] as const,
  );
  return { ...question, judgements: new Map(judgements) };
}

function table(rows: readonly QualityRow[]): string {
  return markdownTable(
    ['set', 'measure', 'odd lines', 'even lines', 'all', 'at least', 'ok'],
    rows.map(({ set, measure, odd, even, all, atLeast, ok }) => [
      set,
      measure,
      ...[odd, even, all].map(figureCell),
      String(atLeast),
      ok ? 'ok' : `FAIL by ${(atLeast - judged({ even, all })).toFixed(3)}`,
    ]),
  );
}

/** What a run came to. */
interface Outcome {
  /** For the reader of the results. */
  readonly describe: string;
  readonly rows: readonly object[];
  readonly table: string;
  readonly ok: boolean;
}

function figureCell(value: number | undefined): string {
  return value === undefined ? '–' : value.toFixed(3);
}

async function measureSuite({ data, cache }: Command, suite: QualitySuite): Promise<Outcome> {
  const kept = cache === undefined ? await passingCache() : keptCache(cache);
  const rows: QualityRow[] = [];
  try {
    for (const run of suite.runs) rows.push(...(await measureSet(run, data, kept)));
  } finally {
    await kept.close();
  }
  return { describe: suite.describe, rows, table: table(rows), ok: rows.every(({ ok }) => ok) };
}

/** The run by the name of the command. Errors: any `Error`, its message for the user. */
async function findRun(command: Command): Promise<() => Promise<Outcome>> {
  if (command.name === 'chunking') return () => measureChunking(command.data, { full: command.full, log });
  if (command.name === 'commonmark') return () => measureCommonMark(command.data);
  if (command.name === 'formats') return () => measureFormats(command.data, { log });
  const suite = await readSuite(command.name);
  return () => measureSuite(command, suite);
}

async function report({ name, full, json }: Command, outcome: Outcome, commandLine: string): Promise<void> {
  await writeResultsSection({
    file: fileURLToPath(new URL('../RESULTS.md', import.meta.url)),
    kind: 'quality',
    name: full && name !== 'bars' ? `${name}, full` : name,
    command: commandLine,
    body: `${outcome.describe}\n\n${outcome.table}`,
  });
  process.stdout.write(json ? `${JSON.stringify({ name, rows: outcome.rows })}\n` : `${outcome.table}\n`);
  if (!outcome.ok) process.exitCode = 1;
}

const args = process.argv.slice(2);
let command: Command | undefined;
let run: (() => Promise<Outcome>) | undefined;
try {
  command = readCommand(args);
  run = await findRun(command);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exitCode = 2;
}
if (command && run) await report(command, await run(), ['npm run quality --', ...args].join(' '));
