import { type AnswerEvent, answerStream } from './answer/answer.ts';
import { type AnswerSettings, createAnswerSettings } from './answer/answer-context.ts';
import { answerDespiteOutage, PopularPassages } from './answer/answer-despite-outage.ts';
import { answerQuestion } from './answer/answer-question.ts';
import {
  type Adapters,
  closeAdapters,
  embedderOfIndex,
  makersOf,
  type OwnAdapters,
  openAdapters,
} from './app/adapters.ts';
import { checkedCalls, checkedStreams } from './app/checked-calls.ts';
import { Collections } from './app/collections.ts';
import { indexManifest } from './app/index-manifest.ts';
import type { Ingestion } from './app/ingestion.ts';
import { verifyReceipt } from './app/receipts.ts';
import { homeCollection } from './app/scoped-footnote.ts';
import { documentPassages, Searching } from './app/searching.ts';
import { storedParts } from './app/stored-pipeline.ts';
import { toldAdapters, toldFootnote } from './app/telemetry.ts';
import type { ErasureReceipt } from './contracts/conversation.ts';
import {
  type DocumentChange,
  type DocumentPassages,
  type DocumentPassagesOptions,
  type DocumentSummary,
  type ProjectField,
  projectMark,
} from './contracts/document.ts';
import { type DocumentVersion, versionKey } from './contracts/document-records.ts';
import type { EmbedTextsOptions } from './contracts/embedder.ts';
import type { ForGroups, InCollection } from './contracts/engine.ts';
import type { Calibration } from './contracts/index-manifest.ts';
import type { CollectionIndex, IndexStamp } from './contracts/records.ts';
import { besideEngine, serverEngine } from './engines/server-engine.ts';
import { FootnoteError } from './errors.ts';
import { packageRoot } from './files/package-root.ts';
import type {
  AddOptions,
  AskOptions,
  FollowFoldersOptions,
  Footnote,
  IngestOptions,
  QueryOptions,
  ReindexOptions,
  RerankOptions,
  WatchOptions,
} from './footnote.ts';
import { indexFields } from './ingest/chunk-metadata.ts';
import { embedTexts } from './models/embedding.ts';
import { estimatingTokenizer } from './models/tokenizers.ts';
import { presets } from './presets/presets.ts';
import { excludeMalformed, searchQuotable } from './retrieve/exclude-malformed.ts';
import { checkMinScore } from './retrieve/fuse/create-fusion.ts';
import type { TextToRerank } from './retrieve/rerank/rerank-texts.ts';
import type { Permitted } from './retrieve/search-scope.ts';
import type { Config, PartialConfig } from './settings/config.ts';
import { completeConfig } from './settings/resolve-config.ts';

/**
 * Opens Footnote over the store that the settings name. Nothing is read or made before it is needed: the store is
 * created by the first ingest, the model is loaded by the first text. Adapters of the caller's own take the places of
 * those that the settings name, and are closed with all else.
 * Errors: `config_invalid`, `model_missing`; `request_invalid` for what is no adapter.
 */
export async function openFootnote(
  settings: PartialConfig = {},
  adapters: OwnAdapters = {},
): Promise<Footnote> {
  const config = completeConfig(settings);
  checkMinScore(config.retrieval);
  const pipeline = new Pipeline(config, toldAdapters(await openAdapters(config, adapters), config));
  return toldFootnote({ ...checkedCalls(pipeline, ...pipeline.stored.all), ...checkedStreams(pipeline) });
}

/** The calls that read passages, or need a model or an index. The others are answered by `stored`. */
class Pipeline {
  /** The parts behind the calls that need none of these. */
  readonly stored: ReturnType<typeof storedParts>;
  readonly #config: Config;
  readonly #stamp: IndexStamp;
  readonly #adapters: Adapters;
  readonly #answerSettings: AnswerSettings;
  readonly #collections: Collections;
  readonly #loadIngestion: () => Promise<Ingestion>;
  readonly #searching: Searching;
  readonly #popular = new PopularPassages();
  readonly #projectField: ProjectField;
  /** With its parsers half of all code: loaded by the first call that changes a collection. */
  #ingestion: Promise<Ingestion> | undefined;

