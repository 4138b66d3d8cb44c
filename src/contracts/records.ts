import type { Metadata } from './chunk.ts';
import type {
  BegunExchange,
  BranchPoint,
  Conversation,
  ConversationChange,
  ConversationTurn,
  ConversationWithMessages,
  ErasedCounts,
  Erasure,
  Feedback,
  FinishedAnswer,
  ListSharesOptions,
  Share,
  SharedAnswer,
} from './conversation.ts';
import type {
  DocumentFilter,
  DocumentPage,
  DocumentSummary,
  DocumentText,
  FindDocumentsOptions,
  QueuedDocument,
  TextPlace,
} from './document.ts';
import type {
  DocumentRecords,
  DocumentVersion,
  LiveDocuments,
  ReindexRecords,
  Source,
} from './document-records.ts';
import type { FieldTypes, StoredVisitor } from './engine.ts';
import type { Coverage } from './generator.ts';
import type { Calibration } from './index-manifest.ts';
import type { JobRecords } from './job.ts';
import type { KeyRecords, SessionRecords } from './principal.ts';
import type {
  AskedQuestion,
  AuditRecords,
  Expiry,
  QuestionLogPage,
  ReadLogOptions,
  UsageRecords,
} from './question-log.ts';
import type { UploadRecords, WatchedFolderRecords } from './uploads.ts';

/**
 * Everything that is known besides the chunks: documents and their versions, indexes, jobs, what was asked. It alone
 * decides what is live. Any number of processes may work with the same records; what one of them commits the others see
 * at their next call.
 *
 * Errors of every call: `store_busy`, `store_unavailable`, `store_full`, `store_read_only`, `store_corrupt` of a file;
 * `engine_unavailable`, `engine_rejected`, `store_busy`, `store_full` of a server.
 */
export interface Records {
  /** What ingestion writes. */
  readonly documents: DocumentRecords;

  /** Documents that were put in, with their bytes. */
  readonly uploads: UploadRecords;

  /** What readers see of documents. */
  readonly library: Library;

  /** Versions and paths of live documents, remembered until any process changes something. */
  readonly liveDocuments: LiveDocuments;

  readonly indexes: IndexRecords;

  readonly collections: CollectionRecords;

  /** What building an index beside the live one reads and writes. */
  readonly reindexing: ReindexRecords;

  /** The long work of any process, and what came of it. */
  readonly jobs: JobRecords;

  /** Documents whose stored passages were found damaged, to be made again by the next ingest. */
  readonly reingestion: ReingestionQueue;

  /** What was asked and answered. */
  readonly interactions: InteractionRecords;

  /** Keys of the server's clients. */
  readonly keys: KeyRecords;
  /** Who is signed in on the page. */
  readonly sessions: SessionRecords;

  /** Who did what. */
  readonly audit: AuditRecords;

  /** How much was asked and is held. */
  readonly usage: UsageRecords;

  /** Folders that are followed. */
  readonly watchedFolders: WatchedFolderRecords;

  /** The private key of this store that receipts are signed with, PKCS #8 in PEM; made with the first. */
  receiptKey(): Promise<string>;

  /** That key where there is one. */
  heldReceiptKey(): Promise<string | undefined>;

  /**
   * What a question needs to know of a collection before it is searched, remembered until any process changes
   * something; undefined where nothing was ever ingested into it.
   */
  collectionFacts(collection: string): Promise<CollectionFacts | undefined>;

  /** What the documents of a scope are about, remembered until any process changes something. */
  coverage(scope: DocumentScope): Promise<Coverage>;

  /** The languages of the documents of a scope, by a sample of them, the most common first. */
  languages(scope: DocumentScope): Promise<readonly string[]>;

  /** How much of a collection's text is in each language, in tokens of its live index. */
  languageShares(collection: string): Promise<LanguageShares>;

  /** Names of the collections that have an index, in order. */
  listCollections(): Promise<readonly string[]>;

  /**
   * Keeps thresholds with a collection's live index, in place of those it had; null takes them away. They go with the
   * index: another embedder has other cosines.
   */
  saveCalibration(collection: string, calibration: Calibration | null): Promise<void>;

