import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Chunker } from '../contracts/chunker.ts';
import type { AddedDocument, DocumentChange, DocumentSummary } from '../contracts/document.ts';
import type { IndexedVersion, ReindexReport } from '../contracts/document-records.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { InCollection } from '../contracts/engine.ts';
import type { IngestReport, Job, JobWork } from '../contracts/job.ts';
import type { CollectionIndex, IndexStamp, LanguageShares, Records } from '../contracts/records.ts';
import type { NamedContent } from '../contracts/uploads.ts';
import { errorTable, FootnoteError, isAborted, isFootnoteError, throwIfAborted } from '../errors.ts';
import { manifest } from '../files/package-root.ts';
import { schemeOf, uploadRoot, uploadSource } from '../files/source-address.ts';
import type { AddOptions, IngestOptions, ReindexOptions, WatchOptions, WatchRound } from '../footnote.ts';
import { KnownParsers } from '../formats/known-parsers.ts';
import { addable, checkChange, upTo, withChange } from '../ingest/added-document.ts';
import { DocumentMetadata } from '../ingest/document-metadata.ts';
import { countBilledTokens, embedPending, type KnownVectors, vectorsIn } from '../ingest/embed.ts';
import type { SelectionOptions } from '../ingest/file-selection.ts';
import { type FileSource, FileSources, uploadsOf } from '../ingest/file-sources.ts';
import { ingestFiles, planIngest } from '../ingest/ingest.ts';
import type { LoadedContent } from '../ingest/load.ts';
import { chunksOf, nothingMore, reindexDocuments } from '../ingest/reindex.ts';
import { startTally } from '../ingest/tally.ts';
import { editedBy, writeChunks } from '../ingest/write.ts';
import { multilingualModel } from '../models/local/installed-models.ts';
import { presetWarnings } from '../presets/presets.ts';
import { chunkerIn, engineText, requireSameStamp, withFieldsOf } from '../records/indexes/index-stamp.ts';
import type { Config } from '../settings/config.ts';
import { unusable } from '../values/require-arguments.ts';
import { type Adapters, chunkerOfIndex, embedderOfIndex, type IndexMakers, makersOf } from './adapters.ts';
import type { Collections } from './collections.ts';
import type { Jobs } from './jobs.ts';
import { openQueue } from './queued-work.ts';

/** What ingestion is wired from. */
interface IngestionContext {
  readonly config: Config;
  readonly collections: Collections;
  readonly jobs: Jobs;
  readonly adapters: Adapters;
}

/** What can be put in at once; one by one, where they come so. */
type AddedDocuments = AddedDocument | Iterable<AddedDocument> | AsyncIterable<AddedDocument>;

/** An ingest with what it is of. */
interface AskedIngest extends IngestOptions, SelectionOptions {
  readonly collection: string;
  readonly paths: readonly string[];
}

/** The wiring of everything that changes a collection, each run of it a job in the records. */
export class Ingestion {
  readonly #context: IngestionContext;
  readonly #parsers: KnownParsers;

