import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { storeFile } from '../app/store.ts';
import { type OpenFootnote, withFootnote, withStored } from '../app/with-footnote.ts';
import type { Follower, IngestProgress } from '../contracts/job.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import { makeFolder } from '../files/output-files.ts';
import { pathError } from '../files/path-error.ts';
import type { Footnote } from '../footnote.ts';
import type { Config, PartialConfig } from '../settings/config.ts';
import { completeConfig } from '../settings/resolve-config.ts';
import {
  requireFields,
  requireFunction,
  requireObject,
  requireOneOf,
  requireText,
} from '../values/require-arguments.ts';
import { prepareBeir, readBeir } from './beir.ts';
import { type EvaluationCache, indexName, keptCache, shortHash, withOwnModels } from './evaluation-cache.ts';
import {
  checkQuestions,
  type EvaluationQuestion,
  type EvaluationTarget,
  isAnswerable,
} from './evaluation-question.ts';
import type { EvaluationRun } from './evaluation-run.ts';
import {
  assembleRun,
  mapAtOnce,
  measureLatency,
  rankedQuestions,
  rankQuestions,
  timedQuestions,
} from './measure-run.ts';
import { resolveQuestions } from './resolve-questions.ts';
import { type SweptConfig, type SweptSetting, sweepConfigs } from './sweep.ts';

/** Which questions are asked: settings are chosen on one half and confirmed on the other. Lines count from 1. */
export type QuestionHalf = (typeof halves)[number];

const halves = ['all', 'odd', 'even'] as const;

/** How far an evaluation is. */
export type EvaluationProgress =
  | { readonly stage: 'index'; readonly run: number; readonly runs: number; readonly ingest: IngestProgress }
  /** All questions are asked for their rankings, then some once more for their times. */
  | { readonly stage: 'ask' | 'time'; readonly done: number; readonly total: number };

export interface EvaluateOptions {
  /** The settings that every run starts from; what they leave out has its default. */
  readonly config: PartialConfig;
  /**
   * Opens Footnote, each time under the settings of a run, to be closed after it: with adapters that are not named by
   * settings, `(config) => openFootnote(config, { embedder: myEmbedder() })`. Default: `openFootnote`.
   */
  readonly open?: OpenFootnote;
  /** Where indexes are made. Default: the user's own cache folder. */
  readonly cache?: EvaluationCache;
  readonly sweep?: readonly SweptSetting[];
  /** Default: all. */
  readonly half?: QuestionHalf;
  readonly onProgress?: (progress: EvaluationProgress) => void;
  readonly signal?: AbortSignal;
}

const optionNames = ['config', 'open', 'cache', 'sweep', 'half', 'onProgress', 'signal'];

/** A run of a sweep with what it changed. */
export interface SweptRun {
  readonly changes: SweptConfig['changes'];
  readonly run: EvaluationRun;
  /** What a reader must know to judge its figures. */
  readonly notes: readonly string[];
}

/**
 * Measures retrieval on a folder in BEIR layout, or on a file of questions about the collection that the settings
 * name: one run for each combination of the sweep, in its order. Indexes are made one after the other, since each
 * takes all cores; rankings are made side by side; latencies are taken one run at a time.
 * Errors: those of {@link readBeir}, `readQuestions`, ingestion and search; `config_invalid`; `request_invalid` for
 * options that there are not.
 */
export async function evaluate(path: string, options: EvaluateOptions): Promise<SweptRun[]> {
  requireText('path', path);
  requireFields('options', options, optionNames);
  const { half, open, cache, onProgress } = options;
  if (half !== undefined) requireOneOf('half', half, halves);
  if (open !== undefined) requireFunction('open', open);
  if (cache !== undefined) requireObject('cache', cache);
  if (onProgress !== undefined) requireFunction('onProgress', onProgress);
  const base = completeConfig(options.config);
  const configs = sweepConfigs(base, options.sweep ?? []);
  const prepare = await targetsOf(path, base, options);
  const targets: EvaluationTarget[] = [];
  for (const [position, { config }] of configs.entries()) {
    const onIngest = (ingest: IngestProgress) =>
      onProgress?.({ stage: 'index', run: position + 1, runs: configs.length, ingest });
    targets.push(await prepare(config, onIngest));
  }

  const measuring = (stage: 'ask' | 'time', asked: (target: EvaluationTarget) => readonly unknown[]) => {
    const total = targets.reduce((sum, target) => sum + asked(target).length, 0);
    let done = 0;
    const onQuestion = () => onProgress?.({ stage, done: (done += 1), total });
    return { open, signal: options.signal, onQuestion };
  };
  const ranking = measuring('ask', rankedQuestions);
  const results = await mapAtOnce(availableParallelism(), targets, (target) =>
    rankQuestions(target, ranking),
  );
  const timing = measuring('time', timedQuestions);
  const runs: SweptRun[] = [];
  for (const [position, target] of targets.entries()) {
    const latency = await measureLatency(target, timing);
    const run = assembleRun(target, results[position] ?? [], latency);
    runs.push({ changes: configs[position]?.changes ?? {}, run, notes: target.notes });
  }
  return runs;
}