  /**
   * Copies the records to a new file as of one moment, also while others write. Absent where a server keeps them, which
   * is backed up with its own tools (`pg_dump`). Errors: `request_invalid` where there is a file already,
   * `path_unwritable`, `aborted`.
   */
  backup?(file: string, options?: { readonly signal?: AbortSignal }): Promise<Backup>;

  /**
   * Overwrites what is left of deleted rows on the disk, chunks in the same file included. Absent where a server keeps
   * the records: it uses their room again when it vacuums its tables.
   */
  erasePages?(): Promise<void>;

  /** Shows all texts and bytes in the tables on a server, also those of its queue; absent where a file keeps them. */
  readStored?(visit: StoredVisitor): Promise<void>;

  close(): Promise<void>;
}

/** How much text there is in each language, in whatever unit. */
export type LanguageShares = ReadonlyMap<string, number>;

/** A copy of a store. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
}

/** What to look at. */
export interface DocumentScope {
  readonly collections: readonly string[];
  /** Ids of the documents that the caller may see. Default: all. */
  readonly documents?: readonly string[] | undefined;
  /** Groups of the caller: of documents that have groups, those are seen that share one. Default: all. */
  readonly groups?: readonly string[] | undefined;
}

/** Which documents are seen, by their groups. */
export type SeenBy = Pick<DocumentScope, 'groups'>;

/** The live version of every document: for lists, the page, and the texts that answers quote. */
export interface Library {
  list(collection: string, seenBy?: SeenBy): Promise<readonly DocumentSummary[]>;

  /**
   * Documents whose title and paths together have every word of a search in them, in an order, from `offset` on, at
   * most `limit` ≤ 1000. Case and diacritics count for nothing; without a word all documents match.
   */
  page(
    collection: string,
    options: SeenBy &
      Pick<FindDocumentsOptions, 'sort' | 'order' | 'facets'> &
      DocumentFilter & {
        readonly search: string;
        readonly limit: number;
        readonly offset: number;
      },
  ): Promise<DocumentPage>;

  /** What each document of the collection is made of, in no order. */
  contents(collection: string): Promise<readonly StoredContent[]>;

  /** By id, or by path as given or absolute. Errors: `request_invalid` where several have the path that was given. */
  find(collection: string, idOrPath: string, seenBy?: SeenBy): Promise<DocumentSummary | undefined>;

  /**
   * Ids of the documents of a project: those whose metadata say so in a field, and those that say nothing in it where
   * the collection has the project's name. Remembered until any process changes something.
   */
  ofProject(
    collection: string,
    project: { readonly field: string; readonly name: string },
  ): Promise<readonly string[]>;

  /** Undefined where that version is not stored (any more). Errors: `store_corrupt`. */
  text(documentId: string, version: number): Promise<Omit<DocumentText, 'original'> | undefined>;

  /** Where the text of a version stands in its file, in order; none where that is not known or is damaged. */
  places(documentId: string, version: number): Promise<readonly TextPlace[]>;

  /** Where a live document was read from, in order. */
  sources(documentId: string): Promise<readonly Pick<Source, 'source' | 'bytes' | 'modifiedMs'>[]>;
}

/** A live document by what is in it. */
export interface StoredContent {
  /** SHA-256 of the source's bytes, hexadecimal. */
  readonly contentHash: string;
  /** Name and version of the parser; empty where the document waits to be read again. */
  readonly parser: string;
  /** None where the store is damaged there. */
  readonly metadata: Metadata;
  readonly passages: number;
  /** Passages that have their vectors. */
  readonly embedded: number;
}

/** What an index was built with. Chunks made with anything else cannot be compared with its own. */
export interface IndexStamp {
  readonly embedder: string;
  readonly chunker: string;
  readonly analyser: string;
  readonly dimension: number;
  /** The engine that it lives in, by its name. */
  readonly engine: string;
  /** Where that engine is (`Engine.place`); empty where it is the only one of its name, or where that is not known. */
  readonly place: string;
  /** The metadata fields declared for the collection, which filters may name. */
  readonly fields: FieldTypes;
}

