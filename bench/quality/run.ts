/** The command `npm run quality -- NAME`: measures on evaluation sets, through the whole pipeline, held to bars. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { EvaluationQuestion } from '../../src/evaluate/evaluation-question.ts';
import { readBeir } from '../../src/evaluate/read-beir.ts';
import { formatNumber, markdownTable, writeResultsSection } from '../results.ts';
import { measureChunking } from './chunking.ts';
import { ingestSet } from './collection.ts';
import { measureCommonMark } from './commonmark.ts';
import { measureFormats } from './formats.ts';
import { type MeasureName, measure } from './measures.ts';
import { type QualityRun, type QualitySuite, readSuite } from './suite.ts';

const usage = `npm run quality -- [NAME] [--data DIR] [--full] [--json]
NAME    a .yaml file of bench/quality (smoke), chunking, commonmark, or formats
--data  the folder with the evaluation sets (../shared/eval)
--full  also the large sets
--json  prints one object {name, rows} instead of a table`;

/** One figure and whether it is good enough. */
interface QualityRow {
  readonly set: string;
  readonly measure: MeasureName;
  readonly value: number;
  readonly atLeast: number;
  readonly ok: boolean;
}

const log = (line: string) => process.stderr.write(`${line}\n`);

interface Command {
  readonly name: string;
  readonly data: string;
  readonly full: boolean;
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
      json: { type: 'boolean', default: false },
    },
  });
  const [name = 'smoke', ...others] = positionals;
  if (others.length > 0) throw new Error('Name one quality run.');
  return { name, ...values };
}

/** Off-topic questions taken from each other set: enough for a share, few enough to be quick. */
const offTopicQuestions = 100;

async function measureSet(run: QualityRun, data: string): Promise<QualityRow[]> {
  const set = await readBeir(join(data, run.set));
  const questions = chosen(set.questions, run);
  const offTopic: string[] = [];
  for (const other of run.offTopic) {
    const { questions: others } = await readBeir(join(data, other));
    offTopic.push(
      ...chosen(others, run)
        .slice(0, offTopicQuestions)
        .map(({ text }) => text),
    );
  }
  log(`${run.set}: ingesting ${set.documents.length} documents`);
  const collection = await ingestSet(set);
  try {
    const answerable = questions.filter(({ judgements }) =>
      [...judgements.values()].some((gain) => gain > 0),
    );
    log(`${run.set}: asking ${answerable.length} questions, ${offTopic.length} off-topic ones`);
    const rows: QualityRow[] = [];
    for (const [name, atLeast] of Object.entries(run.atLeast) as [MeasureName, number][]) {
      const value = await measure(name, { collection, answerable, offTopic });
      rows.push({ set: run.set, measure: name, value, atLeast, ok: value >= atLeast });
    }
    return rows;
  } finally {
    await collection.close();
  }
}

function chosen(questions: readonly EvaluationQuestion[], run: QualityRun): EvaluationQuestion[] {
  // Lines are counted from 1.
  const half = questions.filter((_, place) => run.questions === 'all' || place % 2 === 1);
  if (!run.binary) return half;
  return half.map((question) => ({
    ...question,
    judgements: new Map([...question.judgements].map(([id, gain]) => [id, Math.min(1, Math.max(0, gain))])),
  }));
}

function table(rows: readonly QualityRow[]): string {
  return markdownTable(
    ['set', 'measure', 'value', 'at least', 'ok'],
    rows.map((row) => [
      row.set,
      row.measure,
      formatNumber(row.value),
      formatNumber(row.atLeast),
      row.ok ? 'ok' : 'FAIL',
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

async function measureSuite({ data, full }: Command, suite: QualitySuite): Promise<Outcome> {
  const rows: QualityRow[] = [];
  for (const run of suite.runs) if (full || !run.full) rows.push(...(await measureSet(run, data)));
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
    name: full ? `${name}, full` : name,
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
