import { compareRuns } from '../compare-runs.ts';
import type { RunComparison } from '../compared-runs.ts';
import type { SweptRun } from '../evaluate.ts';
import type { EvaluationRun } from '../evaluation-run.ts';
import { mainMetric } from '../metrics/ranking-metrics.ts';
import { fewQuestionsWarnings } from './format-figure.ts';

/** A run of several. */
export interface NamedRun {
  /** What tells it from the others. */
  readonly name: string;
  /** Of a sweep: the settings that were swept, in the same order in every run, with its values in words. */
  readonly swept?: Readonly<Record<string, string>>;
  readonly run: EvaluationRun;
}

/** What a report shows: one run, the runs of a sweep, or two that are compared. */
export interface EvaluationReport {
  readonly runs: readonly NamedRun[];
  /** The best run of the sweep after the first, or after the next best where it is the first; or the two given. */
  readonly comparison?: RunComparison;
  /** The run whose questions and settings are shown. */
  readonly shown: NamedRun;
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

/** The report of an evaluation: one run, or those of a sweep, of which the best by {@link mainMetric} is compared. */
export function reportOfRuns(swept: readonly SweptRun[]): EvaluationReport {
  const runs = swept.map(({ changes, run }) => {
    const values = Object.entries(changes).map(([name, value]) => [name, describeValue(value)] as const);
    // `retrieval.vectorWeight 0.3, chunker.name tokens`
    const name = values.map((change) => change.join(' ')).join(', ');
    return { name: name || run.dataset, swept: Object.fromEntries(values), run };
  });
  const [best, next] = runs.toSorted((a, b) => b.run.metrics[mainMetric] - a.run.metrics[mainMetric]);
  const [first] = runs;
  if (!best || !first) throw new RangeError('A report is of at least one run.');
  const notes = [...fewQuestionsWarnings(best.run.queries), ...new Set(swept.flatMap((one) => one.notes))];
  if (!next) return { runs, shown: best, notes };
  const comparison = compareRuns(best === first ? next.run : first.run, best.run);
  return {
    runs,
    comparison,
    shown: best,
    notes: [
      ...notes,
      ...comparison.warnings,
      `The best of ${runs.length} runs was chosen on these same questions, so its figures and p-values look better than they are. Confirm it on others: choose with --questions odd, then measure with --questions even.`,
    ],
  };
}

/** The report of two saved runs. Errors: those of {@link compareRuns}. */
export function reportOfComparison(before: NamedRun, after: NamedRun): EvaluationReport {
  const comparison = compareRuns(before.run, after.run);
  const notes = [...fewQuestionsWarnings(comparison.queries), ...comparison.warnings];
  return { runs: [before, after], comparison, shown: after, notes };
}

function describeValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
