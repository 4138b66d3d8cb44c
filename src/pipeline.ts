import { resolve } from 'node:path';
import { answerQuestion } from './answer/answer-question.ts';
import { createExtractiveGenerator } from './answer/extractive-generator.ts';
import { Collections } from './collections.ts';
import { type Config, completeConfig, type PartialConfig } from './config.ts';
import type { Chunker } from './contracts/chunker.ts';
import type { IndexedVersion } from './contracts/document-records.ts';
import type { Embedder } from './contracts/embedder.ts';
import type { IngestProgress, IngestReport } from './contracts/ingest-report.ts';
import { FootnoteError, isFootnoteError } from './errors.ts';
import type {
  DocumentSummary,
  DocumentText,
  Footnote,
  IngestOptions,
  QueryOptions,
  ReindexOptions,
  WatchOptions,
  WatchRound,
} from './footnote.ts';
import { type ChunkerSettings, chunkerSettings, createChunker } from './ingest/chunk/create-chunker.ts';
import { indexFields } from './ingest/chunk-metadata.ts';
import { DocumentMetadata } from './ingest/document-metadata.ts';
import { ingestFiles } from './ingest/ingest-files.ts';
import type { SelectionOptions } from './ingest/load/file-selection.ts';
import { watchPaths } from './ingest/load/watch-paths.ts';
import { parserPool } from './ingest/parse/parser-pool.ts';
import { noDocuments, planIngest } from './ingest/plan-ingest.ts';
import { reindexDocuments } from './ingest/reindex-documents.ts';
import { createEmbedder } from './models/create-embedder.ts';
import { gptTokenizer } from './models/gpt-tokenizer.ts';
import { type IndexStamp, requireSameStamp } from './records/indexes.ts';
import type { RunningJob } from './records/jobs.ts';
import { type Retrieval, retrieve } from './retrieve/retrieve.ts';
import { analyser as createAnalyser } from './text/analyser/analyser.ts';

/** Titles looked up to say what a collection covers. */
const titlesForAbstention = 20;

/**
 * Opens Footnote over the store that the settings name. Nothing is read or made before it is needed: the store is
 * created by the first ingest, the model is loaded by the first text.
 * Errors: `config_invalid`, `model_missing`.
 */
export async function openFootnote(settings: PartialConfig = {}): Promise<Footnote> {
  const config = completeConfig(settings);
  return new Pipeline(config, await createEmbedder(config.embedder, config.store));
}

class Pipeline implements Footnote {
  readonly #config: Config;
  readonly #embedder: Embedder;
  readonly #analyser = createAnalyser();
  readonly #chunker;
  readonly #generator;
  readonly #parsers;
  readonly #collections: Collections;

