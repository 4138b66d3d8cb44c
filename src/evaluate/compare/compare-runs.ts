import { unusable } from '../../values/require-arguments.ts';
import { schemaProblem } from '../../values/value-problem.ts';
import { type EvaluationRun, type EvaluationSummary, summaryOf } from '../evaluation-run.ts';
import { mainMetric, type RankingMetricName, rankingMetricNames } from '../metrics/ranking-metrics.ts';
import { questionCount } from '../report/format-figure.ts';
import { runSchema } from '../run-schema.ts';
import { changedSettings, type SettingChange } from '../shown-settings.ts';
import { bootstrapInterval, type Interval } from './bootstrap-interval.ts';
import { randomisationTest } from './randomisation-test.ts';

/** One metric of two runs over the same questions. */
export interface MetricComparison {
  readonly metric: RankingMetricName;
  readonly before: number;
  readonly after: number;
  /** After less before. */
  readonly difference: number;
  /** 95 % interval of the difference, by bootstrap. */
  readonly interval: Interval;
  /** Two-sided, by the paired randomisation test. */
  readonly pValue: number;
}

/** A difference with a smaller p-value is taken for one. */
const significance = 0.05;

/** Of fewer differences the test has no p-value below {@link significance}, even where all are of one sign. */
const leastChanged = Math.ceil(1 - Math.log2(significance));

/** What a difference tells: `even` where chance may have made it. */
export function outcomeOf({
  difference,
  pValue,
}: Pick<MetricComparison, 'difference' | 'pValue'>): 'won' | 'lost' | 'even' {
  if (pValue >= significance) return 'even';
  return difference > 0 ? 'won' : 'lost';
}

/** One question under both runs, by {@link mainMetric}. */
export interface QuestionChange {
  readonly id: string;
  readonly text: string;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
}

/** What changed from one run to another. */
export interface RunComparison {
  readonly before: EvaluationSummary;
  readonly after: EvaluationSummary;
  /** Questions that both runs have: those that are compared. */
  readonly queries: number;
  readonly metrics: readonly MetricComparison[];
  /** Questions that became better, worse, and neither, by {@link mainMetric}. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** All questions, the largest gain first. */
  readonly questions: readonly QuestionChange[];
  readonly settings: readonly SettingChange[];
  readonly warnings: readonly string[];
}

/**
 * Compares two runs question by question. Questions are matched by id and text; others are named in the warnings.
 * Errors: `request_invalid` for what is no run, and where no question is in both.
 */
export function compareRuns(before: EvaluationRun, after: EvaluationRun): RunComparison {
  requireRun('before', before);
  requireRun('after', after);
  const earlier = new Map(before.questions.map((question) => [keyOf(question), question]));
  const pairs = after.questions.flatMap((question) => {
    const pair = earlier.get(keyOf(question));
    return pair ? [{ before: pair, after: question }] : [];
  });
  if (pairs.length === 0) {
    throw unusable(
      'runs',
      `${before.dataset} and ${after.dataset} have no question in common. Compare runs over the same questions`,
    );
  }
  const metrics = rankingMetricNames.map((metric): MetricComparison => {
    const differences = pairs.map((pair) => pair.after.metrics[metric] - pair.before.metrics[metric]);
    return {
      metric,
      before: mean(pairs.map((pair) => pair.before.metrics[metric])),
      after: mean(pairs.map((pair) => pair.after.metrics[metric])),
      difference: mean(differences),
      interval: bootstrapInterval(differences),
      pValue: randomisationTest(differences),
    };
  });
  const questions = pairs
    .map(({ before, after }): QuestionChange => {
      const [earlier, later] = [before.metrics[mainMetric], after.metrics[mainMetric]];
      return { id: after.id, text: after.text, before: earlier, after: later, difference: later - earlier };
    })
    .toSorted((a, b) => b.difference - a.difference);
  const wins = questions.filter(({ difference }) => difference > 0).length;
  const losses = questions.filter(({ difference }) => difference < 0).length;
  return {
    before: summaryOf(before),
    after: summaryOf(after),
    queries: pairs.length,
    metrics,
    wins,
    losses,
    ties: pairs.length - wins - losses,
    questions,
    settings: changedSettings(before.settings, after.settings),
    warnings: [...unmatchedWarnings(before, after, pairs.length), ...fewChangesWarnings(wins + losses)],
  };
}

function requireRun(field: string, run: EvaluationRun): void {
  const { error } = runSchema.safeParse(run);
  if (error) throw unusable(field, `it is not an evaluation run (${schemaProblem(error)})`);
}

/** Of the questions that became better and of those that became worse the first few, the largest change first. */
export function largestChanges({ questions }: RunComparison, count: number) {
  const won = questions.filter(({ difference }) => difference > 0);
  const lost = questions.filter(({ difference }) => difference < 0).toReversed();
  return { won: won.slice(0, count), lost: lost.slice(0, count) };
}

/** What questions are matched by. */
function keyOf({ id, text }: { readonly id: string; readonly text: string }): string {
  return JSON.stringify([id, text]);
}

function unmatchedWarnings(before: EvaluationRun, after: EvaluationRun, matched: number): string[] {
  const others = before.questions.length + after.questions.length - 2 * matched;
  return others === 0 ? [] : [`Left out because only one of the runs has them: ${questionCount(others)}.`];
}

function fewChangesWarnings(changed: number): string[] {
  if (changed >= leastChanged) return [];
  if (changed === 0)
    return [`By ${mainMetric}, the runs differ in no question: the change makes no difference to them.`];
  return [
    `By ${mainMetric}, the runs differ in ${questionCount(changed)}: with fewer than ${leastChanged}, no difference can be shown.`,
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
