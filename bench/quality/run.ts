/** The command `npm run quality -- NAME`: measures on evaluation sets, through the whole pipeline, held to bars. */

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isFootnoteError } from '../../src/errors.ts';
import { keptCache, passingCache } from '../../src/evaluate/evaluation-cache.ts';
import { writeResultsSection } from '../results.ts';
import { measureAnswers } from './answers.ts';
import type { Half } from './asked-documents.ts';
import { measureChunking } from './chunking.ts';
import { measureCommonMark } from './commonmark.ts';
import { cases, formats, kinds, manual, measureFacts } from './facts.ts';
import { askHandbooks, describeHandbooks, handbookRows } from './handbooks.ts';
import { describeJudgement, judge, judgementRows } from './judgement.ts';
import { measureLanguages } from './languages.ts';
import { measureSuite, type QualityRow, type SuiteContext, suiteOutcome } from './measure-suite.ts';
import { measureMultilingual } from './multilingual.ts';
import { measureOcr } from './ocr.ts';
import { joinOutcomes, type QualityOutcome } from './outcome.ts';
import { measurePdfLayout } from './pdf-layout.ts';
import { measureSiblings } from './siblings.ts';
import { smokeRows } from './smoke.ts';
import { readSuite } from './suite.ts';
import { checkClaims, describeVerifier, verifierRows } from './verifier.ts';

const usage = `npm run quality -- [NAME] [--data DIR] [--models DIR] [--full] [--half HALF] [--cache DIR] [--json]
NAME     smoke, bars, answers, cases, chunking, commonmark, formats, handbooks, judgement, kinds, languages,
         manual, multilingual, ocr, siblings, or verifier
--data   the folder with the evaluation sets (../shared/eval)
--full   without a name: bars, all sets with all their questions; chunking: also other parameters; ocr: 60 pages;
         siblings: by kind, and each that went wrong
--half   of handbooks, judgement and verifier: choose (what rules and models are chosen on, listed one by one and not
         written down) or report
--models multilingual: the folder with the models that can be added (../shared/models)
--cache  keeps the ingested sets there; without it every run ingests anew
--json   prints one object {name, rows} instead of a table`;

const log = (line: string) => process.stderr.write(`${line}\n`);

interface Command {
  readonly name: string;
  readonly data: string;
  readonly models: string;
  readonly full: boolean;
  readonly half: Half;
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
      models: {
        type: 'string',
        default: fileURLToPath(new URL('../../../shared/models', import.meta.url)),
      },
      full: { type: 'boolean', default: false },
      half: { type: 'string', default: 'choose' },
      cache: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [name = values.full ? 'bars' : 'smoke', ...others] = positionals;
  if (others.length > 0) throw new Error('Name one quality run.');
  const { half } = values;
  if (half !== 'choose' && half !== 'report') throw new Error('--half is choose or report.');
  return { name, ...values, half };
}

/** Runs whose questions have a half for choosing. */
const halvedRuns: Readonly<
  Record<string, (command: Command) => Promise<{ describe: string; rows: readonly QualityRow[] }>>
> = {
  handbooks: async ({ data, cache, half }) => ({
    describe: describeHandbooks,
    rows: handbookRows(await askHandbooks({ data, cache, log }, half)),
  }),
  judgement: async ({ data, cache, half }) => ({
    describe: describeJudgement,
    rows: judgementRows(await judge({ data, cache, log }, half)),
  }),
  verifier: async ({ data, half }) => ({
    describe: describeVerifier,
    rows: verifierRows(await checkClaims(data, half)),
  }),
};

/** The run by the name of the command. Errors: any `Error`, its message for the user. */
async function findRun(command: Command): Promise<() => Promise<QualityOutcome>> {
  if (command.name === 'chunking') return () => measureChunking(command.data, { full: command.full, log });
  if (command.name === 'languages') return () => measureLanguages(log);
  if (command.name === 'ocr') return () => measureOcr(command.data, { full: command.full, log });
  if (command.name === 'commonmark') return () => measureCommonMark(command.data);
  if (command.name === 'formats')
    return async () =>
      joinOutcomes([
        await measureFacts(formats, { data: command.data, log }),
        await measureFacts(kinds, { data: command.data, log }),
        await measurePdfLayout(),
      ]);
  const facts = [cases, kinds, manual].find(
    ({ questions }) => questions === `${command.name}-questions.yaml`,
  );
  if (facts) return () => measureFacts(facts, { data: command.data, log });
  if (command.name === 'siblings') return () => measureSiblings(log, command);
  if (command.name === 'multilingual')
    return () => withCache(command, (context) => measureMultilingual({ ...context, models: command.models }));
  if (command.name === 'answers') return () => withCache(command, measureAnswers);
  const halvedRun = halvedRuns[command.name];
  if (halvedRun)
    return async () => {
      const { describe, rows } = await halvedRun(command);
      return suiteOutcome({ describe }, rows);
    };
  const suite = await readSuite(command.name);
  return () =>
    withCache(command, async (context) => {
      const rows = await measureSuite(suite, context);
      const more = command.name === 'smoke' ? await smokeRows({ ...command, log }) : [];
      return suiteOutcome(suite, [...rows, ...more]);
    });
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
  { name, full, half, json }: Command,
  outcome: QualityOutcome,
  commandLine: string,
): Promise<void> {
  const isSkipped = outcome.rows.length === 0;
  if (!isSkipped && (halvedRuns[name] === undefined || half === 'report'))
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