  constructor(context: IngestionContext) {
    this.#context = context;
    const {
      parserProcesses: processes,
      parserTimeoutMs,
      parserMaxMemoryMb,
      ocr,
      ocrTimeoutMs,
    } = context.config.ingest;
    const limits = { timeoutMs: parserTimeoutMs, maxMemoryMb: parserMaxMemoryMb };
    this.#parsers = new KnownParsers({
      processes,
      ...limits,
      ocr,
      ocrTimeoutMs,
      own: context.adapters.parsers,
    });
  }

  /** See `Footnote.ingest`. */
  async ingest(paths: readonly string[], options: IngestOptions = {}): Promise<IngestReport> {
    const { collections, config } = this.#context;
    const collection = collections.nameOf(options);
    const failed = options.retryFailed ? await this.#failedBefore(collection) : undefined;
    const asked = { ...options, collection, paths, ...failed };
    const report = await (options.dryRun ? this.#planIngest(asked) : this.#ingest(asked));
    return { ...report, warnings: [...presetWarnings(config), ...report.warnings] };
  }

  /** See `Footnote.add`. */
  add(documents: AddedDocuments, options: AddOptions = {}): Promise<IngestReport> {
    return this.#context.jobs.waitedFor(this.#add(documents, options));
  }

  async #add(documents: AddedDocuments, options: AddOptions): Promise<IngestReport> {
    const { collections, config, jobs, adapters } = this.#context;
    const { queue: isQueued = false, onJob, owner, ...followed } = options;
    const collection = collections.nameOf(options);
    if (isQueued && adapters.parsers.length > 0)
      throw unusable('options.queue', 'workers do not have the parsers of this process; leave it out');
    const queue = isQueued ? await openQueue(config, { isWorker: false }) : undefined;
    try {
      const { records } = await collections.store();
      const before = await records.indexes.find(collection);
      if (before) this.#requireSameStamp(collection, before);
      const contents = await this.#store(documents, collection, jobs.stoppedBy(options.signal));
      if (contents.length === 0) return startTally().report();
      const paths = contents.map(({ name }) => uploadSource(name));
      const work = { collection, paths };
      const jobId = await records.uploads
        .put(contents, { ...work, owner, maxKeptBytes: config.ingest.maxKeptBytes }, async (id, execute) =>
          queue?.send({ kind: 'ingest', ...work, jobId: id }, execute),
        )
        .catch(async (error: unknown) => {
          await records.uploads.discard(contents.map(({ content }) => content)).catch(() => {});
          throw error;
        });
      onJob?.(jobId);
      if (queue) return await jobs.outcome(jobId, { ...followed, collection });
      return await this.ingest(paths, { ...followed, collection, jobId }).catch(async (error: unknown) => {
        // Nobody waits for it any more, and nothing of it is to stay.
        if (options.signal?.aborted) await records.jobs.cancel(jobId);
        await this.#settle(collection, jobId).catch(() => {});
        throw error;
      });
    } finally {
      await queue?.close();
    }
  }

  /** Keeps the contents of documents. Errors: those of a document, which leave nothing of the others either. */
  async #store(
    documents: AddedDocuments,
    collection: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly NamedContent[]> {
    const { uploads } = (await this.#context.collections.store()).records;
    const { config } = this.#context;
    const { maxFileBytes } = config.ingest;
    const contents = new Map<string, NamedContent>();
    try {
      const given =
        Symbol.iterator in documents || Symbol.asyncIterator in documents ? documents : [documents];
      for await (const document of given) {
        throwIfAborted(signal);
        const field = `documents.${contents.size}`;
        const { pieces, ...facts } = addable(document, field);
        if (contents.has(facts.name)) throw unusable(`${field}.name`, `"${facts.name}" was given before`);
        const content = await uploads.store(
          collection,
          upTo(maxFileBytes, { ...facts, pieces }, signal),
          config.ingest,
        );
        contents.set(facts.name, { ...facts, content });
      }
      return [...contents.values()];
    } catch (error) {
      await uploads.discard([...contents.values()].map(({ content }) => content)).catch(() => {});
      throw error;
    }
  }

  /** See `Footnote.resume`. */
  async resume(): Promise<number> {
    const { collections } = this.#context;
    const store = await collections.existingStore();
    let resumed = 0;
    for (const { collection, jobId, names } of (await store?.records.uploads.abandoned()) ?? []) {
      const options = { collection, jobId };
      try {
        await this.ingest(names.map(uploadSource), options);
        resumed += names.length;
      } catch (error) {
        if (!isFootnoteError(error)) throw error;
        if (isAborted(error)) return resumed;
        // What cannot be done now, the next call tries again.
        await this.#settle(collection, jobId);
      }
    }
    return resumed;
  }

  async #ingest(asked: AskedIngest): Promise<IngestReport> {
    const { paths, collection, retryFailed, jobId: id } = asked;
    if (retryFailed && paths.length === 0) return startTally().report();
    if (id === undefined) return this.#run(asked);
    try {
      const report = await this.#run(asked);
      await this.#settle(collection, id);
      return report;
    } catch (error) {
      // What ended it is the error to tell, whatever else goes wrong now.
      await this.#endRefused({ id, collection, kind: 'ingest', paths }, error).catch(() => {});
      await this.#settle(collection, id).catch(() => {});
      throw error;
    }
  }

  /** Ends a queued job that was refused before it began, and would be again. */
  async #endRefused(work: JobWork & { readonly id: string }, error: unknown): Promise<void> {
    if (isFootnoteError(error) && error.retryable) return;
    const { jobs } = this.#context;
    const { state } = await jobs.getJob(work.id, work);
    if (state === 'queued') await jobs.run(work, {}, () => Promise.reject(error as Error));
  }

  /** Ends what was put in with a job that nobody goes on with. */
  async #settle(collection: string, jobId: string): Promise<void> {
    const { records } = await this.#context.collections.store();
    const job = await records.jobs.find(collection, jobId);
    if (!job || isOver(job)) await records.uploads.settle(collection, jobId);
  }

  async #run(asked: AskedIngest): Promise<IngestReport> {
    const { paths, collection, include, exclude, jobId: id } = asked;
    const { collections, config, adapters, jobs } = this.#context;
    const before = await (await collections.existingStore())?.records.indexes.find(collection);
    const makers = this.#makersOf(before);
    const reading = this.#readingContext(asked, withFieldsOf(makers.stamp, before));
    const { records } = await collections.store();
    const isUndecided = hasBoth(adapters) && (before === undefined || (await isEmpty(records, collection)));
    let begun = isUndecided ? undefined : await this.#begin(collection, makers, records);
    const removeVersions = (versions: readonly IndexedVersion[]) => collections.removeVersions(versions);
    const tally = startTally(countBilledTokens(makers.embedder));
    const sources = await this.#sources(asked, records);
    const context = {
      ...reading,
      documents: records.documents,
      jobs: records.jobs,
      sources,
      tally,
      removeVersions,
      keepOriginal: async ({ source: { source }, contentHash, bytes }: LoadedContent) => {
        // Of what is put in the members of archives have no bytes of their own yet.
        if (config.ingest.keepOriginals || schemeOf(source) === uploadRoot)
          await records.uploads.keep(collection, contentHash, bytes, config.ingest);
      },
      filesAhead: 2 * config.ingest.parserProcesses,
      open: async (languages: () => Promise<LanguageShares>) =>
        (begun ??= await this.#begin(collection, this.#makersFor(await languages()), records)),
    };
    const isLimited = Boolean(include?.length || exclude?.length);
    const report = () => tally.report();
    const work = { id, collection, kind: 'ingest', paths, isLimited, report } as const;
    try {
      return await jobs.run(work, asked, async (jobId, followed) => {
        try {
          const ingested = await ingestFiles(paths, { ...context, jobId }, followed);
          const warning = ingested.chunks > 0 && (await this.#languageWarning(collection, records));
          if (warning) tally.warn(warning);
          return tally.report();
        } catch (error) {
          // A reindex drops the index that it replaces, whoever is writing to it.
          const isReplaced =
            begun && !isAborted(error) && (await records.indexes.find(collection))?.id !== begun.stored.id;
          throw isReplaced ? new FootnoteError('index_replaced', { collection }, { cause: error }) : error;
        }
      });
    } catch (error) {
      // Versions that this run began and did not publish. What cannot be removed now, the next run removes.
      await records.documents
        .leftovers(collection)
        .then(removeVersions)
        .catch(() => {});
      throw error;
    } finally {
      await sources.close();
    }
  }

  /** What writes to an index of this stamp, or to the first of a collection. */
  #makersOf(stored: Pick<IndexStamp, 'embedder'> | undefined): IndexMakers {
    const { adapters, config } = this.#context;
    const embedder = stored ? embedderOfIndex(stored.embedder, adapters) : adapters.embedder;
    return makersOf(embedder, adapters, config);
  }

  /** What makes a new index of text in these languages. */
  #makersFor(languages: LanguageShares): IndexMakers {
    const { adapters, config } = this.#context;
    const isOther = hasBoth(adapters) && unknownShare(languages, adapters.embedder) >= leastOtherShare;
    return makersOf(isOther ? adapters.otherLanguages : adapters.embedder, adapters, config);
  }

  /** The index of a collection that an ingest writes to, and what makes its passages. Errors: `index_mismatch`. */
  async #begin(collection: string, made: IndexMakers, records: Records) {
    const { collections } = this.#context;
    let stored = await records.indexes.findOrCreate(collection, made.stamp);
    if (stored.embedder !== made.stamp.embedder && (await isEmpty(records, collection)))
      stored = await this.#replaceEmpty(stored, made.stamp, records);
    this.#requireSameStamp(collection, stored);
    const { embedder } = this.#makersOf(stored);
    return { stored, index: await collections.open(stored), embedder, chunker: this.#chunkerOf(stored) };
  }

  /**
   * Puts an index of another embedder in the place of one that has nothing, as where a collection was created first.
   */
  async #replaceEmpty(
    before: CollectionIndex,
    stamp: IndexStamp,
    records: Records,
  ): Promise<CollectionIndex> {
    const { collections } = this.#context;
    const { collection } = before;
    const wanted = withFieldsOf(stamp, before);
    const { building, abandoned } = await records.indexes.findOrCreateBuilding(collection, wanted);
    for (const index of abandoned) await collections.drop(index);
    await collections.open(building);
    if (!(await records.reindexing.swap(collection, building.id))) return before;
    await collections.drop(before);
    return building;
  }

  /**
   * What to say of a collection much of whose text is in languages that its embedder does not know, where the settings
   * leave the model to Footnote; undefined of others.
   */
  async #languageWarning(collection: string, records: Records): Promise<string | undefined> {
    const { adapters } = this.#context;
    const { otherLanguages } = adapters;
    const stored = await records.indexes.find(collection);
    if (otherLanguages === undefined || !stored) return undefined;
    const { embedder } = this.#makersOf(stored);
    const shares = await records.languageShares(collection);
    const share = unknownShare(shares, embedder);
    if (share < leastOtherShare) return undefined;
    const others = [...shares.keys()].filter((language) => !knows(embedder, language));
    const [model] = embedder.id.split('@');
    const found = `${Math.round(100 * share)} % of the text of "${collection}" is in languages that the embedding model ${model} does not know (${others.toSorted().join(', ')}): questions find it by its words alone, and none in another language.`;
    return otherLanguages === 'missing'
      ? `${found} Add the model for other languages, which docs/languages.md names, with: footnote models add FOLDER`
      : `${found} Rebuild the index with ${multilingualModel}, which does: footnote reindex --collection ${collection}`;
  }

  /** What cuts documents of an index. */
  #chunkerOf(stored: Pick<IndexStamp, 'chunker' | 'embedder'>): Chunker {
    const makers = this.#makersOf(stored);
    const stamped = chunkerIn(stored.chunker);
    return stamped ? chunkerOfIndex(stamped, this.#context.config, makers) : makers.chunker;
  }

  /** Errors: `index_mismatch`. */
  #requireSameStamp(collection: string, stored: IndexStamp): void {
    const chunker = this.#chunkerOf(stored).id;
    const stamp = { ...withFieldsOf(this.#makersOf(stored).stamp, stored), chunker };
    requireSameStamp(collection, stored, stamp, ['embedder', 'chunker', 'analyser', 'fields']);
  }

  /** What an ingest and a dry run have in common. Errors: those of a file of metadata. */
  #readingContext(
    { collection, include, exclude, only, allowMassRemoval }: AskedIngest,
    { fields }: Pick<IndexStamp, 'fields'>,
  ) {
    const { ingest, metadata, store } = this.#context.config;
    return {
      collection,
      maxFileBytes: ingest.maxFileBytes,
      parsers: this.#parsers,
      containerLimits: {
        maxMembers: ingest.archiveMaxMembers,
        maxBytes: ingest.archiveMaxBytes,
        maxMemberBytes: ingest.maxFileBytes,
        maxRatio: ingest.archiveMaxRatio,
        maxDepth: ingest.archiveMaxDepth,
      },
      parsersRunAs: `${manifest.version} ${ingest.parserTimeoutMs} ms ${ingest.parserMaxMemoryMb} MB`,
      storeDirectory: resolve(store),
      metadata: new DocumentMetadata({ ...metadata, fields }),
      selection: { include, exclude, only },
      allowMassRemoval: allowMassRemoval ?? false,
    };
  }

  async #planIngest(asked: AskedIngest): Promise<IngestReport> {
    const { paths, collection, signal } = asked;
    const { collections } = this.#context;
    const records = (await collections.existingStore())?.records;
    const stored = await records?.indexes.find(collection);
    if (stored) this.#requireSameStamp(collection, stored);
    const reading = this.#readingContext(asked, stored ?? this.#makersOf(undefined).stamp);
    const sources = await this.#sources(asked, records);
    const known = { documents: records?.documents, jobs: records?.jobs, sources };
    try {
      return await planIngest(paths, { ...reading, ...known, tally: startTally(undefined, true) }, signal);
    } finally {
      await sources.close();
    }
  }

  /** Where the files of a run come from. What speaks to servers is loaded where an address is of one. */
  async #sources(
    { collection, paths, crawl = false }: AskedIngest,
    records: Records | undefined,
  ): Promise<FileSources> {
    const schemes = new Set(paths.map(schemeOf));
    const { web, ingest } = this.#context.config;
    const others: Record<string, FileSource> = { [uploadRoot]: uploadsOf(collection, records?.uploads) };
    if (schemes.has('https:') || schemes.has('http:')) {
      const { WebSource } = await import('../ingest/web/web-source.ts');
      const limits = { ...web, maxBytes: ingest.maxFileBytes };
      const source = new WebSource({ collection, documents: records?.documents, crawl, limits });
      others['https:'] = source;
      others['http:'] = source;
    }
    if (schemes.has('s3:')) {
      const { S3Source } = await import('../ingest/s3-source.ts');
      others['s3:'] = new S3Source();
    }
    return new FileSources(others);
  }

  /** What is to be tried again: what is gone by now is not. Errors: `collection_unknown`. */
  async #failedBefore(collection: string): Promise<Pick<AskedIngest, 'paths' | 'only'>> {
    const { records } = await this.#context.collections.find(collection);
    const { failed, paths } = await records.jobs.unresolvedFailures(collection);
    return { paths: paths.filter((path) => schemeOf(path) !== undefined || existsSync(path)), only: failed };
  }

  /** See `Footnote.editDocument`. */
  async editDocument(
    document: DocumentSummary,
    change: DocumentChange,
    options: InCollection = {},
  ): Promise<void> {
    const { collections, config, jobs } = this.#context;
    const collection = collections.nameOf(options);
    const { records } = await collections.store();
    const before = await records.indexes.find(collection);
    if (!before) throw await collections.unknown(collection);
    this.#requireSameStamp(collection, before);
    checkChange(change, before.fields);
    const metadata = new DocumentMetadata({ ...config.metadata, file: '', fields: before.fields });
    const sources = await records.library.sources(document.documentId);
    const paths = sources.map(({ source }) => source);
    const changed = () =>
      new FootnoteError('document_changed', { document: document.path, version: document.version });
    const work = { collection, kind: 'ingest', paths, isLimited: true } as const;
    await jobs.run(work, {}, async (jobId, followed) => {
      // While it waited for its turn, another job may have made it anew.
      const base = { documentId: document.documentId, version: document.version };
      const [edited, stored] = [await records.documents.edited(base), await records.reindexing.load(base)];
      if (!edited || !stored) throw changed();
      const edits = withChange(edited.edits, change);
      const isEdited = edits.title !== null || Object.keys(edits.metadata).length > 0;
      const revision = isEdited
        ? editedBy(edited, edits, metadata)
        : { title: edited.title, metadata: edited.metadata, unedited: undefined };
      const index = await collections.open(before);
      const { embedder } = this.#makersOf(before);
      const job = { indexId: before.id, jobId };
      const version = await records.documents.revise(job, base, revision);
      if (!version) throw changed();
      try {
        const { signal } = followed;
        const { title, metadata: fields } = revision;
        const revised = { ...stored, ...version, title, metadata: fields };
        const chunks = await chunksOf(revised, this.#chunkerOf(before), signal);
        const written = { ...version, ...(await writeChunks(chunks, index, signal)) };
        const removable = await records.documents.publishRevision(
          { ...job, path: stored.path },
          base.version,
          written,
          isEdited ? edits : undefined,
        );
        if (!removable) throw changed();
        await collections.removeVersions(removable);
        const context = { jobId, documents: records.documents, index, embedder };
        for await (const _ of embedPending(context, nothingMore(), { signal, onEmbedded: () => {} }));
      } finally {
        // Of a revision that did not go live.
        const leftovers = records.documents.leftovers(collection);
        await leftovers.then((versions) => collections.removeVersions(versions)).catch(() => {});
      }
    });
  }

  /**
   * See `Footnote.watch`.
   * @param mayGoOn awaited before every round; where it rejects, nothing more is read, and all ends with its error
   */
  async *watch(
    paths: readonly string[],
    options: WatchOptions = {},
    mayGoOn: () => Promise<void> = async () => {},
  ): AsyncGenerator<WatchRound> {
    const { quietMs } = options;
    const { config, jobs } = this.#context;
    const signal = jobs.stoppedBy(options.signal);
    const { store, metadata } = config;
    // Loaded here with its library, since most runs watch nothing.
    const { watchPaths } = await import('../ingest/watch-paths.ts');
    const watched = metadata.file === '' ? paths : [...paths, metadata.file];
    const changes = await watchPaths(watched, { storeDirectory: resolve(store), quietMs, signal });
    try {
      let failures = 0;
      for (let round = 0; ; round++) {
        await mayGoOn();
        const ingest = this.ingest(paths, options);
        const outcome = await settle(
          ingest.then((report) => ({ ...report, warnings: [...report.warnings, ...changes.warnings()] })),
        );
        if (signal.aborted) return;
        if (round === 0 && outcome.error) throw outcome.error;
        yield outcome;
        failures = outcome.error?.retryable && !isAborted(outcome.error) ? failures + 1 : 0;
        await changes.next(failures === 0 ? undefined : retryAfterMs(failures));
        if (signal.aborted) return;
      }
    } finally {
      await changes.close();
    }
  }

  /** See `Footnote.reindex`; `target` is the engine to move to, which the collections can reach. */
  async reindex(
    options: Omit<ReindexOptions, 'engine'> & { readonly target?: MoveTarget } = {},
  ): Promise<ReindexReport> {
    const collection = this.#context.collections.nameOf(options);
    const { jobId: id } = options;
    try {
      return await this.#reindex(collection, options);
    } catch (error) {
      const work = { collection, kind: 'reindex', paths: [] } as const;
      if (id !== undefined) await this.#endRefused({ id, ...work }, error).catch(() => {});
      throw error;
    }
  }

  async #reindex(
    collection: string,
    { target, ...options }: Omit<ReindexOptions, 'engine'> & { readonly target?: MoveTarget },
  ): Promise<ReindexReport> {
    const { collections, config, jobs } = this.#context;
    const store = await collections.existingStore();
    const before = await store?.records.indexes.find(collection);
    if (!store || !before) throw await collections.unknown(collection);
    const { records } = store;
    // What goes to another engine stays as it was embedded and cut.
    const makers = target
      ? this.#makersOf(before)
      : this.#makersFor(await records.languageShares(collection));
    const { embedder } = makers;
    const own = withFieldsOf(makers.stamp, before);
    const chunker = target ? this.#chunkerOf(before) : makers.chunker;
    const stamp = target ? { ...own, ...target, chunker: chunker.id } : own;
    const { building, abandoned } = await records.indexes.findOrCreateBuilding(collection, stamp);
    for (const index of abandoned) await collections.drop(index);
    const context = {
      collection,
      documents: records.documents,
      reindexing: records.reindexing,
      metadata: new DocumentMetadata({ ...config.metadata, file: '', fields: stamp.fields }),
      index: await collections.open(building),
      knownVectors: await this.#knownVectors(before, building),
      embedder,
      chunker,
    };
    const work = { id: options.jobId, collection, kind: 'reindex', paths: [] } as const;
    // Of documents that went meanwhile, by whoever could not reach the new engine.
    const sweep = async () => collections.removeVersions(await records.documents.leftovers(collection));
    return jobs.run(work, options, async (jobId, followed) => {
      await sweep();
      const report = await reindexDocuments({ ...context, jobId }, followed).catch(async (error: unknown) => {
        // Another reindex, under other settings, drops what this one has built.
        const isDropped = !isAborted(error) && !(await records.indexes.findById(building.id));
        throw isDropped ? new FootnoteError('reindex_superseded', { collection }, { cause: error }) : error;
      });
      const warnings = [...report.warnings, ...(await this.#clearAway(before, sweep))];
      return { ...report, warnings };
    });
  }

  /**
   * Takes away what the new index has replaced, which is live by then: a failure is a warning, and the next reindex
   * makes up for it.
   */
  async #clearAway(before: CollectionIndex, sweep: () => Promise<void>): Promise<readonly string[]> {
    try {
      await sweep();
      if (await this.#context.collections.drop(before)) return [];
      return [
        `The old index ${before.id} stays in the engine ${engineText(before)}, which the settings do not name. Remove it there.`,
      ];
    } catch (error) {
      if (!isFootnoteError(error) || isAborted(error)) throw error;
      return [
        `The old index ${before.id} could not be dropped yet; the next reindex does it. ${error.message}`,
      ];
    }
  }

  /** Where the vectors of the new index are already: in the old one, if it is of the same embedder and chunker. */
  async #knownVectors(before: CollectionIndex, building: CollectionIndex): Promise<KnownVectors | undefined> {
    const { collections } = this.#context;
    const isSame = before.embedder === building.embedder && before.chunker === building.chunker;
    const isMoved = before.engine !== building.engine || before.place !== building.place;
    if (!isSame || !isMoved || !collections.canReach(before)) return undefined;
    return vectorsIn(await collections.open(before));
  }

  /** Ends the processes that parse. */
  async close(): Promise<void> {
    await this.#parsers.close();
  }
}

