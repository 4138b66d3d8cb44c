import { z } from 'zod';
import type { EvaluationRun } from './evaluation-run.ts';
import { rankingMetricNames } from './metrics/ranking-metrics.ts';

const figures = z.record(z.enum(rankingMetricNames), z.number());

/** A run as it comes from a file, or from a program without types. */
export const runSchema = z.object({
  dataset: z.string(),
  documents: z.number(),
  queries: z.number(),
  metrics: figures,
  latencyMs: z.object({ p50: z.number(), p95: z.number(), p99: z.number(), cold: z.number() }),
  settings: z.record(z.string(), z.record(z.string(), z.unknown())),
  indexSeconds: z.number(),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      metrics: figures,
      relevant: z.array(z.string()),
      found: z.array(z.string()),
    }),
  ),
}) satisfies z.ZodType<EvaluationRun>;
