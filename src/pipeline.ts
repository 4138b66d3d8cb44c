import type { AnswerEvent } from './answer/answer.ts';
import { answerDespiteOutage } from './answer/answer-despite-outage.ts';
import { type AnswerSettings, answerQuestion } from './answer/answer-question.ts';
import { answerStream } from './answer/answer-stream.ts';
import { createAnswerSettings } from './answer/create-answer-settings.ts';
import { createQuotingGenerator } from './answer/create-quoting-generator.ts';
import { PopularPassages } from './answer/popular-passages.ts';
import { judgeVerifier } from './answer/verify/judge-verifier.ts';
import { Collections, type OpenCollection } from './collections.ts';
import { type Config, defaults, type PartialConfig } from './config.ts';
import type { Calibration } from './contracts/calibration.ts';
import type { Chunker } from './contracts/chunker.ts';
import type { ClaimVerifier } from './contracts/claim-verifier.ts';
import type { EraseSelection, Feedback } from './contracts/conversation.ts';
import type { DocumentSummary, DocumentText } from './contracts/document.ts';
import type { Embedder } from './contracts/embedder.ts';
import type { Generator, ModelCallOptions } from './contracts/generator.ts';
import type { LanguageModel } from './contracts/language-model.ts';
import type { ReadLogOptions } from './contracts/question-log.ts';
import type { Reranker } from './contracts/reranker.ts';
import { FootnoteError } from './errors.ts';
import type {
  AskOptions,
  Footnote,
  IngestOptions,
  QueryOptions,
  ReindexOptions,
  WatchOptions,
} from './footnote.ts';
import { type ChunkerSettings, chunkerSettings, createChunker } from './ingest/chunk/create-chunker.ts';
import { indexFields } from './ingest/chunk-metadata.ts';
import { Ingestion } from './ingestion.ts';
import { Interactions } from './interactions.ts';
import { createEmbedder } from './models/create-embedder.ts';
import { createGenerator, createLanguageModel } from './models/create-generator.ts';
import { createReranker } from './models/create-reranker.ts';
import { createVerifier } from './models/create-verifier.ts';
import { estimatingTokenizer } from './models/estimating-tokenizer.ts';
import { gptTokenizer } from './models/gpt-tokenizer.ts';
import { packageRoot } from './package-root.ts';
import { presetWarnings } from './presets/preset-warnings.ts';
import type { Library } from './records/library.ts';
import { completeConfig } from './resolve-config.ts';
import { checkQuery } from './retrieve/check-query.ts';
import { checkMinScore } from './retrieve/create-fusion.ts';
import { excludeMalformed } from './retrieve/exclude-malformed.ts';
import type { DocumentTextLookup } from './retrieve/merge-chunks.ts';
import { featuresReranker } from './retrieve/rerank-features.ts';
import { type Retrieval, retrieve } from './retrieve/retrieve.ts';
import type { QuestionExpansion } from './retrieve/understand/expand-question.ts';
import { readSynonyms, type Synonyms } from './retrieve/understand/synonyms.ts';
import { analyser as createAnalyser } from './text/analyser/analyser.ts';

/**
 * Opens Footnote over the store that the settings name. Nothing is read or made before it is needed: the store is
 * created by the first ingest, the model is loaded by the first text.
 * Errors: `config_invalid`, `model_missing`.
 */
export async function openFootnote(settings: PartialConfig = {}): Promise<Footnote> {
  const config = completeConfig(settings);
  checkMinScore(config.retrieval);
  const embedder = await createEmbedder(config.embedder, config.store);
  return new Pipeline(config, {
    embedder,
    reranker: await configuredReranker(config, embedder),
    verifier: await configuredVerifier(config),
  });
}

/** What stands behind the contracts. */
interface Adapters {
  readonly embedder: Embedder;
  readonly reranker: Reranker | undefined;
  readonly verifier: ClaimVerifier | undefined;
}

class Pipeline implements Footnote {
  readonly #config: Config;
  readonly #embedder: Embedder;
  readonly #analyser = createAnalyser();
  readonly #generator: Generator;
  readonly #rewriter: LanguageModel | undefined;
  readonly #verifier: ClaimVerifier | undefined;
  readonly #answerSettings: AnswerSettings;
  readonly #reranker: Reranker | undefined;
  #synonyms: Synonyms | undefined;
  readonly #collections: Collections;
  readonly #ingestion: Ingestion;
  readonly #interactions: Interactions;
  readonly #popular = new PopularPassages();

