import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { messageOf } from '../../errors.ts';
import type { EvaluationProgress, QuestionHalf, SweptRun } from '../../evaluate/evaluate.ts';
import { requireWritable, writeOutputFile } from '../../files/output-files.ts';
import { formatCount } from '../format/format-quantity.ts';
import { addReportFlags, printReport, type ReportFlags } from '../print-report.ts';
import { showEvaluationProgress } from '../progress/show-evaluation-progress.ts';
import { runCommand, type Session } from '../run-command.ts';
import { addChunkerFlag, addEmbedderFlag, addThreadsFlag, collect } from '../settings-flags.ts';
import { evalCompareCommand } from './eval-compare.ts';

interface EvalFlags extends ReportFlags {
  readonly sweep?: readonly string[];
  readonly questions: QuestionHalf;
  readonly save?: string;
  /** `false` with `--no-keep`. */
  readonly keep: boolean;
  /** `false` with `--no-cache`, `true` where neither flag is given. */
  readonly cache: string | boolean;
  readonly generate?: number;
  readonly output?: string;
}

/** `footnote eval PATH`, `footnote eval --generate N` and `footnote eval compare A B` */
export function evalCommand(): Command {
  const command = addReportFlags(
    new Command('eval')
      .description('measure how well passages are found, with a BEIR folder or questions of your own')
      .argument('[path]', 'folder in BEIR layout, or file of questions (.yaml, .json, .jsonl, .csv or .tsv)')
      .option('--sweep <setting=values>', 'one run for each value of a setting; can be repeated', collect)
      .addOption(
        new Option('--questions <which>', 'ask the questions on all, odd or even lines')
          .choices(['all', 'odd', 'even'])
          .default('all'),
      )
      .option('--save <file>', 'save the run with its questions, to compare it later')
      .option('--no-keep', 'do not show the run on the page of this store'),
  )
    .option('--cache <dir>', "where ingested folders are kept (default: the user's cache folder)")
    .option('--no-cache', 'do not keep ingested folders')
    .option('--generate <n>', 'make questions from the collection and print them', positiveNumber)
    .option('--output <file>', 'with --generate: write the questions to this file')
    .action((path: string | undefined, flags: EvalFlags): Promise<void> => {
      if ((path === undefined) === (flags.generate === undefined))
        command.error("error: give either a path, or '--generate' with a number");
      refuseForeignOptions(command, flags);
      return runCommand(command, async (session) => {
        for (const file of [flags.save, flags.html, flags.output])
          if (file !== undefined) requireWritable(file);
        return path === undefined ? generate(flags, session) : measure(path, flags, session);
      });
    })
    .addCommand(evalCompareCommand());
  return addThreadsFlag(addChunkerFlag(addEmbedderFlag(command))).addHelpText(
    'after',
    `
Examples:
  footnote eval scifact/
  footnote eval --generate 50 --output questions.yaml
  footnote eval questions.yaml --save before.json
  footnote eval questions.yaml --sweep retrieval.fusion=convex,rrf
  footnote eval compare before.json after.json

A folder has corpus.jsonl, queries.jsonl and qrels/test.tsv; it is ingested into
a cache, so that a second run embeds nothing again. A file of questions is about
the collection of --store and --collection: each has "question" and any of
"document", "page", "quote" and "answer". Sweeping the chunker or embedder builds
a separate index; your own is only read. Questions are made by the language model
if generator.kind names one. docs/evaluation.md explains it all.

With --json: {dataset, documents, queries, metrics, latencyMs: {p50, p95, p99,
cold}, settings, indexSeconds}; with --sweep {runs: [the same and changes],
comparison}; with --generate {questions, model: {name, dropped, promptTokens,
completionTokens}}, without model if none was asked
`,
  );
}

const measuring = ['sweep', 'questions', 'save', 'keep', 'cache', 'markdown', 'html'];
const generating = ['output'];

