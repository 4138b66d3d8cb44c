import type { EvaluationRun } from './evaluation-run.ts';
import { meanFigures, type RankingFigures, rankingMetricNames } from './metrics/ranking-metrics.ts';

/** A run in which each question has one value for every metric. */
export function madeUpRun(
  values: Readonly<Record<string, number>>,
  settings: EvaluationRun['settings'] = {},
  textOf: (id: string) => string = (id) => `What is ${id}?`,
): EvaluationRun {
  const questions = Object.entries(values).map(([id, value]) => ({
    id,
    text: textOf(id),
    metrics: Object.fromEntries(rankingMetricNames.map((name) => [name, value])) as RankingFigures,
    relevant: [`${id}.md`],
    found: [`${id}.md`, 'other.md'],
  }));
  return {
    dataset: 'made-up',
    documents: 2,
    queries: questions.length,
    metrics: meanFigures(questions.map(({ metrics }) => metrics)),
    latencyMs: { p50: 1, p95: 2, p99: 3, cold: 100 },
    settings,
    indexSeconds: 0.5,
    questions,
  };
}
