import { resolve } from 'node:path';
import type { Collections } from './collections.ts';
import type { Config } from './config.ts';
import type { Chunker } from './contracts/chunker.ts';
import type { QueuedDocument } from './contracts/document.ts';
import type { IndexedVersion } from './contracts/document-records.ts';
import type { Embedder } from './contracts/embedder.ts';
import type { IngestProgress, IngestReport } from './contracts/ingest-report.ts';
import type { Job } from './contracts/job.ts';
import { FootnoteError, isFootnoteError } from './errors.ts';
import type { IngestOptions, ReindexOptions, WatchOptions, WatchRound } from './footnote.ts';
import { DocumentMetadata } from './ingest/document-metadata.ts';
import { ingestFiles } from './ingest/ingest-files.ts';
import type { SelectionOptions } from './ingest/load/file-selection.ts';
import { parserPool } from './ingest/parse/parser-pool.ts';
import { noDocuments, planIngest } from './ingest/plan-ingest.ts';
import { reindexDocuments } from './ingest/reindex-documents.ts';
import { presetWarnings } from './presets/preset-warnings.ts';
import { type IndexStamp, requireSameStamp, withFieldsOf } from './records/indexes.ts';
import type { RunningJob } from './records/jobs.ts';

/** What ingestion is wired from. */
export interface IngestionContext {
  readonly config: Config;
  readonly collections: Collections;
  readonly embedder: Embedder;
  readonly chunker: Chunker;
  /** What an index built here is stamped with. */
  readonly stamp: IndexStamp;
}

/** The wiring of everything that changes a collection, each run of it a job in the records. */
export class Ingestion {
  readonly #config: Config;
  readonly #collections: Collections;
  readonly #embedder: Embedder;
  readonly #chunker: Chunker;
  readonly #stamp: IndexStamp;
  readonly #parsers;

  constructor({ config, collections, embedder, chunker, stamp }: IngestionContext) {
    this.#config = config;
    this.#collections = collections;
    this.#embedder = embedder;
    this.#chunker = chunker;
    this.#stamp = stamp;
    this.#parsers = parserPool({
      processes: config.ingest.parserProcesses,
      timeoutMs: config.ingest.parserTimeoutMs,
      maxMemoryMb: config.ingest.parserMaxMemoryMb,
    });
  }

  /** See `Footnote.ingest`. */
  async ingest(paths: readonly string[], options: IngestOptions = {}): Promise<IngestReport> {
    const report = await this.#ingestAsAsked(paths, options);
    return { ...report, warnings: [...presetWarnings(this.#config), ...report.warnings] };
  }

  async #ingestAsAsked(paths: readonly string[], options: IngestOptions): Promise<IngestReport> {
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
    const before = await (await this.#collections.existingStore())?.records.findIndex(collection);
    const reading = this.#readingContext(options, withFieldsOf(this.#stamp, before));
    const { records } = await this.#collections.store();
    const stored = await records.findOrCreateIndex(collection, this.#stamp);
    this.#requireSameStamp(collection, stored);
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

  /** Errors: `index_mismatch`. */
  #requireSameStamp(collection: string, stored: IndexStamp): void {
    const stamp = withFieldsOf(this.#stamp, stored);
    requireSameStamp(collection, stored, stamp, ['embedder', 'chunker', 'analyser', 'fields']);
  }

  /** What an ingest and a dry run have in common. Errors: those of a file of metadata. */
  #readingContext(
    { include, exclude, only, allowMassRemoval }: IngestOptions & SelectionOptions,
    { fields }: Pick<IndexStamp, 'fields'>,
  ) {
    const { ingest, metadata, store } = this.#config;
    return {
      maxFileBytes: ingest.maxFileBytes,
      unpack: this.#parsers.unpack,
      containerLimits: {
        maxMembers: ingest.archiveMaxMembers,
        maxBytes: ingest.archiveMaxBytes,
        maxMemberBytes: ingest.maxFileBytes,
        maxRatio: ingest.archiveMaxRatio,
        maxDepth: ingest.archiveMaxDepth,
      },
      storeDirectory: resolve(store),
      metadata: new DocumentMetadata({ ...metadata, fields }),
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
    if (stored) this.#requireSameStamp(collection, stored);
    const documents = records?.documents ?? noDocuments;
    const reading = this.#readingContext(options, stored ?? this.#stamp);
    return planIngest(paths, { ...reading, collection, documents }, options.signal);
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

  /** See `Footnote.watch`. */
  async *watch(paths: readonly string[], options: WatchOptions = {}): AsyncGenerator<WatchRound> {
    const { quietMs, signal } = options;
    const { store } = this.#config;
    // With its library; most runs watch nothing.
    const { watchPaths } = await import('./ingest/load/watch-paths.ts');
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

  /** See `Footnote.reindex`. */
  async reindex(options: ReindexOptions = {}) {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.store();
    const before = await records.findIndex(collection);
    if (!before) throw await this.#collections.unknown(collection);
    const stamp = withFieldsOf(this.#stamp, before);
    const { building, abandoned } = await records.findOrCreateBuilding(collection, stamp);
    for (const index of abandoned) await this.#collections.drop(index);
    const job = await records.startJob({ collection, kind: 'reindex', paths: [] });
    try {
      const report = await reindexDocuments(
        {
          collection,
          jobId: job.id,
          documents: records.documents,
          reindexing: records.reindexing,
          metadata: new DocumentMetadata({ ...this.#config.metadata, file: '', fields: stamp.fields }),
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

  /** See `Footnote.listJobs`. */
  async listJobs(options: { collection?: string } = {}): Promise<readonly Job[]> {
    const store = await this.#collections.existingStore();
    return (await store?.records.listJobs(options.collection ?? this.#config.collection)) ?? [];
  }

  /** See `Footnote.listQueued`. */
  async listQueued(options: { collection?: string } = {}): Promise<readonly QueuedDocument[]> {
    const store = await this.#collections.existingStore();
    return (await store?.records.reingestion.list(options.collection ?? this.#config.collection)) ?? [];
  }

  /** See `Footnote.cancelJob`. */
  async cancelJob(id: string, options: { collection?: string } = {}): Promise<Job> {
    const collection = options.collection ?? this.#config.collection;
    const job = (await this.listJobs({ collection })).find((one) => one.id === id && one.state === 'running');
    if (!job || !(await (await this.#collections.store()).records.cancelJob(id))) {
      throw new FootnoteError('job_unknown', { job: id, collection, state: 'running' });
    }
    return job;
  }

  /** Ends the processes that parse. */
  async close(): Promise<void> {
    await this.#parsers.close();
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
