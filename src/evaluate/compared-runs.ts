import type { RankingFigures, RankingMetricName } from './metrics/ranking-metrics.ts';

/* What runs come to and how two of them compare, as plain data: the page has it too. */

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

/** A run that was kept beside a store, without its questions. */
export interface KeptRun extends EvaluationSummary {
  /** What its file is called, without its ending. */
  readonly id: string;
  /** When it was measured, ISO 8601. */
  readonly at: string;
}

/** As much of it as lists show. */
export type ListedRun = Omit<KeptRun, 'settings' | 'indexSeconds'>;

/** Between which values something lies with 95 % confidence. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

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

/** One question under both runs, by `ndcg@10`. */
export interface QuestionChange {
  readonly id: string;
  readonly text: string;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
}

/** A setting that two runs differ in. */
export interface SettingChange {
  /** Dotted. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What changed from one run to another. */
export interface RunComparison {
  readonly before: EvaluationSummary;
  readonly after: EvaluationSummary;
  /** Questions that both runs have: those that are compared. */
  readonly queries: number;
  readonly metrics: readonly MetricComparison[];
  /** Questions that became better, worse, and neither, by `ndcg@10`. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** All questions, the largest gain first. */
  readonly questions: readonly QuestionChange[];
  readonly settings: readonly SettingChange[];
  readonly warnings: readonly string[];
}

/** A comparison as it is sent: of its questions those that changed most. */
export interface ComparedRuns extends Omit<RunComparison, 'before' | 'after' | 'questions'> {
  readonly won: readonly QuestionChange[];
  readonly lost: readonly QuestionChange[];
}
