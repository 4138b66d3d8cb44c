import type { AnswerStream } from './answer/answer.ts';
import type {
  BranchPoint,
  Conversation,
  ConversationChange,
  ConversationTurn,
  ConversationWithMessages,
  Erased,
  EraseSelection,
  ErasureReceipt,
  Feedback,
  ListConversationsOptions,
  ListSharesOptions,
  OpenShareOptions,
  ReceiptCheck,
  Share,
  SharedAnswer,
} from './contracts/conversation.ts';
import type {
  AddedDocument,
  DocumentChange,
  DocumentPage,
  DocumentPassages,
  DocumentPassagesOptions,
  DocumentPlaces,
  DocumentSummary,
  DocumentText,
  FindDocumentsOptions,
  HeldContent,
  Original,
  PlacesOptions,
  QueuedDocument,
  RemovedDocument,
} from './contracts/document.ts';
import type { ReindexReport } from './contracts/document-records.ts';
import type { EmbeddedTexts, EmbedTextsOptions } from './contracts/embedder.ts';
import type { Filter, ForGroups, InCollection, OfOwner } from './contracts/engine.ts';
import type { Calibration, IndexManifest } from './contracts/index-manifest.ts';
import type { Follower, IngestReport, Job } from './contracts/job.ts';
import type {
  ApiKey,
  BeginSessionOptions,
  CreatedKey,
  CreateKeyOptions,
  Principal,
  Quota,
  Session,
} from './contracts/principal.ts';
import type {
  Act,
  AuditPage,
  QuestionLogPage,
  ReadAuditOptions,
  ReadLogOptions,
  Usage,
  UsageOptions,
} from './contracts/question-log.ts';
import type { RemovedCollection } from './contracts/records.ts';
import type { WatchedFolder, WatchFolderOptions } from './contracts/uploads.ts';
import type { FootnoteError } from './errors.ts';
import type { IndexReport } from './ingest/index-report.ts';
import type { SearchResult } from './retrieve/hit.ts';
import type { RerankedTexts, TextToRerank } from './retrieve/rerank/rerank-texts.ts';
import type { Config } from './settings/config.ts';

export interface QueryOptions extends InCollection, ForGroups {
  /**
   * Searches several, 1–20, and ranks their hits together; instead of `collection`, or of the configured one.
   * Conversation and log are kept in `collection` where that is given too, else in the configured one where it is
   * among them, else in the first.
   */
  readonly collections?: readonly string[];
  /** Ids of the documents that the caller may see. Nothing else is searched: none finds nothing. Default: all. */
  readonly documents?: readonly string[];
  /**
   * Searches only documents of this project, 1–200 characters: those whose metadata field `project` has it, or
   * `company_slug` under the preset `disclosures`; a document without the field is of the project that has its
   * collection's name. One that there is not finds nothing. Default: all.
   */
  readonly project?: string;
  /** Hits to return, 1–100. Default: `retrieval.topK`. */
  readonly topK?: number;
  readonly filter?: Filter;
  /**
   * Passages that the reranker looks at, 0–50; 0 leaves the order of the fused scores. Default:
   * `retrieval.rerankCandidates`.
   */
  readonly rerankCandidates?: number;
  /** Also says under `dropped` what the filter left out, at the cost of a second search. Default false. */
  readonly explain?: boolean;
  readonly signal?: AbortSignal;
}

/** What surrounds a question. */
export interface AskOptions extends QueryOptions, OfOwner {
  /**
   * Earlier messages, oldest first; the last 40 tell what the conversation is about, and a model sees the last 10. Not
   * with `conversationId`.
   */
  readonly history?: readonly ConversationTurn[];
  /** Words of a document that the user has marked while asking, at most 10 000 characters. */
  readonly selectedText?: string;
  /**
   * Quotes the documents, also where the settings name a language model: none writes the answer, makes the question
   * whole or puts it in other words. Default false.
   */
  readonly quotesOnly?: boolean;
  /**
   * The conversation that the question goes on with: its messages are the history, and question and answer are kept
   * in it. Null begins one; the event `conversation` and the answer say its id. Default: no conversation, and nothing
   * of it is kept.
   */
  readonly conversationId?: string | null;
  /** What the caller calls the session, 1–200 characters; kept with conversation and log. */
  readonly sessionId?: string;
  /** Network address of whoever asks, for the log, which keeps a hash of it that changes daily. */
  readonly clientAddress?: string;
}

