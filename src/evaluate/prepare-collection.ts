import { mkdir, rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Config } from '../config.ts';
import { openFootnote } from '../pipeline.ts';
import { storeFile } from '../store.ts';
import { type EvaluationCache, shortHash } from './evaluation-cache.ts';
import type { EvaluationQuestion } from './evaluation-question.ts';
import type { EvaluationTarget } from './evaluation-target.ts';
import { indexName } from './index-settings.ts';
import type { PrepareOptions } from './prepare-beir.ts';
import { resolveQuestions } from './resolve-questions.ts';

/**
 * Makes a collection of the user's own ready to be asked under `settings`. Where those need another index than the
 * collection has, the store is copied into the cache and the copy is re-indexed: the user's own is only read.
 * Errors: `collection_unknown`, `index_mismatch`, and those of {@link resolveQuestions}.
 * @param own the settings that the collection is used with
 * @param file the questions' file; its name is the run's
 */
export async function prepareCollection(
  questions: readonly EvaluationQuestion[],
  file: string,
  { own, settings }: { readonly own: Config; readonly settings: Config },
  cache: EvaluationCache,
  options: PrepareOptions = {},
): Promise<EvaluationTarget> {
  const startedMs = performance.now();
  const needsOwnIndex = indexName(own) !== indexName(settings);
  const config = needsOwnIndex ? await reindexedCopy(own, settings, cache, options) : settings;
  const indexSeconds = needsOwnIndex ? (performance.now() - startedMs) / 1000 : 0;
  const footnote = await openFootnote(config);
  try {
    return {
      dataset: basename(file),
      documents: (await footnote.listDocuments()).length,
      questions: await resolveQuestions(questions, footnote, file),
      config,
      indexSeconds,
    };
  } finally {
    await footnote.close();
  }
}

/** The settings over a copy of the store. Its vectors stay in the cache for the next run. */
async function reindexedCopy(
  own: Config,
  settings: Config,
  cache: EvaluationCache,
  options: PrepareOptions,
): Promise<Config> {
  const place = cache.folder(
    `copy-${shortHash([resolve(own.store), own.collection])}-${indexName(settings)}`,
  );
  await mkdir(place, { recursive: true });
  const config = { ...settings, store: place };
  const original = await openFootnote(own);
  try {
    const file = storeFile(place);
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
    await original.backup(file);
  } finally {
    await original.close();
  }
  const copy = await openFootnote(config);
  try {
    await copy.reindex(options);
  } finally {
    await copy.close();
  }
  return config;
}
