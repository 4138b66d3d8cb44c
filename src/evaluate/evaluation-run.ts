import type { RankingFigures } from './metrics/ranking-metrics.ts';

/** How long questions took, text in to hits out, in milliseconds. */
export interface LatencyFigures {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The first question of a store that was just opened, with loading the model. */
  readonly cold: number;
}

/** What one run over a set of questions came to. */
export interface EvaluationSummary {
  /** Name of the folder or file with the questions. */
  readonly dataset: string;
  /** Documents of the collection. */
  readonly documents: number;
  /** Questions with a known answer: those that the metrics are means over. */
  readonly queries: number;
  readonly metrics: RankingFigures;
  readonly latencyMs: LatencyFigures;
  /** The settings of the run that matter to what is found, by section; secrets are left out. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What bringing the index up to date took; near 0 where it was. */
  readonly indexSeconds: number;
}

/** One question of a run. */
export interface QuestionResult {
  readonly id: string;
  readonly text: string;
  readonly metrics: RankingFigures;
  /** What was wanted: documents, or the name of the expected place. */
  readonly relevant: readonly string[];
  /** What was found, best first, at most ten. */
  readonly found: readonly string[];
}

/** A run with its questions: what `--save` writes and `footnote eval compare` reads. */
export interface EvaluationRun extends EvaluationSummary {
  readonly questions: readonly QuestionResult[];
}

/** A run without its questions. */
export function summaryOf(run: EvaluationRun): EvaluationSummary {
  const { questions: _, ...summary } = run;
  return summary;
}