  constructor(config: Config, embedder: Embedder) {
    this.#config = config;
    this.#embedder = embedder;
    this.#chunker = configuredChunker(config.chunker, embedder);
    this.#parsers = parserPool({
      processes: config.ingest.parserProcesses,
      timeoutMs: config.ingest.parserTimeoutMs,
      maxMemoryMb: config.ingest.parserMaxMemoryMb,
    });
    this.#generator = createExtractiveGenerator({
      analyser: this.#analyser,
      maxSentences: config.answer.maxSentences,
    });
    this.#collections = new Collections({
      directory: config.store,
      analyser: this.#analyser,
      stamp: this.#stamp,
      fields: indexFields(config.metadata.fields),
    });
  }

  async ingest(paths: readonly string[], options: IngestOptions = {}) {
    const collection = options.collection ?? this.#config.collection;
    if (options.retryFailed) return this.#retryFailed(collection, options);
    if (options.dryRun) return this.#planIngest(paths, collection, options);
    return this.#ingest(paths, collection, options);
  }

  async #ingest(
    paths: readonly string[],
    collection: string,
    options: IngestOptions & SelectionOptions,
  ): Promise<IngestReport> {
    const reading = this.#readingContext(options);
    const { records } = await this.#collections.store();
    const stored = await records.findOrCreateIndex(collection, this.#stamp);
    requireSameStamp(collection, stored, this.#stamp, ['embedder', 'chunker', 'analyser']);
    const index = await this.#collections.open(stored);
    const job = await records.startJob({ collection, kind: 'ingest', paths });
    const removeVersions = (versions: readonly IndexedVersion[]) =>
      this.#collections.removeVersions(versions);
    try {
      const report = await ingestFiles(
        paths,
        {
          ...reading,
          collection,
          jobId: job.id,
          documents: records.documents,
          index,
          removeVersions,
          embedder: this.#embedder,
          chunker: this.#chunker,
          runParser: this.#parsers.run,
          filesAhead: 2 * this.#config.ingest.parserProcesses,
        },
        followedBy(job, options),
      );
      await job.finish('done', report);
      return report;
    } catch (error) {
      const isCancelled = isFootnoteError(error) && error.code === 'aborted';
      await job.finish(isCancelled ? 'cancelled' : 'failed', null);
      // What a run that was stopped had begun is nobody's now.
      await removeVersions(await records.documents.leftovers(collection));
      // A reindex drops the index that it replaces, whoever is writing to it.
      const isReplaced = !isCancelled && (await records.findIndex(collection))?.id !== stored.id;
      throw isReplaced ? new FootnoteError('index_replaced', { collection }, { cause: error }) : error;
    }
  }

  /** What an ingest and a dry run have in common. Errors: those of a file of metadata. */
  #readingContext({ include, exclude, only, allowMassRemoval }: IngestOptions & SelectionOptions) {
    const { ingest, metadata, store } = this.#config;
    return {
      maxFileBytes: ingest.maxFileBytes,
      unpack: this.#parsers.unpack,
      containerLimits: {
        maxMembers: ingest.archiveMaxMembers,
        maxBytes: ingest.archiveMaxBytes,
        maxRatio: ingest.archiveMaxRatio,
        maxDepth: ingest.archiveMaxDepth,
      },
      storeDirectory: resolve(store),
      metadata: new DocumentMetadata(metadata),
      selection: { include, exclude, only },
      allowMassRemoval: allowMassRemoval ?? false,
    };
  }

  async #planIngest(
    paths: readonly string[],
    collection: string,
    options: IngestOptions & SelectionOptions,
  ): Promise<IngestReport> {
    const records = (await this.#collections.existingStore())?.records;
    const stored = await records?.findIndex(collection);
    if (stored) requireSameStamp(collection, stored, this.#stamp, ['embedder', 'chunker', 'analyser']);
    const documents = records?.documents ?? noDocuments;
    return planIngest(paths, { ...this.#readingContext(options), collection, documents }, options.signal);
  }

  async #retryFailed(collection: string, options: IngestOptions): Promise<IngestReport> {
    const jobs = await this.listJobs({ collection });
    const last = jobs.find(({ kind, report }) => kind === 'ingest' && report !== null);
    const only = last?.report?.failures.map(({ path }) => path) ?? [];
    const paths = last?.paths ?? [];
    const { dryRun } = options;
    return dryRun
      ? this.#planIngest(paths, collection, { ...options, only })
      : this.#ingest(paths, collection, { ...options, only });
  }

  async *watch(paths: readonly string[], options: WatchOptions = {}): AsyncGenerator<WatchRound> {
    const { quietMs, signal } = options;
    const { store } = this.#config;
    const changes = await watchPaths(paths, { storeDirectory: resolve(store), quietMs, signal });
    try {
      for (let round = 0; ; round++) {
        const outcome = await settle(this.ingest(paths, options));
        if (signal?.aborted) return;
        if (round === 0 && outcome.error) throw outcome.error;
        yield outcome;
        await changes.next();
        if (signal?.aborted) return;
      }
    } finally {
      await changes.close();
    }
  }

  async reindex(options: ReindexOptions = {}) {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.store();
    const before = await records.findIndex(collection);
    if (!before) throw await this.#collections.unknown(collection);
    const { building, abandoned } = await records.findOrCreateBuilding(collection, this.#stamp);
    for (const index of abandoned) await this.#collections.drop(index);
    const job = await records.startJob({ collection, kind: 'reindex', paths: [] });
    try {
      const report = await reindexDocuments(
        {
          collection,
          jobId: job.id,
          documents: records.documents,
          reindexing: records.reindexing,
          index: await this.#collections.open(building),
          embedder: this.#embedder,
          chunker: this.#chunker,
        },
        followedBy(job, options),
      );
      await this.#collections.drop(before);
      await job.finish('done', null);
      return report;
    } catch (error) {
      await job.finish(isFootnoteError(error) && error.code === 'aborted' ? 'cancelled' : 'failed', null);
      throw error;
    }
  }

  async listJobs(options: { collection?: string } = {}) {
    const store = await this.#collections.existingStore();
    return (await store?.records.listJobs(options.collection ?? this.#config.collection)) ?? [];
  }

  async cancelJob(id: string, options: { collection?: string } = {}) {
    const collection = options.collection ?? this.#config.collection;
    const job = (await this.listJobs({ collection })).find((one) => one.id === id && one.state === 'running');
    if (!job || !(await (await this.#collections.store()).records.cancelJob(id))) {
      throw new FootnoteError('job_unknown', { job: id, collection, state: 'running' });
    }
    return job;
  }

  async ask(question: string, options: QueryOptions = {}) {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.find(collection);
    const retrieval = await this.#retrieve(question, options);
    return answerQuestion(
      question,
      retrieval,
      {
        generator: this.#generator,
        sourceText: (documentId, version) => records.library.text(documentId, version),
        titles: () => records.library.titles(collection, titlesForAbstention),
        maxPassages: this.#config.answer.maxPassages,
      },
      { signal: options.signal },
    );
  }

  async search(question: string, options: QueryOptions = {}) {
    return (await this.#retrieve(question, options)).result;
  }

  async #retrieve(question: string, options: QueryOptions): Promise<Retrieval> {
    const collection = options.collection ?? this.#config.collection;
    const { records, index } = await this.#collections.find(collection);
    const unembedded = await records.library.unembeddedChunks(collection);
    const { result, chunks } = await retrieve(
      question,
      {
        index,
        embedder: this.#embedder,
        analyser: this.#analyser,
        liveDocuments: (documentIds) => records.library.live(documentIds),
        settings: { ...this.#config.retrieval, topK: options.topK ?? this.#config.retrieval.topK },
        maxQuestionLength: this.#config.question.maxLength,
      },
      { filter: options.filter, signal: options.signal },
    );
    if (unembedded === 0) return { result, chunks };
    const warning = `${unembedded} passages are found by their words alone until their vectors are computed.`;
    return { result: { ...result, warnings: [...result.warnings, warning] }, chunks };
  }

  async listDocuments(options: { collection?: string } = {}) {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.find(collection);
    return records.library.list(collection);
  }

  async getDocument(idOrPath: string, options: { collection?: string } = {}): Promise<DocumentSummary> {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.find(collection);
    const found = await records.library.find(collection, idOrPath);
    if (!found) throw new FootnoteError('document_unknown', { document: idOrPath, collection });
    return found;
  }

  async getDocumentText(idOrPath: string, options: { collection?: string } = {}): Promise<DocumentText> {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.find(collection);
    const { documentId, version } = await this.getDocument(idOrPath, options);
    const text = await records.library.text(documentId, version);
    // Replaced between the two reads.
    return text ?? this.getDocumentText(documentId, { collection });
  }

  async removeDocument(idOrPath: string, options: { collection?: string } = {}) {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.find(collection);
    const document = await this.getDocument(idOrPath, { collection });
    await this.#collections.removeVersions(await records.documents.retire(document.documentId));
    return document;
  }

  async listCollections() {
    return (await (await this.#collections.existingStore())?.records.listCollections()) ?? [];
  }

  async backup(file: string) {
    const store = await this.#collections.existingStore();
    if (!store) throw await this.#collections.unknown(this.#config.collection);
    return store.records.backup(file);
  }

  async warmUp(options: { collection?: string } = {}) {
    const [vector, { index }] = await Promise.all([
      this.#embedder.embedQuery('ready'),
      this.#collections.find(options.collection ?? this.#config.collection),
    ]);
    await index.searchVector({ vector, limit: 1 });
  }

  async close() {
    await Promise.all([this.#embedder.close(), this.#parsers.close()]);
    await this.#collections.close();
  }

  get #stamp(): IndexStamp {
    return {
      embedder: this.#embedder.id,
      chunker: this.#chunker.id,
      analyser: this.#analyser.id,
      dimension: this.#embedder.dimension,
    };
  }
}

/** An ingest that fails on purpose as data; other failures are defects and stay thrown. */
async function settle(ingest: Promise<IngestReport>): Promise<WatchRound> {
  try {
    return { report: await ingest, error: null };
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
    return { report: null, error };
  }
}

function configuredChunker(settings: Config['chunker'], embedder: Embedder): Chunker {
  const { tokenizer } = settings;
  return createChunker(
    validChunker(settings),
    tokenizer === 'embedder' ? embedder.tokenizer : gptTokenizer(tokenizer),
  );
}

function validChunker(settings: Config['chunker']): ChunkerSettings {
  const result = chunkerSettings.safeParse(settings);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = `chunker.${issue?.path.join('.')}: ${issue?.message}`;
  throw new FootnoteError('config_invalid', { source: 'The settings', problem });
}

/** The options of a job's work: it stops for its caller and for whoever cancels it, and tells both how far it is. */
function followedBy(job: RunningJob, { signal, onProgress }: ReindexOptions) {
  return {
    signal: AbortSignal.any([job.cancelled, ...(signal ? [signal] : [])]),
    onProgress: (progress: IngestProgress) => {
      job.progress(progress);
      onProgress?.(progress);
    },
  };
}
