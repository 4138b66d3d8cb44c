import { unusable } from '../values/require-arguments.ts';
import { seededRandom } from '../values/seeded-random.ts';
import { schemaProblem } from '../values/value-problem.ts';
import type { Interval, MetricComparison, QuestionChange, RunComparison } from './compared-runs.ts';
import { changedSettings, type EvaluationRun, runSchema, summaryOf } from './evaluation-run.ts';
import { mainMetric, rankingMetricNames } from './metrics/ranking-metrics.ts';
import { questionCount } from './report/format-figure.ts';

/** Up to this many differences that are not 0, all 2ⁿ signs are tried instead of a sample. */
const exactUpTo = 14;

const permutations = 20_000;

/**
 * Two-sided p-value of the paired randomisation test on the mean: how often differences as large as these, or
 * larger, would come about if it were chance which of the two runs got which value. In (0, 1]; 1 where nothing
 * differs. All signs are tried where the differences are few, else twenty thousand random ones, of which the values
 * as given count as one, so that no p-value is 0.
 * Source: Smucker, Allan, Carterette, "A Comparison of Statistical Significance Tests for Information Retrieval
 * Evaluation", CIKM 2007.
 */
export function* randomisationTest(differences: readonly number[], seed = 1): Generator<void, number> {
  // A pair without a difference is the same under either sign.
  const values = differences.filter((difference) => difference !== 0);
  const observed = Math.abs(values.reduce((sum, value) => sum + value, 0));
  // Sums in another order differ by rounding.
  const threshold = observed - 1e-9 * Math.max(1, observed);
  if (values.length <= exactUpTo) return exactShare(values, threshold);
  const random = seededRandom(seed);
  let extreme = 1;
  for (let permutation = 0; permutation < permutations; permutation++) {
    let sum = 0;
    for (const value of values) sum += random() < 0.5 ? value : -value;
    if (Math.abs(sum) >= threshold) extreme += 1;
    if (permutation % turnsApart(values.length) === 0) yield;
  }
  return extreme / (permutations + 1);
}

function exactShare(values: readonly number[], threshold: number): number {
  const assignments = 2 ** values.length;
  let extreme = 0;
  for (let signs = 0; signs < assignments; signs++) {
    let sum = 0;
    for (const [position, value] of values.entries()) sum += (signs >> position) & 1 ? value : -value;
    if (Math.abs(sum) >= threshold) extreme += 1;
  }
  return extreme / assignments;
}

const samples = 10_000;

/** Random values drawn before others get their turn: some milliseconds. */
const drawsPerTurn = 500_000;

/** After how many samples of so many values each others get it. */
function turnsApart(values: number): number {
  return Math.max(1, Math.floor(drawsPerTurn / values));
}

/**
 * 95 % interval of the mean by the percentile bootstrap: means of samples of the same size, drawn with replacement.
 * Too narrow where few values differ from the others. Both ends are 0 where there are no values.
 * Source: Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13.
 */
export function* bootstrapInterval(values: readonly number[], seed = 1): Generator<void, Interval> {
  if (values.length === 0) return { low: 0, high: 0 };
  const random = seededRandom(seed);
  const means = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) {
      sum += values[Math.floor(random() * values.length)] as number;
    }
    means[sample] = sum / values.length;
    if (sample % turnsApart(values.length) === 0) yield;
  }
  means.sort();
  const at = (share: number) => means[Math.min(samples - 1, Math.floor(share * samples))] as number;
  return { low: at(0.025), high: at(0.975) };
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

/**
 * Compares two runs question by question. Questions are matched by id and text; others are named in the warnings.
 * Errors: `request_invalid` for what is no run, and where no question is in both.
 */
export function compareRuns(before: EvaluationRun, after: EvaluationRun): RunComparison {
  return atOnce(comparisonOf(before, after));
}

/** What steps come to that are done one right after the other. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** {@link compareRuns} in steps of some milliseconds: over ten thousand questions it takes many seconds. */
export function* comparisonOf(before: EvaluationRun, after: EvaluationRun): Generator<void, RunComparison> {
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
  const metrics: MetricComparison[] = [];
  for (const metric of rankingMetricNames) {
    const differences = pairs.map((pair) => pair.after.metrics[metric] - pair.before.metrics[metric]);
    metrics.push({
      metric,
      before: mean(pairs.map((pair) => pair.before.metrics[metric])),
      after: mean(pairs.map((pair) => pair.after.metrics[metric])),
      difference: mean(differences),
      interval: yield* bootstrapInterval(differences),
      pValue: yield* randomisationTest(differences),
    });
  }
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
