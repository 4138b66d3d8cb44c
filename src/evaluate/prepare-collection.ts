import { rm } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { storeFile } from '../app/store.ts';
import { type OpenFootnote, withFootnote, withStored } from '../app/with-footnote.ts';
import type { Follower } from '../contracts/ingest-report.ts';
import { isFootnoteError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { type EvaluationCache, shortHash } from './evaluation-cache.ts';
import type { EvaluationQuestion } from './evaluation-question.ts';
import type { EvaluationTarget } from './evaluation-target.ts';
import { indexName } from './index-name.ts';
import { resolveQuestions } from './resolve-questions.ts';

/** Makes a collection ready to be asked under settings. */
export type PrepareTarget = (settings: Config, options?: Follower) => Promise<EvaluationTarget>;

/**
 * Ties questions to a collection of the user's own, which `settings` name, and tells how it is made ready to be asked
 * them. Where settings need another index than the collection has, the store is copied into the cache and the copy is
 * re-indexed, once for each index: the user's own is only read.
 * Errors: `collection_unknown`, and those of {@link resolveQuestions}.
 * @param file the questions' file; its name is the run's
 */
export async function prepareCollection(
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
      config = { ...swept, store: await copyStore(swept, cache) };
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