/** An option that would do nothing is a slip: whoever gives it counts on what it does. */
function refuseForeignOptions(command: Command, { generate }: EvalFlags): void {
  const foreign = generate === undefined ? generating : measuring;
  const given = foreign.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given !== undefined)
    command.error(
      `error: option '--${given}' does nothing ${generate === undefined ? 'without' : 'with'} '--generate'`,
    );
}

async function measure(path: string, flags: EvalFlags, session: Session): Promise<void> {
  const { reportOfRuns } = await import('../../evaluate/report/evaluation-report.ts');
  const { summaryOf } = await import('../../evaluate/evaluation-run.ts');
  const runs = await evaluateWithProgress(path, flags, session);
  if (flags.save !== undefined) await save(runs, flags.save, session);
  if (flags.keep) await keepBesideStore(runs, session);
  const report = reportOfRuns(runs);
  const [only] = runs;
  const value =
    runs.length === 1 && only
      ? summaryOf(only.run)
      : {
          runs: runs.map(({ changes, run }) => ({ changes, ...summaryOf(run) })),
          comparison: report.comparison ?? null,
        };
  await printReport(report, value, flags, session);
}

async function evaluateWithProgress(
  path: string,
  flags: EvalFlags,
  { config, output, signal }: Session,
): Promise<SweptRun[]> {
  const { evaluate } = await import('../../evaluate/evaluate.ts');
  const { keptCache, passingCache } = await import('../../evaluate/evaluation-cache.ts');
  const { parseSweep } = await import('../../evaluate/sweep.ts');
  const sweep = (flags.sweep ?? []).map(parseSweep);
  const directory = typeof flags.cache === 'string' ? flags.cache : undefined;
  const cache = flags.cache === false ? await passingCache() : keptCache(directory);
  const progress = showEvaluationProgress(output);
  const onProgress = (state: EvaluationProgress) => progress.update(state);
  try {
    return await evaluate(path, { config, cache, sweep, half: flags.questions, signal, onProgress });
  } finally {
    progress.clear();
    await cache.close();
  }
}

/** Keeps runs for the page, where there is a store that has one; what is printed does not depend on it. */
async function keepBesideStore(
  runs: readonly SweptRun[],
  { config: { store }, output }: Session,
): Promise<void> {
  const { keepRun } = await import('../../evaluate/evaluation-run.ts');
  if (!existsSync(store)) return;
  try {
    for (const { run } of runs) await keepRun(run, store);
  } catch (error) {
    output.warn(`The run is not shown on the page: ${messageOf(error)}`);
  }
}

/** One file for one run; of a sweep each run has its number in the name. */
async function save(runs: readonly SweptRun[], file: string, { output }: Session): Promise<void> {
  const { saveRun } = await import('../../evaluate/evaluation-run.ts');
  const ending = extname(file);
  for (const [position, { run }] of runs.entries()) {
    const name =
      runs.length === 1 ? file : `${file.slice(0, file.length - ending.length)}-${position + 1}${ending}`;
    saveRun(run, name);
    output.note(`Saved ${name}`);
  }
}

async function generate({ generate: count = 0, output: file }: EvalFlags, session: Session): Promise<void> {
  const { questionsAsYaml } = await import('../../evaluate/generate/generated-question.ts');
  const { formatModelUse, makeQuestions } = await import('../make-questions.ts');
  const { output } = session;
  const { questions, model, failure } = await makeQuestions(count, session);
  if (model) output.note(formatModelUse(model));
  // An empty file is of no use, and may take the place of one that somebody has worked on.
  if (file !== undefined && questions.length > 0) {
    writeOutputFile(file, questionsAsYaml(questions));
    output.note(`Wrote ${formatCount(questions.length, 'question')} to ${file}`);
  }
  if (failure !== undefined) throw failure;
  if (questions.length < count)
    output.warn(
      `The collection has only ${formatCount(questions.length, 'question')} that exactly one passage answers.`,
    );
  const result = model ? { questions, model } : { questions };
  output.result(result, () => (file === undefined ? questionsAsYaml(questions).trimEnd() : ''));
}

function positiveNumber(value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
  return Number(value);
}