/** An engine to move to. */
type MoveTarget = Pick<IndexStamp, 'engine' | 'place'>;
/**
 * The share of a collection's text in other languages from which the model that knows them embeds it: it loses less on
 * the English part (.00 to .03 nDCG@10) than the English model loses on the others.
 */
const leastOtherShare = 0.2;

/** Whether there is a model for collections of other languages. */
function hasBoth(adapters: Adapters): adapters is Adapters & { readonly otherLanguages: Embedder } {
  return adapters.otherLanguages !== undefined && adapters.otherLanguages !== 'missing';
}

/** The share of a text that is in languages which an embedder does not know; 0 of no text. */
function unknownShare(languages: LanguageShares, embedder: Embedder): number {
  let [unknown, all] = [0, 0];
  for (const [language, amount] of languages) {
    all += amount;
    if (!knows(embedder, language)) unknown += amount;
  }
  return all === 0 ? 0 : unknown / all;
}

function knows({ languages }: Embedder, language: string): boolean {
  return languages === 'any' || languages.includes(language);
}

async function isEmpty({ library }: Records, collection: string): Promise<boolean> {
  return (await library.page(collection, { search: '', limit: 1, offset: 0 })).documents.length === 0;
}

/** Whether nobody goes on with a job. What failed for something that may pass is gone on with. */
function isOver({ state, cancelledBy, error }: Job): boolean {
  if (state === 'cancelled') return cancelledBy === 'request';
  return state === 'done' || (state === 'failed' && !(error && errorTable[error.code].retryable));
}

/** How long a watch waits for a change before it tries a failed round again: from 2 seconds to 5 minutes. */
function retryAfterMs(failures: number): number {
  return Math.min(1000 * 2 ** failures, 5 * 60_000);
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
