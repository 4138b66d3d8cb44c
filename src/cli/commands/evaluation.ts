import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { withFootnote } from '../../app/with-footnote.ts';
import { messageOf } from '../../errors.ts';
import type { CalibrationReport, ProbabilityFigures } from '../../evaluate/calibrate/calibrate.ts';
import type { EvaluationProgress, QuestionHalf, SweptRun } from '../../evaluate/evaluate.ts';
import type { EvaluationReport } from '../../evaluate/report/evaluation-report.ts';
import { requireWritable, writeOutputFile } from '../../files/output-files.ts';
import {
  formatBar,
  formatColumns,
  formatCount,
  formatFactColumns,
  formatPercent,
  formatTable,
  type TableColumn,
} from '../format/format-table.ts';
import { wrapLine } from '../format/terminal-text.ts';
import type { Style } from '../output.ts';
import { showEvaluationProgress } from '../progress.ts';
import { asLocal, runCommand, type Session } from '../run-command.ts';
import { addChunkerFlag, addEmbedderFlag, addThreadsFlag, collect } from '../settings-flags.ts';

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

/** `footnote eval compare A B` */
function evalCompareCommand(): Command {
  const command = new Command('compare')
    .description('compare two saved runs, question by question')
    .argument('<before>', 'run saved with --save')
    .argument('<after>', 'another run over the same questions')
    .action((before: string, after: string) =>
      runCommand(command, async (session) => {
        const { readRun } = await import('../../evaluate/evaluation-run.ts');
        const { reportOfComparison } = await import('../../evaluate/report/evaluation-report.ts');
        const report = reportOfComparison(
          { name: basename(before), run: await readRun(before) },
          { name: basename(after), run: await readRun(after) },
        );
        await printReport(report, report.comparison ?? {}, command.optsWithGlobals<ReportFlags>(), session);
      }),
    );
  return addReportFlags(command).addHelpText(
    'after',
    `
Examples:
  footnote eval compare before.json after.json
  footnote eval compare before.json after.json --html changes.html

The p-value comes from a paired randomisation test; the interval is a 95 %
bootstrap interval.

With --json: {before, after, queries, metrics: [{metric, before, after,
difference, interval, pValue}], wins, losses, ties, questions, settings, warnings}
`,
  );
}

/** The flags that say in which form a report is given. */
interface ReportFlags {
  readonly markdown?: boolean;
  readonly html?: string;
}

/** Declares in which form a report is given. */
function addReportFlags(command: Command): Command {
  return command
    .option('--markdown', 'print Markdown instead of the table')
    .option('--html <file>', 'write an HTML page with charts and every question');
}

/** Prints a report, with `--json` as `value`, and writes its page where one is asked for. Errors: `path_unwritable`. */
async function printReport(
  report: EvaluationReport,
  value: object,
  { markdown, html }: ReportFlags,
  { output }: Session,
): Promise<void> {
  if (html !== undefined) {
    const { htmlReport } = await import('../../evaluate/report/html-report.ts');
    writeOutputFile(html, htmlReport(report));
    output.note(`Wrote ${html}`);
  }
  if (output.json) for (const note of report.notes) output.note(`note: ${note}`);
  const { markdownReport } = await import('../../evaluate/report/markdown-report.ts');
  const { formatEvaluation } = await import('../format/format-evaluation.ts');
  output.result(value, (style) =>
    markdown ? markdownReport(report).trimEnd() : formatEvaluation(report, output.width, style),
  );
}