  constructor(config: Config, { embedder, reranker, verifier }: Adapters) {
    this.#config = config;
    this.#embedder = embedder;
    this.#reranker = reranker;
    this.#rewriter = config.answer.rewriteFollowUps ? createLanguageModel(config.generator) : undefined;
    this.#verifier = verifier;
    this.#generator = createGenerator(
      config.generator,
      createQuotingGenerator(config.answer, this.#analyser),
    );
    this.#answerSettings = createAnswerSettings(config.answer, packageRoot);
    const chunker = configuredChunker(config.chunker, embedder);
    const stamp = {
      embedder: embedder.id,
      chunker: chunker.id,
      analyser: this.#analyser.id,
      dimension: embedder.dimension,
      fields: config.metadata.fields,
    };
    // Refuses at once what no index may declare.
    indexFields(stamp.fields);
    this.#collections = new Collections({
      directory: config.store,
      analyser: this.#analyser,
      stamp,
      indexFields,
    });
    this.#ingestion = new Ingestion({ config, collections: this.#collections, embedder, chunker, stamp });
    this.#interactions = new Interactions({ config, collections: this.#collections });
  }

  ingest(paths: readonly string[], options?: IngestOptions) {
    return this.#ingestion.ingest(paths, options);
  }

  watch(paths: readonly string[], options?: WatchOptions) {
    return this.#ingestion.watch(paths, options);
  }

  reindex(options?: ReindexOptions) {
    return this.#ingestion.reindex(options);
  }

  listJobs(options?: { collection?: string }) {
    return this.#ingestion.listJobs(options);
  }

  listQueued(options?: { collection?: string }) {
    return this.#ingestion.listQueued(options);
  }

  cancelJob(id: string, options?: { collection?: string }) {
    return this.#ingestion.cancelJob(id, options);
  }

  ask(question: string, options: AskOptions = {}) {
    const { documents, signal } = options;
    // Who may see what is the caller's to say: what it shuts out is not remembered for others.
    const scope = documents ? null : this.#scopeOf(options);
    const outage = { question, scope, popular: this.#popular, signal };
    return answerStream(() => answerDespiteOutage(() => this.#answer(question, options), outage));
  }

  #scopeOf({ collection = this.#config.collection, collections = [collection], filter }: QueryOptions) {
    return JSON.stringify([collections.toSorted(), filter]);
  }

  async *#answer(question: string, options: AskOptions): AsyncGenerator<AnswerEvent, void> {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.find(collection);
    const begun = await this.#interactions.begin(
      question,
      { collection, records: records.interactions },
      options,
    );
    const asked = { question, history: begun.history, selectedText: options.selectedText ?? '' };
    const { collections = [collection] } = options;
    const { timeoutMs } = this.#config.verifier;
    const sourceText = readOnce(records.library);
    const events = answerQuestion(
      asked,
      {
        generator: this.#generator,
        rewriter: this.#rewriter,
        secondVerifier: this.#verifier && { verifier: this.#verifier, timeoutMs },
        analyser: this.#analyser,
        tokenizer: this.#generator.tokenizer ?? estimatingTokenizer,
        settings: this.#answerSettings,
        retrieve: async (searchedFor, { signal, onWait }) =>
          excludeMalformed(
            await this.#retrieve(searchedFor, { ...options, signal, onWait }),
            {
              documentText: async (id, version) => (await sourceText(id, version))?.text,
              queue: (versions) => records.reingestion.queue(versions),
            },
            { signal },
          ),
        sourceText,
        calibration: () => this.#calibrationOf(collections),
        coverage: () => records.coverage({ collections, documents: options.documents }),
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
    return (await this.#retrieve(question, options)).result;
  }

  async #retrieve(question: string, options: QueryOptions & ModelCallOptions): Promise<Retrieval> {
    checkQuery(options);
    const names = new Set(options.collections ?? [options.collection ?? this.#config.collection]);
    const opened = await Promise.all(
      Array.from(names, async (name) => ({ name, ...(await this.#collections.find(name)) })),
    );
    const { records, facts } = opened[0] as OpenCollection;
    const { library, liveDocuments } = records;
    const { result, ...passages } = await retrieve(
      question,
      {
        collections: opened,
        embedder: this.#embedder,
        analyser: this.#analyser,
        ...(this.#reranker && { reranker: this.#reranker }),
        liveDocuments,
        documentList: (name) => library.list(name),
        documentText: textLookup(library),
        settings: {
          ...this.#config.retrieval,
          ...this.#calibrated(opened),
          topK: options.topK ?? this.#config.retrieval.topK,
        },
        maxQuestionLength: this.#config.question.maxLength,
        fallbackLanguage: facts.mainLanguage,
        questionExpansion: await this.#questionExpansion(),
      },
      options,
    );
    const unembedded = opened.reduce((sum, { facts }) => sum + facts.unembeddedChunks, 0);
    const warnings = [...presetWarnings(this.#config), ...result.warnings];
    if (unembedded > 0)
      warnings.push(
        `${unembedded} passages are found by their words alone until their vectors are computed.`,
      );
    return { result: { ...result, warnings }, ...passages };
  }

  /** The file of synonyms is read once, by the first question. */
  async #questionExpansion(): Promise<QuestionExpansion> {
    const { spelling, compounds, synonyms: file } = this.#config.question;
    const settings = { spelling, compounds };
    if (file === '') return { settings };
    this.#synonyms ??= await readSynonyms(file);
    return { settings, synonyms: this.#synonyms };
  }

  /** The thresholds chosen for a collection, where the settings leave theirs as they come. */
  #calibrated(opened: readonly OpenCollection[]) {
    const { minCosine, minCoverage } = this.#config.retrieval;
    const isChosen =
      minCosine !== defaults.retrieval.minCosine || minCoverage !== defaults.retrieval.minCoverage;
    const calibration = opened.length === 1 ? opened[0]?.facts.calibration : undefined;
    if (isChosen || !calibration) return {};
    return { minCosine: calibration.minCosine, minCoverage: calibration.minCoverage };
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
    const versions = await records.documents.retire(document.documentId);
    await records.forgetInReports(collection, document.paths);
    await this.#collections.eraseVersions(versions);
    this.#popular.forgetDocument(document.documentId);
    return document;
  }

  async listCollections() {
    return (await (await this.#collections.existingStore())?.records.listCollections()) ?? [];
  }

  async calibration(options: { collection?: string } = {}) {
    const collection = options.collection ?? this.#config.collection;
    return (await this.#collections.find(collection)).facts.calibration;
  }

  async saveCalibration(calibration: Calibration | null, options: { collection?: string } = {}) {
    const collection = options.collection ?? this.#config.collection;
    const { records } = await this.#collections.find(collection);
    await records.saveCalibration(collection, calibration);
  }

  listConversations(options?: { collection?: string; sessionId?: string; limit?: number }) {
    return this.#interactions.listConversations(options);
  }

  getConversation(conversationId: string, options?: { collection?: string }) {
    return this.#interactions.getConversation(conversationId, options);
  }

  eraseConversations(selection: EraseSelection, options?: { collection?: string }) {
    return this.#interactions.eraseConversations(selection, options);
  }

  recordFeedback(feedback: Feedback, options?: { collection?: string }) {
    return this.#interactions.recordFeedback(feedback, options);
  }

  readLog(options?: ReadLogOptions) {
    return this.#interactions.readLog(options);
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
      this.#reranker?.warmUp?.(),
      this.#generator.warmUp?.(),
    ]);
    await index.searchVector({ vector, limit: 1 });
    await this.#interactions.keepRetention();
  }

  async close() {
    this.#popular.clear();
    await Promise.all([this.#generator.close?.(), this.#rewriter?.close?.()]);
    await Promise.all([this.#reranker?.close?.(), this.#verifier?.close?.()]);
    await Promise.all([this.#embedder.close(), this.#ingestion.close(), this.#interactions.close()]);
    await this.#collections.close();
  }
}

/** Texts of documents, each read once: a question compares, reads on and cites in the same few. */
function readOnce(library: Library): Library['text'] {
  const texts = new Map<string, ReturnType<Library['text']>>();
  return (documentId, version) => {
    const key = `${documentId} ${version}`;
    const text = texts.get(key) ?? library.text(documentId, version);
    texts.set(key, text);
    return text;
  };
}

function textLookup(library: Library): DocumentTextLookup {
  return async (documentId, version) => (await library.text(documentId, version))?.text;
}

/** The reranker of the settings. `rrf-rerank` without one takes the one that needs no model. */
async function configuredReranker(config: Config, embedder: Embedder): Promise<Reranker | undefined> {
  const { kind } = config.reranker;
  const isDefault = kind === 'none' && config.retrieval.fusion === 'rrf-rerank';
  return kind === 'features' || isDefault ? featuresReranker() : createReranker(config.reranker, embedder);
}

/** The second verifier of the settings, over the language model that answers where it is to be one. */
function configuredVerifier({ verifier, generator }: Config) {
  const model = createLanguageModel(generator, verifier.timeoutMs);
  return createVerifier(verifier, model && (() => judgeVerifier({ model, packageRoot })));
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
