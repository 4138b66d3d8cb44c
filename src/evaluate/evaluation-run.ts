import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FootnoteError } from '../errors.ts';
import { readInputFile, writeOutputFile } from '../files/output-files.ts';
import type { Config } from '../settings/config.ts';
import { flattenSettings, isSecret } from '../settings/default-config.ts';
import { parsedJson } from '../values/own-value.ts';
import { schemaProblem } from '../values/value-problem.ts';
import type { EvaluationSummary, KeptRun, SettingChange } from './compared-runs.ts';
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

/** Runs that are kept, most: the oldest go first. */
const mostKept = 100;

const keptFolder = (store: string) => join(store, 'evaluations');

/** Where a run is kept: a line for what it came to, and one for its questions, which a list need not read. */
const keptFile = (store: string, id: string) => join(keptFolder(store), `${id}${keptEnding}`);

const keptEnding = '.jsonl';

const { questions: questionsSchema, ...summaryShape } = runSchema.shape;
const summarySchema = z.object({ ...summaryShape, at: z.string() });

/** What a line of a summary may have at most, in bytes. */
const longestSummary = 1_000_000;

/** Keeps a run in the folder of a store, for the page. Errors: `path_unwritable`. */
export async function keepRun(run: EvaluationRun, store: string, at = new Date()): Promise<void> {
  const said = at.toISOString();
  const id = `${said.replace(/\D/g, '')}-${randomBytes(4).toString('hex')}`;
  const lines = [{ at: said, ...summaryOf(run) }, run.questions].map((line) => JSON.stringify(line));
  writeOutputFile(keptFile(store, id), `${lines.join('\n')}\n`);
  for (const old of (await keptIds(store)).slice(mostKept)) await rm(keptFile(store, old), { force: true });
}

/** The runs that are kept beside a store, the latest first. One whose figures cannot be read is left out. */
export async function listKeptRuns(store: string): Promise<readonly KeptRun[]> {
  const runs: KeptRun[] = [];
  for (const id of await keptIds(store)) {
    const kept = summarySchema.safeParse(parsedJson(await firstLine(keptFile(store, id)))).data;
    if (kept) runs.push({ id, ...kept });
  }
  return runs;
}

/** A run that is kept beside a store. Errors: `evaluation_unknown`. */
export async function readKeptRun(id: string, store: string): Promise<EvaluationRun> {
  // Looked for among those that are there, so that no name ever becomes a path.
  const isThere = (await keptIds(store)).includes(id);
  const text = isThere ? await readInputFile(keptFile(store, id)).catch(() => '') : '';
  const [summary = '', questions = ''] = text.split('\n');
  const kept = summarySchema.safeParse(parsedJson(summary)).data;
  const asked = questionsSchema.safeParse(parsedJson(questions)).data;
  if (!kept || !asked) throw new FootnoteError('evaluation_unknown', { evaluation: id });
  const { at: _, ...run } = kept;
  return { ...run, questions: asked };
}

/** Names begin with their time. A pipe, a device or a link to one would be read without an end. */
async function keptIds(store: string): Promise<readonly string[]> {
  if (!existsSync(keptFolder(store))) return [];
  const entries = await readdir(keptFolder(store), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(keptEnding))
    .map(({ name }) => name.slice(0, -keptEnding.length))
    .toSorted()
    .toReversed();
}

/** The first line of a file; empty where it cannot be read or is longer than {@link longestSummary}. */
async function firstLine(file: string): Promise<string> {
  const bytes: Buffer[] = [];
  try {
    for await (const part of createReadStream(file, { end: longestSummary - 1 })) {
      const piece = part as Buffer;
      const end = piece.indexOf('\n');
      bytes.push(end < 0 ? piece : piece.subarray(0, end));
      if (end >= 0) return Buffer.concat(bytes).toString();
    }
  } catch {
    // As one that is gone.
  }
  return '';
}
