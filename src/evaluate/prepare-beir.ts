import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type OpenFootnote, withFootnote } from '../app/with-footnote.ts';
import type { DocumentSummary } from '../contracts/document.ts';
import type { Follower } from '../contracts/job.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { type EvaluationCache, indexName, withOwnModels } from './evaluation-cache.ts';
import type { EvaluationTarget, JudgedQuestion } from './evaluation-question.ts';
import type { Judgements } from './metrics/ranking-metrics.ts';
import { documentFileName, documentsHash, type EvaluationSet, writeDocumentFiles } from './read-beir.ts';

type PrepareOptions = Follower & { readonly open?: OpenFootnote | undefined };

/**
 * Brings a set in BEIR layout through the whole pipeline, each document as a file, into a store of the cache that
 * belongs to these documents; each choice of chunker and embedder is a collection in it, and all share its vectors.
 * What is there is not made again. A store that cannot be read any more is made anew: it is a cache.
 * Errors: those of {@link Footnote.ingest}; `evaluation_incomplete` where a document cannot be ingested.
 */
export async function prepareBeir(
  set: EvaluationSet,
  settings: Config,
  cache: EvaluationCache,
  { open, ...options }: PrepareOptions = {},
): Promise<EvaluationTarget> {
  const place = cache.folder(`${set.name}-${documentsHash(set.documents).slice(0, 12)}`);
  const config = { ...withOwnModels(settings), store: join(place, 'store'), collection: indexName(settings) };
  const files = join(place, 'files');
  const ingest = async (): Promise<EvaluationTarget> => {
    const startedMs = performance.now();
    if (!existsSync(files)) await writeDocumentFiles(set.documents, files);
    const ingested = await withFootnote(
      config,
      async (footnote) => {
        await bringUpToDate(footnote, files, options);
        return footnote.listDocuments();
      },
      open,
    );
    const indexSeconds = (performance.now() - startedMs) / 1000;
    const questions = judgeByDocument(set, ingested);
    return { dataset: set.name, documents: set.documents.length, questions, config, indexSeconds, notes: [] };
  };
  try {
    return await ingest();
  } catch (error) {
    if (!isFootnoteError(error) || (error.code !== 'store_corrupt' && error.code !== 'store_newer'))
      throw error;
    await rm(place, { recursive: true, force: true });
    return ingest();
  }
}

async function bringUpToDate(footnote: Footnote, files: string, options: Follower): Promise<void> {
  try {
    const { failures } = await footnote.ingest([files], options);
    const [failure] = failures;
    if (failure) {
      const { path, message: problem } = failure;
      throw new FootnoteError('evaluation_incomplete', { count: failures.length, path, problem });
    }
  } catch (error) {
    // What analyses or embeds has changed behind the same settings.
    if (!isFootnoteError(error) || error.code !== 'index_mismatch') throw error;
    await footnote.reindex(options);
  }
}

/**
 * Documents of equal content are one to the store: whichever of them is found, the first by path stands for all, in
 * rankings and in judgements.
 */
function judgeByDocument(set: EvaluationSet, documents: readonly DocumentSummary[]): JudgedQuestion[] {
  const idByFile = new Map(set.documents.map(({ id }) => [documentFileName(id), id]));
  const idOf = (path: string) => idByFile.get(basename(path)) ?? path;
  const standsFor = new Map(
    documents.flatMap(({ path, paths }) => paths.map((one) => [idOf(one), idOf(path)] as const)),
  );
  const judged = (judgements: Judgements) => {
    const merged = new Map<string, number>();
    for (const [id, gain] of judgements) {
      const item = standsFor.get(id) ?? id;
      merged.set(item, Math.max(gain, merged.get(item) ?? gain));
    }
    return merged;
  };
  return set.questions.map(({ id, text, answers, judgements }) => ({
    id,
    text,
    answers,
    judgements: judged(judgements),
    itemOf: ({ path }) => idOf(path),
  }));
}