/** `footnote calibrate [QUESTIONS]` */
export function calibrateCommand(): Command {
  const command = new Command('calibrate')
    .description('choose the thresholds below which a collection gives no answer')
    .argument(
      '[questions]',
      'file of questions (.yaml, .json, .jsonl, .csv or .tsv); without one, some are made',
    )
    .option('--save', 'apply them to the collection from now on; without it they are only shown')
    .option('--remove', 'remove the thresholds, so that those in the settings apply again')
    .action((file: string | undefined, flags: { save?: boolean; remove?: boolean }) => {
      if (flags.remove && (file !== undefined || flags.save))
        command.error("error: option '--remove' cannot be used with anything else");
      return runCommand(command, ({ config, output, signal }) =>
        withFootnote(config, async (footnote) => {
          if (flags.remove) {
            await asLocal(footnote, config).saveCalibration(null);
            output.result({ calibration: null }, () => 'Removed the thresholds of the collection.');
            return;
          }
          const { calibrate } = await import('../../evaluate/calibrate/calibrate.ts');
          const { calibrationQuestions } = await import('../../evaluate/calibrate/calibration-questions.ts');
          const { maxLength } = config.question;
          const questions = await calibrationQuestions(footnote, file, { maxLength, signal });
          for (const warning of questions.warnings) output.warn(warning);
          const { answerable, offTopic } = questions;
          output.note(
            `Asking ${formatCount(answerable.length, 'question')} that the collection answers, and ${formatCount(offTopic.length, 'off-topic question')}`,
          );
          const report = await calibrate(footnote, questions, { signal });
          if (flags.save) await asLocal(footnote, config).saveCalibration(report.calibration);
          output.result(report, (style) => formatCalibration(report, output.width, style));
          output.note(
            flags.save
              ? 'These thresholds apply from now on.'
              : 'Nothing was saved. Apply them by running the same command with --save.',
          );
        }),
      );
    });
  return command.addHelpText(
    'after',
    `
Examples:
  footnote calibrate questions.yaml
  footnote calibrate questions.yaml --save
  footnote calibrate --remove

Asks questions that the collection answers, and off-topic ones that come with
Footnote. Every second one is used to choose the thresholds, and to learn how
likely a question of a given relevance is to be answerable, which is the
confidence "calibrated"; the others are used to test both. With --save the result
is kept with the collection's index until the index is rebuilt.

With --json: {calibration: {minCosine, minCoverage, answerableQuestions,
answerableRefused, offTopicQuestions, offTopicRefused, answerability,
calibratedAt}, abstention, riskCoverage: [{confidence, coverage, risk}], aurc,
ece, probability: {fitted: {brier, ece}, relevance: {brier, ece}}}
`,
  );
}

const barCells = 30;
const pointsShown = 10;

/** What calibrating came to: thresholds, refusals, and the curve of risk over coverage. */
function formatCalibration(report: CalibrationReport, width: number, style: Style): string {
  const { calibration, abstention, probability, aurc, ece } = report;
  const refused = [
    [
      'off-topic questions refused',
      formatPercent(abstention.recall, 1),
      `of ${half(calibration.offTopicQuestions)}`,
    ],
    [
      'answerable questions refused',
      formatPercent(abstention.answerableRefused, 1),
      `of ${half(calibration.answerableQuestions)}`,
    ],
    ['correct refusals', formatPercent(abstention.precision, 1)],
  ] as const;
  const wrapped = (line: string) => wrapLine(line, width).join('\n');
  return [
    formatColumns([
      ['retrieval.minCosine', calibration.minCosine.toFixed(3)],
      ['retrieval.minCoverage', calibration.minCoverage.toFixed(3)],
    ]),
    wrapped('On the half of the questions that was not used to choose the thresholds:'),
    formatFactColumns(refused, width, style),
    ...(probability ? [formatProbability(probability, width, style)] : []),
    wrapped(
      `${style('bold', 'Risk by coverage')}: the more questions are answered, the more of them are off-topic`,
    ),
    formatCurve(report, width, style),
    style(
      'dim',
      wrapped(`area under the curve ${aurc.toFixed(4)} · calibration error of relevance ${ece.toFixed(4)}`),
    ),
  ].join('\n\n');
}

/** What `answer.confidence` set to `calibrated` is worth. */
function formatProbability(
  { fitted, relevance }: NonNullable<CalibrationReport['probability']>,
  width: number,
  style: Style,
): string {
  return [
    wrapLine('As the probability that a question is answerable, on the same questions:', width).join('\n'),
    formatFactColumns(
      [
        ['confidence "calibrated"', ...formatProbabilityFigures(fitted)],
        ['relevance', ...formatProbabilityFigures(relevance)],
      ],
      width,
      style,
    ),
  ].join('\n\n');
}

function formatProbabilityFigures({ brier, ece }: ProbabilityFigures): string[] {
  return [`Brier score ${brier.toFixed(4)}`, `calibration error ${ece.toFixed(4)}`];
}

/** The questions of even places. */
function half(questions: number): number {
  return Math.floor(questions / 2);
}

const curveColumns: readonly TableColumn[] = [
  { head: 'ANSWERED', align: 'right' },
  { head: 'CONFIDENCE', align: 'right' },
  { dropOrder: 1 },
  { head: 'WRONG', align: 'right' },
];

/** Points of the curve at even steps of coverage, each once: where many answers are alike, steps end at one point. */
function formatCurve({ riskCoverage }: CalibrationReport, width: number, style: Style): string {
  const points = Array.from({ length: pointsShown }, (_, step) => {
    const wanted = (step + 1) / pointsShown;
    return riskCoverage.find(({ coverage }) => coverage >= wanted - 1e-9) ?? riskCoverage.at(-1);
  });
  const rows = [...new Set(points.filter((point) => point !== undefined))].map((point) => [
    formatPercent(point.coverage),
    `≥ ${point.confidence.toFixed(2)}`,
    formatBar(point.risk, barCells, style),
    formatPercent(point.risk, 1),
  ]);
  return formatTable(curveColumns, rows, width, style);
}