/** An index of a collection: the live one, or one that is being built to take its place. */
export interface CollectionIndex extends IndexStamp {
  /** Its name in the engine. */
  readonly id: string;
  readonly collection: string;
}

/** What a question needs to know of a collection before it is searched. */
export interface CollectionFacts {
  /** The live index. */
  readonly index: CollectionIndex;
  /** The thresholds chosen for it; undefined until it is calibrated. */
  readonly calibration: Calibration | undefined;
  /** Those of the documents, by a sample of them, the most common first. */
  readonly languages: readonly string[];
  /** Chunks of live documents that only their words can find, since their vectors are still to come. */
  readonly unembeddedChunks: number;
}

/** The indexes: which collection each belongs to, and what it was built with. */
export interface IndexRecords {
  /** The collection's live index; undefined where nothing was ever ingested into it. */
  find(collection: string): Promise<CollectionIndex | undefined>;

  /** By its name in the engine, live or not. */
  findById(id: string): Promise<CollectionIndex | undefined>;

  /** The collection's live index, made with this stamp where there is none. Another process may do the same. */
  findOrCreate(collection: string, stamp: IndexStamp): Promise<CollectionIndex>;

  /**
   * The index of this stamp that is being built beside the live one: one that was begun and not finished, or a new
   * one. Others are returned as `abandoned`, to be dropped: those begun for another stamp, and the retired.
   */
  findOrCreateBuilding(
    collection: string,
    stamp: IndexStamp,
  ): Promise<{ readonly building: CollectionIndex; readonly abandoned: readonly CollectionIndex[] }>;

  /** Notes that the engine of an index is found at another address by now, with all that it has. */
  relocate(id: string, place: string): Promise<void>;

  /**
   * Notes that an index that is not live is to be dropped, before its engine does: what that leaves of it when it is
   * cut off is never built on.
   */
  retire(id: string): Promise<void>;

  /** Forgets an index that the engine has dropped. */
  forget(id: string): Promise<void>;
}

/** What went with a collection. */
export interface RemovedCollection extends ErasedCounts {
  readonly documents: number;
}

/** Collections as a whole. No job may be at work on one. */
export interface CollectionRecords {
  /** Gives everything of a collection to another name, which nothing has. Keys that are limited to it follow. */
  rename(from: string, to: string): Promise<void>;

  /**
   * Takes a collection from readers with all that is known of it. Its indexes are returned, to be dropped and then
   * forgotten.
   */
  remove(collection: string): Promise<{
    readonly indexes: readonly CollectionIndex[];
    readonly removed: RemovedCollection;
  }>;
}

/** Documents whose stored passages were found damaged. */
export interface ReingestionQueue {
  /** Puts versions in the queue, as far as they are live; returns the paths of their documents. */
  queue(versions: readonly DocumentVersion[]): Promise<readonly string[]>;

  /** Live versions of which what is known beside their text cannot be read. */
  illegible(): Promise<readonly DocumentVersion[]>;

  /** What is in the queue of a collection, ordered by path. */
  list(collection: string, seenBy?: SeenBy): Promise<readonly QueuedDocument[]>;
}

/** Who looks at what was asked. */
export interface Viewer extends SeenBy {
  /** What others asked is not there. Default: everything is. */
  readonly owner?: string | undefined;
}

/** Who opens a link to an answer. */
export interface ShareViewer extends SeenBy {
  /** Names of the collections that are there for them. Default: all. */
  readonly collections?: readonly string[] | undefined;
}

/** Conversations, the log of questions, and what readers think of answers. */
export interface InteractionRecords {
  /**
   * Keeps a question and the place of its answer, which is incomplete until `finish`; makes the conversation where it
   * is new. Errors: `conversation_unknown` where it belongs to another collection.
   */
  begin(exchange: BegunExchange): Promise<void>;

  /** Keeps an answer in its place. Nothing happens where the conversation was erased meanwhile. */
  finish(answer: FinishedAnswer): Promise<void>;