/** Who asked a question that was refused. */
export interface RefusedOptions
  extends InCollection,
    Pick<AskOptions, 'owner' | 'selectedText' | 'sessionId' | 'clientAddress'> {}

export interface RerankOptions {
  /** Passages to return, 1–1000. Default 5. */
  readonly topN?: number;
  readonly signal?: AbortSignal;
}

export interface BackupOptions {
  readonly signal?: AbortSignal;
}

export interface ReindexOptions extends InCollection, Follower {
  /** Of the queued job that this is. Default: it is a new one. Errors then also: `job_unknown`. */
  readonly jobId?: string;
  /**
   * Moves the index to another engine: settings that differ from those of the section `engine`. Vectors go over as they
   * are where embedder and chunker stay the same. Later calls need these settings; until then this object answers from
   * the old index. Default: it stays where the settings say.
   */
  readonly engine?: Partial<Config['engine']>;
}

export interface IngestOptions extends InCollection, Follower {
  /** Of the queued job that this is. Default: it is a new one. Errors then also: `job_unknown`. */
  readonly jobId?: string;
  /** Lets a folder lose more than half of its documents at once. Default false. */
  readonly allowMassRemoval?: boolean;
  /**
   * Whether an address of the web stands for the pages below it too, as far as links and its sitemap lead to them.
   * Default false: for one page.
   */
  readonly crawl?: boolean;
  /**
   * Globs relative to each given folder. Where there are any, only files that match one are taken. What they leave
   * out stays in the collection as it is.
   */
  readonly include?: readonly string[];
  /** Globs relative to each given folder: what they match is not looked at. They win over `include`. */
  readonly exclude?: readonly string[];
  /** Says in the report's `changes` what an ingest would do, and writes nothing. Default false. */
  readonly dryRun?: boolean;
  /**
   * Takes, instead of `paths`, what failed in earlier ingests of the collection and no later one found in order. Errors
   * then also: `collection_unknown`.
   */
  readonly retryFailed?: boolean;
  /** Told the id of the job once it is registered. */
  readonly onJob?: (jobId: string) => void;
}

/** How documents are put in. */
export interface AddOptions extends InCollection, OfOwner, Follower {
  /** Told the id of the job once all documents are kept: whatever happens then, it is gone on with. */
  readonly onJob?: (jobId: string) => void;
  /**
   * Leaves it to `footnote worker`, which needs records on PostgreSQL. The report is there once a worker is done.
   * Default false. Errors then also: `config_invalid`, `package_missing`.
   */
  readonly queue?: boolean;
}

/** What came of one round of {@link Footnote.watch}: a report, or why there is none. */
export type WatchRound =
  | { readonly report: IngestReport; readonly error: null }
  | { readonly report: null; readonly error: FootnoteError };

export interface WatchOptions extends Omit<IngestOptions, 'dryRun' | 'jobId' | 'onJob' | 'retryFailed'> {
  /** A round begins once nothing has changed for this long. Default 300. */
  readonly quietMs?: number;
}

export interface FollowFoldersOptions {
  readonly signal?: AbortSignal;
  /** What is outside of these folders is not followed. Default: all may be. */
  readonly within?: readonly string[];
}

/**
 * The whole of Footnote over one store. Calls may overlap.
 * Errors of every method: `store_busy`, `store_unavailable`, `aborted`, and `request_invalid` for arguments that its
 * types do not allow, names of options that it does not have included; queries also `collection_unknown`.
 */
export interface Footnote {
  /**
   * Brings the collection in step with the given files and folders. A file that fails is listed in the report and
   * the rest goes on, also where a path does not exist; what is reported as added or updated is durable. Errors:
   * `store_full`, `store_read_only`, `index_mismatch`, `model_missing`, `model_altered`.
   */
  ingest(paths: readonly string[], options?: IngestOptions): Promise<IngestReport>;

