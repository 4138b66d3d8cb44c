import { z } from 'zod';
import type { ComparedRuns, ListedRun } from '../../evaluate/compared-runs.ts';
import { rankingMetricNames } from '../../evaluate/metrics/ranking-metrics.ts';
import { schemaOf } from './schema-of.ts';

const figures = z.record(z.enum(rankingMetricNames), z.number());

const summaryFields = {
  dataset: z.string().describe('Name of the folder or file with the questions.'),
  documents: z.int().min(0).describe('Documents that were searched.'),
  queries: z.int().min(0).describe('Questions with a known answer, which the figures are means over.'),
  metrics: figures.describe('Each in [0, 1]; higher is better.'),
  latencyMs: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), cold: z.number() }),
};

const runId = z.string().min(1).max(200).describe('Id of a run that is listed.');

/** Address parameters of two runs. */
export const evaluationPair = z.object({ before: runId, after: runId });

/** The reply of the list of runs. */
export const evaluationListSchema = schemaOf<{ readonly evaluations: readonly ListedRun[] }>()(
  z.object({
    evaluations: z.array(
      z.object({ id: z.string(), at: z.string().describe('ISO 8601.'), ...summaryFields }),
    ),
  }),
).meta({ id: 'EvaluationList', description: 'Runs of `footnote eval` with this store, the latest first.' });

const changedQuestions = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    before: z.number(),
    after: z.number(),
    difference: z.number(),
  }),
);

/** The reply of a comparison. */
export const evaluationChangesSchema = schemaOf<ComparedRuns>()(
  z.object({
    queries: z.int().min(1).describe('Questions that both runs have.'),
    metrics: z.array(
      z.object({
        metric: z.enum(rankingMetricNames),
        before: z.number(),
        after: z.number(),
        difference: z.number(),
        interval: z
          .object({ low: z.number(), high: z.number() })
          .describe('95 % interval of the difference, by bootstrap.'),
        pValue: z.number().describe('By the paired randomisation test.'),
      }),
    ),
    wins: z.int().min(0).describe('Questions that became better, by `ndcg@10`.'),
    losses: z.int().min(0),
    ties: z.int().min(0),
    won: changedQuestions.describe('The largest gains.'),
    lost: changedQuestions.describe('The largest losses.'),
    settings: z
      .array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe('Settings that the runs differ in.'),
    warnings: z.array(z.string()),
  }),
).meta({ id: 'EvaluationChanges', description: 'What changed from one run to another.' });
