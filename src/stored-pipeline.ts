import { checkedCalls } from './checked-calls.ts';
import type { Config } from './config.ts';
import type { EraseSelection, Feedback, ListConversationsOptions } from './contracts/conversation.ts';
import type { FindDocumentsOptions } from './contracts/document.ts';
import type { InCollection } from './contracts/in-collection.ts';
import type { ReadLogOptions } from './contracts/question-log.ts';
import { Documents } from './documents.ts';
import type { BackupOptions, Footnote } from './footnote.ts';
import { Interactions } from './interactions.ts';
import { Jobs } from './jobs.ts';
import { StoredCollections } from './stored-collections.ts';

/** What a store can be asked without any of its passages: no model and no index is needed for it, and none loaded. */
export type StoredFootnote = Pick<
  Footnote,
  | 'listJobs'
  | 'indexReport'
  | 'listQueued'
  | 'cancelJob'
  | 'listDocuments'
  | 'findDocuments'
  | 'getDocument'
  | 'getDocumentText'
  | 'listCollections'
  | 'listConversations'
  | 'getConversation'
  | 'eraseConversations'
  | 'recordFeedback'
  | 'readLog'
  | 'backup'
  | 'close'
>;

/** Opens that much of Footnote over the store of these settings. */
export function openStored(config: Config): StoredFootnote {
  const { store: directory, collection: configured } = config;
  return checkedCalls<StoredFootnote>(
    new StoredPipeline(config, new StoredCollections({ directory, configured })),
  );
}

/** The wiring of that, which the whole pipeline extends. */
export class StoredPipeline implements StoredFootnote {
  protected readonly jobs: Jobs;
  protected readonly documents: Documents;
  protected readonly interactions: Interactions;
  readonly #collections: StoredCollections;

  constructor(config: Config, collections: StoredCollections) {
    this.#collections = collections;
    this.jobs = new Jobs(collections);
    this.documents = new Documents(collections);
    this.interactions = new Interactions({ config, collections });
  }

  listJobs(options?: InCollection) {
    return this.jobs.list(options);
  }

  indexReport(jobId: string, options?: InCollection) {
    return this.jobs.indexReport(jobId, options);
  }

  listQueued(options?: InCollection) {
    return this.jobs.listQueued(options);
  }

  cancelJob(id: string, options?: InCollection) {
    return this.jobs.cancel(id, options);
  }

  listDocuments(options?: InCollection) {
    return this.documents.list(options);
  }

  findDocuments(options?: FindDocumentsOptions) {
    return this.documents.find(options);
  }

  getDocument(idOrPath: string, options?: InCollection) {
    return this.documents.get(idOrPath, options);
  }

  getDocumentText(idOrPath: string, options?: InCollection) {
    return this.documents.text(idOrPath, options);
  }

  async listCollections() {
    return (await (await this.#collections.existingStore())?.records.listCollections()) ?? [];
  }

  listConversations(options?: ListConversationsOptions) {
    return this.interactions.listConversations(options);
  }

  getConversation(conversationId: string, options?: InCollection) {
    return this.interactions.getConversation(conversationId, options);
  }

  eraseConversations(selection: EraseSelection, options?: InCollection) {
    return this.interactions.eraseConversations(selection, options);
  }

  recordFeedback(feedback: Feedback, options?: InCollection) {
    return this.interactions.recordFeedback(feedback, options);
  }

  readLog(options?: ReadLogOptions) {
    return this.interactions.readLog(options);
  }

  async backup(file: string, options?: BackupOptions) {
    const store = await this.#collections.existingStore();
    if (!store) throw await this.#collections.unknown(this.#collections.nameOf());
    return store.records.backup(file, options);
  }

  async close() {
    await this.interactions.close();
    await this.#collections.close();
  }
}