  /**
   * Puts documents into the collection, which come with their content instead of lying in a folder: the same formats,
   * the same report. Their bytes are kept in the records, so that nothing else is needed to read them again. What is
   * there under the same name and has the same bytes is unchanged; other bytes replace it once they have become a
   * document. One that cannot be read is listed in the report and is not kept, and the rest goes on. Aborting, and an
   * error before all are kept, leave nothing. Errors: those of {@link Footnote.ingest}, `file_too_large`, and
   * `originals_full` where the collection would keep more than `ingest.maxKeptBytes`.
   */
  add(
    documents: AddedDocument | Iterable<AddedDocument> | AsyncIterable<AddedDocument>,
    options?: AddOptions,
  ): Promise<IngestReport>;

  /**
   * Those of the contents that are not kept under their names, and have to be put in. At most 10 000 at once.
   */
  missing(contents: readonly HeldContent[], options?: InCollection): Promise<readonly HeldContent[]>;

  /**
   * Goes on with documents that were put in and whose process ended before they were ingested, in all collections.
   * Returns once that is done, with how many there were.
   */
  resume(): Promise<number>;

  /**
   * Ingests at once, and again whenever something changes below the paths, once it has been quiet for a moment or
   * 5 seconds have gone by. What changes during an ingest is followed by one more. Ends without an error when the
   * signal is aborted or the loop is left. The first round throws like {@link Footnote.ingest}; later ones hand out
   * their error, and the watch goes on.
   */
  watch(paths: readonly string[], options?: WatchOptions): AsyncIterable<WatchRound>;

  /**
   * Has a folder of this machine followed by whatever process calls {@link Footnote.followFolders}, as `footnote serve`
   * does, also once that was started again. One that is followed already, or was stopped, is followed from now on.
   * Errors: `folder_forbidden` where it is not `within` the folders that are given; `store_read_only`.
   */
  watchFolder(path: string, options?: WatchFolderOptions): Promise<WatchedFolder>;

  /** The folders of the collection that are followed on this machine, or were, by path. */
  listWatchedFolders(options?: InCollection): Promise<readonly WatchedFolder[]>;

  /** Stops following a folder, or goes on with it; its documents stay. Errors: `folder_unknown`. */
  changeWatchedFolder(
    folderId: string,
    change: Pick<WatchedFolder, 'isActive'>,
    options?: InCollection,
  ): Promise<WatchedFolder>;

  /** Forgets a folder; its documents stay. Errors: `folder_unknown`. */
  removeWatchedFolder(folderId: string, options?: InCollection): Promise<void>;

  /**
   * Follows the folders of all collections that are to be, with what any process adds, stops and removes, as
   * {@link Footnote.watch} does, until the signal is aborted. What comes of each look is noted with the folder.
   */
  followFolders(options?: FollowFoldersOptions): Promise<void>;

  /** Running and finished ingests, the latest first; the last 200 are kept. */
  listJobs(options?: InCollection & OfOwner): Promise<readonly Job[]>;

  /** One of them. Errors: `job_unknown`. */
  getJob(id: string, options?: InCollection & OfOwner): Promise<Job>;

  /**
   * The totals of a job, document by document, as they were when it ended. Those of documents removed by
   * {@link Footnote.removeDocument} are left out. Errors: `job_unknown`.
   */
  indexReport(jobId: string, options?: InCollection & OfOwner): Promise<IndexReport>;

  /**
   * Documents that wait to be taken again, since a question found stored passages of theirs damaged. Ordered by path.
   */
  listQueued(options?: InCollection & ForGroups): Promise<readonly QueuedDocument[]>;

  /**
   * Asks a job to stop, in whatever process it runs: within a second or so, keeping what it did. Errors: `job_unknown`.
   */
  cancelJob(id: string, options?: InCollection & OfOwner): Promise<Job>;

  /**
   * Builds the collection's index anew from the stored text, under the embedder and chunker of these settings, and
   * puts it in the place of the old one in one transaction. Questions are answered from the old index until then.
   * Resumable: what an interrupted run has built is kept. A second one waits for the first.
   * Errors: `collection_unknown`, `reindex_superseded` where another was started under other settings meanwhile,
   * `store_full`, `store_read_only`, `model_missing`, `model_altered`.
   */
  reindex(options?: ReindexOptions): Promise<ReindexReport>;

