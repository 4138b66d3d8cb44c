import { compareRuns, type RunComparison } from '../compare/compare-runs.ts';
import type { SweptRun } from '../evaluate.ts';
import type { EvaluationRun } from '../evaluation-run.ts';
import { mainMetric } from '../metrics/ranking-metrics.ts';

/** What a report shows: one run, the runs of a sweep, or two that are compared. */
export interface EvaluationReport {
  readonly runs: readonly {
    /** What tells it from the others. */
    readonly name: string;
    readonly run: EvaluationRun;
  }[];
  /** The first run of the sweep against the best of it, or the two that were given. */
  readonly comparison?: RunComparison;
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

/** The report of an evaluation. Of a sweep, the best run by {@link mainMetric} is compared with the first. */
export function reportOfRuns(swept: readonly SweptRun[]): EvaluationReport {
  const runs = swept.map(({ changes, run }) => ({ name: describeChanges(changes) || run.dataset, run }));
  const [first] = runs;
  const best = runs.reduce((best, one) =>
    one.run.metrics[mainMetric] > best.run.metrics[mainMetric] ? one : best,
  );
  if (!first || runs.length === 1) return { runs, notes: [] };
  const chosen = `The best of ${runs.length} runs was chosen on these very questions, which flatters it. Confirm it on others: --questions even after --questions odd.`;
  if (best === first) return { runs, notes: [chosen] };
  return { runs, comparison: compareRuns(first.run, best.run), notes: [chosen] };
}

/** The report of two saved runs. Errors: those of {@link compareRuns}. */
export function reportOfComparison(
  before: { readonly name: string; readonly run: EvaluationRun },
  after: { readonly name: string; readonly run: EvaluationRun },
): EvaluationReport {
  const comparison = compareRuns(before.run, after.run);
  return { runs: [before, after], comparison, notes: comparison.warnings };
}

/** `retrieval.vectorWeight 0.3, chunker.name tokens` */
export function describeChanges(changes: Readonly<Record<string, unknown>>): string {
  return Object.entries(changes)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
