import { rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { isFootnoteError } from '../errors.ts';
import { makeFolder } from '../make-folder.ts';
import { openFootnote } from '../pipeline.ts';
import { storeFile } from '../store.ts';
import { type EvaluationCache, shortHash } from './evaluation-cache.ts';
import type { EvaluationQuestion } from './evaluation-question.ts';
import type { EvaluationTarget } from './evaluation-target.ts';
import { indexName } from './index-name.ts';
import type { PrepareOptions } from './prepare-beir.ts';
import { resolveQuestions } from './resolve-questions.ts';

/**
 * Makes a collection of the user's own ready to be asked under `settings`. Where those need another index than the
 * collection has, the store is copied into the cache and the copy is re-indexed: the user's own is only read.
 * Errors: `collection_unknown`, and those of {@link resolveQuestions}.
 * @param file the questions' file; its name is the run's
 */
export async function prepareCollection(
  questions: readonly EvaluationQuestion[],
  file: string,
  settings: Config,
  cache: EvaluationCache,
  options: PrepareOptions = {},
): Promise<EvaluationTarget> {
  const startedMs = performance.now();
  const config = (await fitsIndex(settings)) ? settings : await reindexedCopy(settings, cache, options);
  const indexSeconds = (performance.now() - startedMs) / 1000;
  const footnote = await openFootnote(config);
  try {
    return {
      dataset: basename(file),
      documents: (await footnote.listDocuments()).length,
      ...(await resolveQuestions(questions, footnote, file)),
      config,
      indexSeconds,
    };
  } finally {
    await footnote.close();
  }
}

/** Whether the collection's index was built with these settings. */
async function fitsIndex(settings: Config): Promise<boolean> {
  const footnote = await openFootnote(settings);
  try {
    // An ingest is refused where the index was built with other settings; this one reads and writes nothing.
    await footnote.ingest([], { dryRun: true });
    return true;
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'index_mismatch') throw error;
    return false;
  } finally {
    await footnote.close();
  }
}

/** The settings over a copy of the store. Its vectors stay in the cache for the next run. */
async function reindexedCopy(
  settings: Config,
  cache: EvaluationCache,
  options: PrepareOptions,
): Promise<Config> {
  const original = await openFootnote(settings);
  const { store, collection } = settings;
  const place = cache.folder(`copy-${shortHash([resolve(store), collection])}-${indexName(settings)}`);
  const file = storeFile(place);
  makeFolder(place);
  try {
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
    await original.backup(file);
  } finally {
    await original.close();
  }
  const copied = { ...settings, store: place };
  const copy = await openFootnote(copied);
  try {
    await copy.reindex(options);
  } finally {
    await copy.close();
  }
  return copied;
}