  /**
   * Answers with sentences of the documents, each cited. Await it for the whole answer, or iterate it for its
   * events. Errors: `question_empty`, `question_too_long`, `conversation_unknown`, those of the model.
   */
  ask(question: string, options?: AskOptions): AnswerStream;

  /** Finds passages without answering. Errors as {@link Footnote.ask}. */
  search(question: string, options?: QueryOptions): Promise<SearchResult>;

  /**
   * Embeds texts as the passages and questions of this store are, one vector each in the order given: of unit length,
   * the mean of its windows where a text is longer than the model reads. No texts load no model. Errors:
   * `model_missing`, `model_altered`, `vector_invalid`, those of a remote model.
   */
  embed(texts: readonly string[], options?: EmbedTextsOptions): Promise<EmbeddedTexts>;

  /**
   * Puts passages, from wherever they are, into the order of their relevance to a question, as the configured reranker
   * sees it, and leaves the best `topN`. Errors: `config_invalid` where `reranker.kind` is `none`, `question_empty`,
   * `question_too_long`, those of the reranker.
   */
  rerank(
    question: string,
    passages: readonly TextToRerank[],
    options?: RerankOptions,
  ): Promise<RerankedTexts>;

  /** All live documents, ordered by path. */
  listDocuments(options?: InCollection & ForGroups): Promise<readonly DocumentSummary[]>;

  /** A part of that list: the documents whose title and paths have every word of `search` in them. */
  findDocuments(options?: FindDocumentsOptions): Promise<DocumentPage>;

  /** By id or by path. Errors: `document_unknown`; `request_invalid` where files of several folders have that path. */
  getDocument(idOrPath: string, options?: InCollection & ForGroups): Promise<DocumentSummary>;

  /** The live version's text. Errors: `document_unknown`. */
  getDocumentText(idOrPath: string, options?: InCollection & ForGroups): Promise<DocumentText>;

  /**
   * Where `[start, end)` of the live version's text stands in its file: pages and boxes of a PDF, about one a line.
   * None of formats that have no places. Errors: `document_unknown`.
   *
   * ```ts
   * const { places } = await footnote.getDocumentPlaces('manual.pdf', { start: 120, end: 180 });
   * ```
   */
  getDocumentPlaces(idOrPath: string, options?: PlacesOptions): Promise<DocumentPlaces>;

  /**
   * The file that the live version was read from, as it was then. Errors: `document_unknown`; `original_missing` where
   * it is neither kept, as what is put in, nor still where it was, as files of folders mostly are.
   *
   * @example
   * const original = await footnote.getOriginal('manual.pdf');
   * const head = await original.read(0, Math.min(1024, original.bytes));
   */
  getOriginal(idOrPath: string, options?: InCollection & ForGroups): Promise<Original>;

  /**
   * A picture within that file, by its place there: what a figure of the text and a citation of one have as `picture`.
   * Of a file that is a ZIP archive inside, as Office files and books are, any part that browsers show as a picture; of
   * others, bytes in Base64. Errors: `document_unknown`; `original_missing` as of {@link getOriginal};
   * `picture_unknown`.
   *
   * @example
   * const { blocks } = await footnote.getDocumentText('manual.docx');
   * const figure = blocks.find(({ kind }) => kind === 'figure');
   * if (figure?.kind === 'figure' && figure.picture !== undefined) {
   *   const picture = await footnote.getPicture('manual.docx', figure.picture);
   *   const bytes = await picture.read(0, picture.bytes);
   * }
   */
  getPicture(idOrPath: string, picture: string, options?: InCollection & ForGroups): Promise<Original>;

  /**
   * Describes what is found in the collection, and by what, so that two machines can be compared: the same documents
   * under the same models and settings have the same `sha256`. No model is loaded. Errors: `collection_unknown`,
   * `index_mismatch` where the settings name another embedder than the index was built with, `path_not_found` and
   * `path_unreadable` of the file of synonyms.
   */
  manifest(options?: InCollection): Promise<IndexManifest>;

  /** The passages of the live version, with their vectors. Errors: `document_unknown`, `index_mismatch`. */
  getDocumentPassages(idOrPath: string, options?: DocumentPassagesOptions): Promise<DocumentPassages>;