  /**
   * The last messages of a conversation that have words, oldest first, without those of documents that the viewer may
   * not see; undefined where the collection has none such.
   */
  recentTurns(
    collection: string,
    id: string,
    limit: number,
    viewer?: Viewer,
  ): Promise<readonly ConversationTurn[] | undefined>;

  /**
   * A conversation of the collection with its messages; undefined where there is none. What is damaged of a message is
   * empty, and a warning names it.
   */
  find(collection: string, id: string, viewer?: Viewer): Promise<ConversationWithMessages | undefined>;

  /** Names or pins a conversation of the collection. Returns whether there is such a one. */
  change(
    collection: string,
    id: string,
    change: ConversationChange,
    viewer?: Pick<Viewer, 'owner'>,
  ): Promise<boolean>;

  /**
   * Copies what was said before a question into a new conversation, `as`, of the same owner and session. Returns how
   * many messages; undefined where the collection has no such conversation, or it no such question.
   */
  branch(
    collection: string,
    id: string,
    branch: BranchPoint & { readonly as: string; readonly at: string },
    viewer?: Pick<Viewer, 'owner'>,
  ): Promise<number | undefined>;

  /** Conversations of a collection: those that are pinned, then the others, the latest first. */
  list(
    collection: string,
    options: Pick<Viewer, 'owner'> & { readonly sessionId?: string | undefined; readonly limit: number },
  ): Promise<readonly Conversation[]>;

  /**
   * Makes a link to an answer, `shareId`, or gives the one that there is; undefined where the collection has no such
   * answer, or not yet.
   */
  share(
    collection: string,
    share: { readonly messageId: string; readonly shareId: string; readonly at: string },
    viewer?: Pick<Viewer, 'owner'>,
  ): Promise<Share | undefined>;

  /** Links to answers of a collection, the latest first. */
  shares(
    collection: string,
    options: Pick<ListSharesOptions, 'sessionId' | 'owner'> & { readonly limit: number },
  ): Promise<readonly Share[]>;

  /** Returns whether the collection had such a link. */
  revokeShare(collection: string, shareId: string, viewer?: Pick<Viewer, 'owner'>): Promise<boolean>;

  /**
   * The answer that a link leads to; `hidden` where the viewer may not see a collection or a live document that it
   * rests on; undefined where there is no such link.
   */
  openShare(shareId: string, viewer?: ShareViewer): Promise<SharedAnswer | 'hidden' | undefined>;

  /**
   * Writes questions into the log, and how many were lost before them. What is written survives the end of the process,
   * but maybe no power cut.
   */
  log(asked: readonly AskedQuestion[], lost: number): Promise<void>;

  /** The part of a collection's log that the options select. */
  readLog(
    collection: string,
    options: ReadLogOptions & { readonly limit: number; readonly offset: number },
  ): Promise<QuestionLogPage>;

  /**
   * Keeps what a reader thinks of an answer of the collection. Returns whether there is such an answer and citation.
   */
  keepFeedback(collection: string, feedback: Feedback, viewer?: Pick<Viewer, 'owner'>): Promise<boolean>;

  /**
   * Erases conversations, entries of the log, and the citations and feedback that are then nobody's; leaves no trace on
   * the disk where the records have `erasePages`.
   */
  erase(erasure: Erasure): Promise<ErasedCounts>;

  /** What an erasure would take: the ids of conversations, and the words of some messages, at most so many. */
  selected(
    erasure: Erasure,
    mostTexts: number,
  ): Promise<{ readonly conversations: readonly string[]; readonly texts: readonly string[] }>;

  /** Takes the words of questions and answers out of the log, likewise. Returns how many entries had some. */
  eraseLoggedWords(erasure: Erasure): Promise<number>;

  /**
   * Erases what is older in all collections; its room on the disk is used again as it is needed. Where that is more
   * than a quarter of all, it is left unless the clock has gone steadily for a day, and `readLog` tells what was left.
   */
  expire(expiry: Expiry): Promise<ErasedCounts>;
}
