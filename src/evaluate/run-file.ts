import { z } from 'zod';
import { FootnoteError } from '../errors.ts';
import { readInputFile } from '../input-files.ts';
import { writeOutputFile } from '../output-files.ts';
import { parsedJson } from '../parsed-json.ts';
import { schemaProblem } from '../value-problem.ts';
import type { EvaluationRun } from './evaluation-run.ts';
import { rankingMetricNames } from './metrics/ranking-metrics.ts';

const figures = z.record(z.enum(rankingMetricNames), z.number());

const runSchema = z.object({
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

/** Writes a run as JSON, making the folders above it. Errors: `path_unwritable`. */
export function saveRun(run: EvaluationRun, file: string): void {
  writeOutputFile(file, `${JSON.stringify(run, null, 1)}\n`);
}

/**
 * Reads what {@link saveRun} wrote. Errors: `path_not_found`, `path_unreadable`; `file_malformed` where it is no such
 * file.
 */
export async function readRun(file: string): Promise<EvaluationRun> {
  const json = parsedJson(await readInputFile(file));
  const parsed = runSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const problem = `it is no run that "footnote eval --save" wrote (${json === undefined ? 'it is no JSON' : schemaProblem(parsed.error)})`;
  throw new FootnoteError('file_malformed', { path: file, line: 1, problem });
}