  /**
   * Writes over title and metadata of a document, for lists, filters and passages alike. What is written goes before
   * what the file says, also when that is ingested anew or moved, until it is taken back. Returns the document as it is
   * then. Errors: `document_unknown`; `request_invalid` for fields that it cannot have, and values that are not of
   * their declared type; `document_changed` where it was made anew meanwhile, or is not of the version that is given;
   * `index_mismatch`, `store_read_only`.
   */
  editDocument(
    idOrPath: string,
    change: DocumentChange,
    options?: InCollection & ForGroups,
  ): Promise<DocumentSummary>;

  /**
   * Removes a document and every trace of it. What was put in under that name and is still in work goes too, also where
   * it has not become a document yet, unless `groups` are given: whether they see it is not known before. Errors:
   * `document_unknown`, `store_read_only`.
   */
  removeDocument(idOrPath: string, options?: InCollection & ForGroups): Promise<RemovedDocument>;

  /**
   * Looks for what a receipt says was erased: whether it is as it was signed, and whether its bytes stand in any file
   * of the store or on the servers of its records and engine, or its documents and conversations in the records. Reads
   * all of them once.
   */
  verifyReceipt(receipt: ErasureReceipt): Promise<ReceiptCheck>;

  /**
   * Makes an empty collection under the settings that are in force. Returns whether it is new. Errors: those of
   * {@link Footnote.ingest}.
   */
  createCollection(collection: string): Promise<boolean>;

  /**
   * Gives a collection another name, with its documents, conversations and log; keys that are limited to it follow.
   * What a server's engine calls it stays
   * until the next {@link Footnote.reindex}. Errors: `collection_unknown`, `collection_exists`, `collection_busy` while
   * a job is at work on it.
   */
  renameCollection(collection: string, name: string): Promise<void>;

  /**
   * Removes a collection: its documents, its index, its conversations and its log. Jobs on it are asked to stop first.
   * Errors: `collection_unknown`, `collection_busy` where one does not.
   */
  deleteCollection(collection: string): Promise<RemovedCollection>;

  /** The names of all collections in the store. */
  listCollections(): Promise<readonly string[]>;

  /** The thresholds that were chosen for the collection's index; undefined until it is calibrated. */
  calibration(options?: InCollection): Promise<Calibration | undefined>;

  /**
   * Keeps thresholds with the collection's index, until it is built anew; null takes them away. Errors:
   * `store_read_only`.
   */
  saveCalibration(calibration: Calibration | null, options?: InCollection): Promise<void>;

  /** Conversations of the collection: those that are pinned, then the others, the latest first. */
  listConversations(options?: ListConversationsOptions): Promise<readonly Conversation[]>;

  /**
   * One with its messages; under `groups` without the words of documents that are not there any more for these. Errors:
   * `conversation_unknown`, also where it belongs to another collection or owner.
   */
  getConversation(
    conversationId: string,
    options?: InCollection & ForGroups & OfOwner,
  ): Promise<ConversationWithMessages>;

  /**
   * Names a conversation, or pins it so that lists begin with it. Errors: `conversation_unknown`, `request_invalid`
   * where nothing is changed, `store_read_only`.
   */
  changeConversation(
    conversationId: string,
    change: ConversationChange,
    options?: InCollection & OfOwner,
  ): Promise<Conversation>;

  /**
   * Begins another conversation with what was said in this one before a question, which can then be asked otherwise.
   * What the log has of the answers, and what readers said of them, stays with the first. Errors:
   * `conversation_unknown`, `message_unknown`, `store_read_only`.
   */
  branchConversation(
    conversationId: string,
    point: BranchPoint,
    options?: InCollection & OfOwner,
  ): Promise<Conversation>;

  /**
   * Makes a link to an answer that is kept, for others: an id that nobody guesses. An answer has one link; whoever asks
   * again gets the same. It goes with its conversation. Errors: `message_unknown`, also where the answer is not
   * finished; `store_read_only`.
   */
  shareAnswer(messageId: string, options?: InCollection & OfOwner): Promise<Share>;