type Prepare = (config: Config, onIngest: (progress: IngestProgress) => void) => Promise<EvaluationTarget>;

/** Reads the questions once and tells how a collection is made ready for them. */
async function targetsOf(path: string, base: Config, options: EvaluateOptions): Promise<Prepare> {
  const { cache = keptCache(), half = 'all', open, signal } = options;
  const { maxLength } = base.question;
  if (await isFolder(path)) {
    const set = await readBeir(path);
    checkQuestions(set.questions, join(path, 'queries.jsonl'), maxLength);
    const questions = inHalf(set.questions, half, path);
    return (config, onProgress) =>
      prepareBeir({ ...set, questions }, config, cache, { onProgress, signal, open });
  }
  // With the libraries that read them.
  const { readQuestions } = await import('./read-questions.ts');
  const all = await readQuestions(path);
  checkQuestions(all, path, maxLength);
  const prepare = await prepareCollection(inHalf(all, half, path), path, base, { cache, open });
  return (config, onProgress) => prepare(config, { onProgress, signal });
}

function inHalf(
  questions: readonly EvaluationQuestion[],
  half: QuestionHalf,
  path: string,
): EvaluationQuestion[] {
  const chosen = questions.filter(
    (_, position) => half === 'all' || (position % 2 === 0) === (half === 'odd'),
  );
  if (!chosen.some(isAnswerable)) {
    throw new FootnoteError('evaluation_empty', { path, what: 'question with a known answer' });
  }
  return chosen;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw pathError(path, cause);
  }
}

/** Makes a collection ready to be asked under settings. */
type PrepareTarget = (settings: Config, options?: Follower) => Promise<EvaluationTarget>;

/**
 * Ties questions to a collection of the user's own, which `settings` name, and tells how it is made ready to be asked
 * them. Where settings need another index than the collection has, the store is copied into the cache and the copy is
 * re-indexed, once for each index: the user's own is only read.
 * Errors: `collection_unknown`, and those of {@link resolveQuestions}.
 * @param file the questions' file; its name is the run's
 */
async function prepareCollection(
  questions: readonly EvaluationQuestion[],
  file: string,
  settings: Config,
  { cache, open }: { readonly cache: EvaluationCache; readonly open?: OpenFootnote | undefined },
): Promise<PrepareTarget> {
  // What is the same under all settings: the documents, and the questions tied to them.
  const resolved = await withFootnote(
    settings,
    async (footnote) => ({
      documents: (await footnote.listDocuments()).length,
      ...(await resolveQuestions(questions, footnote, file)),
    }),
    open,
  );
  const copies = new Map<string, string>();
  return async (swept, options = {}) => {
    const startedMs = performance.now();
    const index = indexName(swept);
    let config: Config = { ...swept, store: copies.get(index) ?? swept.store };
    if (!(await withFootnote(config, fitsIndex, open))) {
      config = { ...withOwnModels(swept), store: await copyStore(swept, cache) };
      await withFootnote(config, (copy) => copy.reindex(options), open);
      copies.set(index, config.store);
    }
    const indexSeconds = (performance.now() - startedMs) / 1000;
    return { dataset: basename(file), ...resolved, config, indexSeconds };
  };
}

/** Whether the collection's index was built with the settings that it is opened under. */
async function fitsIndex(footnote: Footnote): Promise<boolean> {
  try {
    // An ingest is refused where the index was built with other settings; this one reads and writes nothing.
    await footnote.ingest([], { dryRun: true });
    return true;
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'index_mismatch') throw error;
    return false;
  }
}

/** The folder of a copy of the store. Its vectors stay in the cache for the next run. */
async function copyStore(settings: Config, cache: EvaluationCache): Promise<string> {
  const { store, collection } = settings;
  const place = cache.folder(`copy-${shortHash([resolve(store), collection])}-${indexName(settings)}`);
  const file = storeFile(place);
  makeFolder(place);
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
  await withStored(settings, (original) => original.backup(file));
  return place;
}
