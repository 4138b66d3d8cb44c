import { z } from 'zod';
import { FootnoteError } from '../errors.ts';
import { readInputFile, writeOutputFile } from '../files/output-files.ts';
import type { Config } from '../settings/config.ts';
import { flattenSettings, isSecret } from '../settings/flatten-settings.ts';
import { parsedJson } from '../values/own-value.ts';
import { schemaProblem } from '../values/value-problem.ts';
import { type RankingFigures, rankingMetricNames } from './metrics/ranking-metrics.ts';

/** Sections that say where things are and how fast, not what is found. */
const otherSections: ReadonlySet<string> = new Set([
  'store',
  'collection',
  'records',
  'ingest',
  'server',
  'metadata',
]);

/** The settings that matter to what is found, by section, without secrets: part of a run. */
export function shownSettings(config: Config): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [section, settings] of Object.entries(config)) {
    if (otherSections.has(section) || typeof settings !== 'object') continue;
    shown[section] = Object.fromEntries(Object.entries(settings).filter(([name]) => !isSecret(name)));
  }
  return shown;
}

/** A setting that two runs differ in. */
export interface SettingChange {
  /** Dotted. */
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The settings that differ. */
export function changedSettings(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): SettingChange[] {
  const one = new Map(flattenSettings(before));
  const other = new Map(flattenSettings(after));
  return [...new Set([...one.keys(), ...other.keys()])]
    .map((name) => ({ name, before: one.get(name), after: other.get(name) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

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
  const problem = `it is not a run saved by "footnote eval --save" (${json === undefined ? 'it is not JSON' : schemaProblem(parsed.error)})`;
  throw new FootnoteError('file_malformed', { path: file, line: 1, problem });
}