  /** Links to answers of the collection, the latest first. */
  listShares(options?: ListSharesOptions): Promise<readonly Share[]>;

  /** Takes a link back. Errors: `share_unknown`, `store_read_only`. */
  revokeShare(shareId: string, options?: InCollection & OfOwner): Promise<void>;

  /**
   * The answer that a link leads to, as it was given, for whoever may see all that it rests on. Errors:
   * `share_unknown`; `share_forbidden` where a collection or a document that it cites is not there for them.
   */
  openShare(shareId: string, options?: OpenShareOptions): Promise<SharedAnswer>;

  /**
   * Erases conversations with what the log says of them, or old entries of the log, and overwrites what they took up
   * in the file. Errors: `conversation_unknown`, `request_invalid` where nothing is selected, `store_read_only`.
   */
  eraseConversations(selection: EraseSelection, options?: InCollection & OfOwner): Promise<Erased>;

  /**
   * Keeps what a reader thinks of an answer, or that a citation was opened. Errors: `message_unknown`,
   * `store_read_only`.
   */
  recordFeedback(feedback: Feedback, options?: InCollection & OfOwner): Promise<void>;

  /**
   * Notes in the log that a question was refused before it was asked, as by a limit on how often somebody may ask.
   * Where the log cannot be written the entry is lost, as all are then.
   */
  noteRefused(question: string, options?: RefusedOptions): Promise<void>;

  /** The log of questions; empty where `log.enabled` is false. */
  readLog(options?: ReadLogOptions): Promise<QuestionLogPage>;

  /**
   * Makes a key for a client of the server. The whole key is returned this once, and stored nowhere. From the first one
   * on a server over this store refuses whoever has none. Errors: `store_read_only`.
   */
  createKey(options: CreateKeyOptions): Promise<CreatedKey>;

  /** All keys, expired and revoked ones too, the latest first. */
  listKeys(): Promise<readonly ApiKey[]>;

  /**
   * Refuses a key from now on, in every process; it stays in the list. Of a whole key its id counts. Errors:
   * `key_unknown`, `store_read_only`.
   */
  revokeKey(id: string): Promise<ApiKey>;

  /**
   * The key that a client has sent; undefined where there is no such key, or it has expired or was revoked. That it was
   * used is noted.
   */
  checkKey(key: string): Promise<ApiKey | undefined>;

  /** Counts a question of a key that has a quota, in all processes together. Errors: `quota_exceeded`. */
  countQuestion(keyId: string, quota: Quota): Promise<void>;

  /** Counts what a language model has read and written for a key that has a quota. */
  countTokens(keyId: string, quota: Quota, tokens: number): Promise<void>;

  /**
   * Signs somebody in: whoever sends the token is they, until it expires, the session ends or their key is no longer in
   * force. Errors: `store_read_only`.
   */
  beginSession(options: BeginSessionOptions): Promise<Session>;

  /** Who has signed in with a token; undefined where nobody has, or is no longer. */
  checkSession(token: string): Promise<Principal | undefined>;

  /** Signs out, in every process. Errors: `store_read_only`. */
  endSession(token: string): Promise<void>;

  /**
   * Notes in the audit log what somebody did, for programs that let others use Footnote, as the server does for every
   * call. Resolves when it is written where it changed something, else at once; an entry that cannot be written is
   * counted as lost. Nothing happens where `audit.enabled` is false.
   */
  recordAct(act: Act): Promise<void>;

  /** Who asked how much in which collection, what these hold, and what keys have used of their quotas. */
  usage(options?: UsageOptions): Promise<Usage>;

  /** Who did what. */
  readAudit(options?: ReadAuditOptions): Promise<AuditPage>;

  /**
   * Writes a copy of the store, consistent as of one moment, while it is in use. Refuses to overwrite a file. Errors:
   * `aborted`, which leaves nothing of the copy.
   */
  backup(file: string, options?: BackupOptions): Promise<{ readonly file: string; readonly bytes: number }>;

  /** Loads model and index, so that the first question is as fast as the others. */
  warmUp(options?: InCollection): Promise<void>;

  /** Finishes background work and lets go of everything. What is under way ends with `aborted`, and a watch ends. */
  close(): Promise<void>;
}
