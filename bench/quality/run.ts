/** The command `npm run quality -- NAME`: measures on evaluation sets, through the whole pipeline, held to bars. */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isFootnoteError } from '../../src/errors.ts';
import { keptCache, passingCache } from '../../src/evaluate/evaluation-cache.ts';
import { writeResultsSection } from '../results.ts';
import { measureAnswers } from './answers.ts';
import { measureChunking } from './chunking.ts';
import { measureCommonMark } from './commonmark.ts';
import { formats, manual, measureFacts } from './facts.ts';
import { measureLanguages } from './languages.ts';
import { measureSuite, type SuiteContext, suiteOutcome } from './measure-suite.ts';
import type { QualityOutcome } from './outcome.ts';
import { readSuite } from './suite.ts';

const usage = `npm run quality -- [NAME] [--data DIR] [--full] [--cache DIR] [--json]
NAME     a .yaml file of bench/quality (smoke, bars), answers, chunking, commonmark, formats, languages,
         or manual
--data   the folder with the evaluation sets (../shared/eval)
--full   without a name: bars, all sets with all their questions; chunking: also other parameters
--cache  keeps the ingested sets there; without it every run ingests anew
--json   prints one object {name, rows} instead of a table`;

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

/** The run by the name of the command. Errors: any `Error`, its message for the user. */
async function findRun(command: Command): Promise<() => Promise<QualityOutcome>> {
  if (command.name === 'chunking') return () => measureChunking(command.data, { full: command.full, log });
  if (command.name === 'languages') return () => measureLanguages(log);
  if (command.name === 'commonmark') return () => measureCommonMark(command.data);
  const facts = [formats, manual].find(({ questions }) => questions === `${command.name}-questions.yaml`);
  if (facts) return () => measureFacts(facts, { data: command.data, log });
  if (command.name === 'answers') return () => withCache(command, measureAnswers);
  const suite = await readSuite(command.name);
  return () => withCache(command, async (context) => suiteOutcome(suite, await measureSuite(suite, context)));
}

async function withCache(
  { data, cache }: Command,
  measureAll: (context: SuiteContext) => Promise<QualityOutcome>,
): Promise<QualityOutcome> {
  const kept = cache === undefined ? await passingCache() : keptCache(cache);
  try {
    return await measureAll({ data, cache: kept, log });
  } finally {
    await kept.close();
  }
}

async function report(
  { name, full, json }: Command,
  outcome: QualityOutcome,
  commandLine: string,
): Promise<void> {
  await writeResultsSection({
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
let run: (() => Promise<QualityOutcome>) | undefined;
try {
  command = readCommand(args);
  run = await findRun(command);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
  process.exitCode = 2;
}
if (command && run) {
  try {
    await report(command, await run(), ['npm run quality --', ...args].join(' '));
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
    process.stderr.write(
      `${error.message}\nThe data was looked for in ${command.data}; --data names another folder.\n`,
    );
    process.exitCode = 1;
  }
}