  constructor(config: Config, adapters: Adapters) {
    const { analyser } = adapters;
    const { stamp } = makersOf(adapters.embedder, adapters, config);
    const stampOf = ({ embedder }: Pick<CollectionIndex, 'embedder'>) =>
      makersOf(embedderOfIndex(embedder, adapters), adapters, config).stamp;
    // Refuses at once what no index may declare.
    indexFields(stamp.fields);
    const collections = new Collections({
      directory: config.store,
      records: config.records,
      configured: config.collection,
      analyser,
      engine: adapters.engine,
      beside: besideEngine(config, analyser),
      stampOf,
      indexFields,
    });
    this.stored = storedParts(config, collections);
    this.#config = config;
    this.#stamp = stamp;
    this.#projectField =
      (config.preset === 'none' ? undefined : presets[config.preset].projectField) ?? 'project';
    this.#adapters = adapters;
    this.#answerSettings = createAnswerSettings(config.answer, packageRoot);
    this.#collections = collections;
    const { jobs } = this.stored;
    this.#loadIngestion = async () => {
      const { Ingestion } = await import('./app/ingestion.ts');
      return new Ingestion({ config, collections, jobs, adapters });
    };
    this.#searching = new Searching({ config, adapters, collections });
  }

  #ingesting(): Promise<Ingestion> {
    return (this.#ingestion ??= this.#loadIngestion());
  }

  async ingest(paths: readonly string[], options?: IngestOptions) {
    return (await this.#ingesting()).ingest(paths, options);
  }

  async add(documents: Parameters<Footnote['add']>[0], options?: AddOptions) {
    return (await this.#ingesting()).add(documents, options);
  }

  async resume() {
    // A look alone loads no parsers.
    const left = await (await this.#collections.existingStore())?.records.uploads.abandoned();
    if (!left || left.length === 0) return 0;
    return (await this.#ingesting()).resume();
  }

  async *watch(paths: readonly string[], options?: WatchOptions) {
    yield* (await this.#ingesting()).watch(paths, options);
  }

  followFolders(options: FollowFoldersOptions = {}) {
    const ingesting = () => this.#ingesting();
    return this.stored.folders.follow(options, async function* (...watched) {
      yield* (await ingesting()).watch(...watched);
    });
  }

  async reindex({ engine, ...options }: ReindexOptions = {}) {
    if (engine === undefined) return (await this.#ingesting()).reindex(options);
    const target = completeConfig({ ...this.#config, engine: { ...this.#config.engine, ...engine } });
    const named = serverEngine(target, this.#adapters.analyser);
    if (named) this.#collections.addEngine(named);
    const { name, place } = named ?? { name: 'embedded', place: '' };
    return (await this.#ingesting()).reindex({ ...options, target: { engine: name, place } });
  }

  ask(question: string, options: AskOptions = {}) {
    const { documents, groups, project, signal } = options;
    // What a caller may see of some documents alone is not remembered to be shown to others.
    const scope = documents || groups || project !== undefined ? null : this.#scopeOf(options);
    const { language } = this.#answerSettings;
    const outage = { question, scope, popular: this.#popular, language, signal };
    return answerStream(() => answerDespiteOutage(() => this.#answer(question, options), outage));
  }

  #scopeOf({ collection, collections = [this.#collections.nameOf({ collection })], filter }: QueryOptions) {
    return JSON.stringify([collections.toSorted(), filter]);
  }

  /**
   * What a search may find, as passages say it. Of several collections, where the project is that of one of them, the
   * ids of its documents: the passages of the others say the same of themselves.
   */
  async #searched(options: QueryOptions): Promise<Permitted> {
    const { project, documents, groups } = options;
    if (project === undefined) return { documents, groups };
    const names = options.collections ?? [this.#collections.nameOf(options)];
    const isNamed = names.includes(project);
    if (isNamed && names.length > 1) return { documents: await this.#visible(options), groups };
    const marks = [projectMark(this.#projectField, project)];
    return { documents, groups, projects: isNamed ? [...marks, projectMark(this.#projectField)] : marks };
  }

  /** The ids of the documents that a question may see, of its project where it has one; undefined for all. */
  async #visible({ project, documents, ...where }: QueryOptions): Promise<readonly string[] | undefined> {
    if (project === undefined) return documents;
    const names = where.collections ?? [this.#collections.nameOf(where)];
    const ids = await Promise.all(
      names.map(async (name) => {
        const { records } = await this.#collections.find(name);
        return records.library.ofProject(name, { field: this.#projectField, name: project });
      }),
    );
    const visible = documents && new Set(documents);
    return ids.flat().filter((id) => visible?.has(id) ?? true);
  }

  async *#answer(question: string, asking: AskOptions): AsyncGenerator<AnswerEvent, void> {
    const [documents, searched] = [await this.#visible(asking), await this.#searched(asking)];
    const options: AskOptions = { ...asking, documents };
    const collection = homeCollection(options, this.#collections.nameOf());
    const { records, facts } = await this.#collections.find(collection);
    const begun = await this.stored.interactions.begin(
      question,
      { collection, records: records.interactions },
      options,
    );
    const asked = { question, history: begun.history, selectedText: options.selectedText ?? '' };
    const { collections = [collection], groups } = options;
    const isWhole = documents === undefined && groups === undefined && collections.length === 1;
    const { verifier, analyser, quoting } = this.#adapters;
    const { generator, rewriter } = options.quotesOnly
      ? { generator: quoting, rewriter: undefined }
      : this.#adapters;
    const { timeoutMs } = this.#config.verifier;
    const sourceText = readOnce((...version) => records.library.text(...version));
    const places = readOnce((...version) => records.library.places(...version));
    const queue = (versions: readonly DocumentVersion[]) => records.reingestion.queue(versions);
    const events = answerQuestion(
      asked,
      {
        generator,
        rewriter,
        secondVerifier: verifier && { verifier, timeoutMs },
        analyser,
        tokenizer: generator.tokenizer ?? estimatingTokenizer,
        settings: this.#answerSettings,
        retrieve: async (searchedFor, { signal, onWait }) => {
          const search = () =>
            this.#searching.retrieve(searchedFor, { ...asking, ...searched, signal, onWait });
          const retrieval = await searchQuotable(search, sourceText, { signal });
          return excludeMalformed(retrieval, { sourceText, queue }, { signal });
        },
        sourceText,
        places,
        isOfProject: options.project !== undefined,
        languages: isWhole
          ? facts.languages
          : await records.languages({ collections, documents: documents?.slice(0, mostSampled), groups }),
        calibration: () => this.#calibrationOf(collections),
        coverage: () => records.coverage({ collections, documents, groups }),
      },
      { signal: options.signal },
    );
    yield* begun.follow(events);
  }

  /** Several collections that are asked together are not calibrated together. */
  async #calibrationOf([only, ...others]: readonly string[]) {
    return others.length > 0 ? undefined : this.calibration({ collection: only });
  }

  async search(question: string, options: QueryOptions = {}) {
    const searched = await this.#searched(options);
    return (await this.#searching.retrieve(question, { ...options, ...searched })).result;
  }

  embed(texts: readonly string[], options?: EmbedTextsOptions) {
    return embedTexts(this.#adapters.embedder, texts, options);
  }

  rerank(question: string, passages: readonly TextToRerank[], options: RerankOptions = {}) {
    return this.#searching.rerank(question, passages, options);
  }

  async getDocumentPassages(
    idOrPath: string,
    options: DocumentPassagesOptions = {},
  ): Promise<DocumentPassages> {
    const { documents } = this.stored;
    const where = { collection: this.#collections.nameOf(options), groups: options.groups };
    const document = await documents.getDocument(idOrPath, where);
    const { index } = await this.#collections.find(where.collection);
    const read = await documentPassages(document, index, options.signal);
    if (read.passages.length === document.chunks) return read;
    // Either a row is damaged, or the document was replaced meanwhile.
    const { version, documentId } = await documents.getDocument(idOrPath, where);
    const isSame = version === document.version && documentId === document.documentId;
    return isSame ? read : this.getDocumentPassages(idOrPath, options);
  }

  async editDocument(
    idOrPath: string,
    change: DocumentChange,
    options?: InCollection & ForGroups,
  ): Promise<DocumentSummary> {
    const { documents } = this.stored;
    const document = await documents.getDocument(idOrPath, options);
    const { documentId, version, path } = document;
    if (change.version !== undefined && change.version !== version)
      throw new FootnoteError('document_changed', { document: path, version: change.version });
    await (await this.#ingesting()).editDocument(document, change, options);
    this.#popular.forgetDocument(documentId);
    return documents.getDocument(documentId, options);
  }

  async removeDocument(idOrPath: string, options?: InCollection & ForGroups) {
    const collection = this.#collections.nameOf(options);
    // First of all: what is still in work under that name would come back, whether a document has it already or not.
    // Whose it is to see is not known yet: who sees not all takes it away with a document alone.
    if (options?.groups === undefined)
      await (await this.#collections.existingStore())?.records.uploads.withdraw(collection, idOrPath);
    // Refused where the index was built with another embedder or analyser, before a document is removed.
    const { records } = await this.#collections.find(collection);
    const { receipts, documents } = this.stored;
    const windows = await receipts.windowsOf(records, await documents.getDocument(idOrPath, options));
    const { document, versions } = await documents.retire(idOrPath, options);
    const overwritten = await this.#collections.eraseVersions(versions);
    this.#popular.forgetDocument(document.documentId);
    const erased = {
      documentId: document.documentId,
      version: document.version,
      contentHash: document.contentHash,
    };
    const erasure = { collection, documents: [erased], conversations: [], overwritten, windows };
    return { ...document, receipt: await receipts.issue(records, erasure) };
  }

  async verifyReceipt(receipt: ErasureReceipt) {
    return verifyReceipt(receipt, await this.#collections.lookedThrough());
  }

  async createCollection(collection: string) {
    const { records } = await this.#collections.store();
    const isNew = !(await records.indexes.find(collection));
    const index = await records.indexes.findOrCreate(collection, this.#stamp);
    await this.#collections.open(index);
    return isNew;
  }

  async renameCollection(collection: string, name: string) {
    const records = await this.#collections.recordsOf(collection);
    if (await records.indexes.find(name)) throw new FootnoteError('collection_exists', { collection: name });
    const [job] = await this.stored.jobs.openJobs(collection);
    if (job) throw new FootnoteError('collection_busy', { collection, job: job.id });
    await records.collections.rename(collection, name);
    this.#popular.clear();
  }

  async deleteCollection(collection: string) {
    const records = await this.#collections.recordsOf(collection);
    await this.stored.jobs.stopAll(collection);
    const { indexes, removed } = await records.collections.remove(collection);
    for (const index of indexes) await this.#collections.drop(index);
    await records.erasePages?.();
    this.#popular.clear();
    return removed;
  }

  async manifest(options?: InCollection) {
    const collection = this.#collections.nameOf(options);
    const records = await this.#collections.recordsOf(collection);
    const facts = await records.collectionFacts(collection);
    if (!facts) throw await this.#collections.unknown(collection);
    this.#collections.requireStamp(collection, facts.index);
    const contents = await records.library.contents(collection);
    const embedder = embedderOfIndex(facts.index.embedder, this.#adapters);
    const adapters = { ...this.#adapters, embedder };
    return indexManifest({ config: this.#config, adapters, facts, contents });
  }

  async calibration(options: InCollection = {}) {
    const collection = this.#collections.nameOf(options);
    return (await this.#collections.find(collection)).facts.calibration;
  }

  async saveCalibration(calibration: Calibration | null, options: InCollection = {}) {
    const collection = this.#collections.nameOf(options);
    const { records } = await this.#collections.find(collection);
    await records.saveCalibration(collection, calibration);
  }

  async warmUp(options: InCollection = {}) {
    const { reranker, generator } = this.#adapters;
    const warmIndex = async () => {
      const { index, facts } = await this.#collections.find(this.#collections.nameOf(options));
      const vector = await embedderOfIndex(facts.index.embedder, this.#adapters).embedQuery('ready');
      await index.vectors.search({ vector, limit: 1 });
    };
    await Promise.all([warmIndex(), reranker?.warmUp?.(), generator.warmUp?.()]);
    await this.stored.interactions.keepRetention();
  }

  async close() {
    this.#popular.clear();
    await this.stored.jobs.close();
    const ingestion = await this.#ingestion;
    await Promise.all([closeAdapters(this.#adapters), ingestion?.close()]);
    await this.stored.close();
  }
}

/** Documents of a scope whose languages are looked at. */
const mostSampled = 1000;

/** What is asked of document versions, each read once: a question compares, reads on and cites in the same few. */
function readOnce<Read>(
  read: (documentId: string, version: number) => Promise<Read>,
): (documentId: string, version: number) => Promise<Read> {
  const found = new Map<string, Promise<Read>>();
  return (documentId, version) => {
    const key = versionKey({ documentId, version });
    const one = found.get(key) ?? read(documentId, version);
    found.set(key, one);
    return one;
  };
}
