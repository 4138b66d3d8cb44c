import type { ForGroups, InCollection, OfOwner } from './engine.ts';
import type { CheckedSentence, Citation, KeptOutcome, ModelUse, NamedTopic } from './generator.ts';

/** A message of the conversation that a question belongs to. */
export interface ConversationTurn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** Words that the user had marked while asking, at most 10 000 characters. */
  readonly selectedText?: string | undefined;
}

/** A conversation as lists show it. */
export interface Conversation {
  readonly conversationId: string;
  readonly collection: string;
  /** What the caller named the session in which it began; null where it named none. */
  readonly sessionId: string | null;
  /** What it was named, or the beginning of its first question, at most 80 characters. */
  readonly title: string;
  /** Whether lists begin with it. */
  readonly pinned: boolean;
  /** Questions and answers together. */
  readonly messages: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** When the last message came, ISO 8601. */
  readonly updatedAt: string;
}

/** What of a conversation to change; what is left out stays. */
export interface ConversationChange {
  /** 1–200 characters. */
  readonly title?: string;
  readonly pinned?: boolean;
}

/** Where a conversation is to go another way. */
export interface BranchPoint {
  /** `messageId` of a question: what was said before it is copied into the new conversation. */
  readonly before: string;
}

/** Which conversations of a collection to list. */
export interface ListConversationsOptions extends InCollection, OfOwner {
  /** Only those of this session. Default: all. */
  readonly sessionId?: string;
  /** Conversations to return, 1–1000. Default 100. */
  readonly limit?: number;
}

/** A citation as a conversation keeps it. */
export interface KeptCitation extends Omit<Citation, 'quote'> {
  /** Null once the document was removed: then title and headings are empty as well. */
  readonly quote: string | null;
  /** How often it was opened, as far as that was told. */
  readonly opened: number;
}

/** How an answer came about: no text of documents. */
export interface AnswerTrace {
  /** The passages that were found, best first. */
  readonly chunkIds: readonly string[];
  /** What each stage took, in milliseconds. */
  readonly timings: Readonly<Record<string, number>>;
  readonly model: ModelUse | null;
}

/** A message of a conversation. */
export interface Message {
  readonly messageId: string;
  readonly role: 'user' | 'assistant';
  /** What was said. Sentences that cited a document that has been removed since are `[…]`. */
  readonly content: string;
  /**
   * Words that the user had marked while asking; null where none, and once a document of the collections was removed
   * that were asked.
   */
  readonly selectedText: string | null;
  /** Names of the collections that a question was asked in, the conversation's own first; null for an answer. */
  readonly collections: readonly string[] | null;
  /** ISO 8601. */
  readonly createdAt: string;
  /** What is known of an answer; null for what the user said. */
  readonly answer: KeptAnswer | null;
}

/** What a conversation keeps of an answer besides its text. */
export interface KeptAnswer {
  /** Null while the answer is being made, and for good where the process ended before it was. */
  readonly outcome: KeptOutcome | null;
  /** False where the answer broke off: then `content` is what came before, maybe nothing. */
  readonly complete: boolean;
  /** In [0, 1]. */
  readonly confidence: number;
  readonly citations: readonly KeptCitation[];
  readonly sentences: readonly CheckedSentence[];
  readonly trace: AnswerTrace;
  /** What {@link Feedback} said; null where nobody did. */
  readonly helpful: boolean | null;
}

/** A conversation with all its messages, the oldest first. */
export interface ConversationWithMessages extends Conversation {
  readonly history: readonly Message[];
  /** What the disk has damaged of it: that is empty in the messages. */
  readonly warnings: readonly string[];
}

/** A link to an answer, for others who may see what it rests on. */
export interface Share {
  /** What stands in the link: 192 random bits. */
  readonly shareId: string;
  readonly collection: string;
  readonly conversationId: string;
  /** Of the answer. */
  readonly messageId: string;
  /** What was asked. */
  readonly question: string;
  /** ISO 8601. */
  readonly sharedAt: string;
}

/** Which links of a collection to list. */
export interface ListSharesOptions extends InCollection, OfOwner {
  /** Only those to answers of this session. Default: all. */
  readonly sessionId?: string;
  /** Links to return, 1–1000. Default 100. */
  readonly limit?: number;
}

/** Who opens a link to an answer. */
export interface OpenShareOptions extends ForGroups {
  /** Names of the collections that are there for them. Default: all. */
  readonly collections?: readonly string[];
}

/** An answer as it is shown to whoever opens a link to it: as it was given, without the words that were marked. */
export interface SharedAnswer extends Omit<KeptAnswer, 'citations' | 'trace' | 'helpful'> {
  readonly shareId: string;
  /** ISO 8601. */
  readonly sharedAt: string;
  /** Of the answer. */
  readonly messageId: string;
  readonly question: string;
  /** ISO 8601. */
  readonly askedAt: string;
  /** Those that were asked, as far as they are there for whoever looks. */
  readonly collections: readonly string[];
  readonly content: string;
  readonly citations: readonly Omit<KeptCitation, 'opened'>[];
}

/** What a reader thinks of an answer, or did with it. */
export interface Feedback {
  /** `messageId` of the answer. */
  readonly messageId: string;
  /** Null takes back what was said before. Left out, it stays. */
  readonly helpful?: boolean | null;
  /** Number of a citation that was opened; openings are counted. */
  readonly openedCitation?: number;
}

/** What to erase: one conversation, or what is older than a moment, of the collection. */
export interface EraseSelection {
  readonly conversationId?: string;
  /** ISO 8601: conversations whose last message, and questions of the log that, came earlier. */
  readonly before?: string;
  /**
   * Takes only the words of questions and answers out of the log, all of them where nothing else is said. Default
   * false.
   */
  readonly questionsOnly?: boolean;
}

/** What was erased. */
export interface ErasedCounts {
  readonly conversations: number;
  readonly messages: number;
  /** Lines of the log that went, or with `questionsOnly` lost their words. */
  readonly logEntries: number;
}

/** What was erased, with the proof of it; null where only words left the log. */
export interface Erased extends ErasedCounts {
  readonly receipt: ErasureReceipt | null;
}

/** A question of a conversation whose answer is about to be made. */
export interface BegunExchange {
  readonly collection: string;
  /** Collections that are asked as well. Default: none. */
  readonly otherCollections?: readonly string[];
  readonly conversationId: string;
  readonly sessionId: string | null;
  /** Whose it becomes where it is new, and has to be where it is not. Default: nobody's, and anybody's. */
  readonly owner?: string | undefined;
  /** Of the question. */
  readonly questionId: string;
  readonly question: string;
  /** Words that the reader had marked while asking; empty where none. */
  readonly selectedText: string;
  /** Of the answer that is to come. */
  readonly answerId: string;
  /** ISO 8601. */
  readonly askedAt: string;
}

/** What came of an answer. */
export interface FinishedAnswer {
  readonly answerId: string;
  readonly content: string;
  readonly outcome: KeptOutcome;
  readonly complete: boolean;
  readonly confidence: number;
  readonly citations: readonly Citation[];
  readonly sentences: readonly CheckedSentence[];
  readonly topics: readonly NamedTopic[];
  readonly trace: AnswerTrace;
}

/** What of conversations and log to erase. */
export interface Erasure {
  /** Undefined: of all collections. */
  readonly collection?: string;
  readonly conversationId?: string;
  /** Whose it has to be. Default: anybody's. */
  readonly owner?: string | undefined;
  /** ISO 8601. */
  readonly before?: string;
}

/** A stretch of erased bytes as it can be looked for by somebody who does not know them. */
export interface ErasedWindow {
  /** Rolling hash of the bytes, 32 bits: says quickly where they cannot be. */
  readonly hash: number;
  /** SHA-256 of the bytes, in hexadecimal: says that they are there. */
  readonly sha256: string;
}

/** A document that was erased. Its name is not told: the receipt may be kept where the document may not. */
export interface ErasedDocument {
  readonly documentId: string;
  readonly version: number;
  /** SHA-256 of the file that it was made from. */
  readonly contentHash: string;
}

/** What was done with a place where erased bytes lay. */
export interface ErasedPlace {
  /** A file, or a server, without credentials. */
  readonly place: string;
  /** What was done there, in words. */
  readonly done: string;
}

/** What was erased, where and when, signed by the store that did it. */
export interface ErasureReceipt {
  readonly format: 1;
  readonly collection: string;
  /** ISO 8601, when all of it was done. */
  readonly erasedAt: string;
  readonly documents: readonly ErasedDocument[];
  /** Ids of conversations. */
  readonly conversations: readonly string[];
  readonly overwritten: readonly ErasedPlace[];
  /** Length of each window in bytes. */
  readonly windowBytes: number;
  /** Stretches of the erased texts, spread over them; none of texts that are shorter. */
  readonly windows: readonly ErasedWindow[];
  /** The store's own key: Ed25519, SPKI in base64. */
  readonly publicKey: string;
  /** Ed25519 over the JSON of all fields before, in their order; base64. */
  readonly signature: string;
}

/** What looking for the bytes of a receipt came to. */
export interface ReceiptCheck {
  /** Whether the receipt is as it was signed. */
  readonly isSigned: boolean;
  /** Whether the key that signed it is that of this store. */
  readonly isOfThisStore: boolean;
  /** Files that were read to their end, and how many bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Servers whose texts were read through their clients, with what they came to in UTF-8. */
  readonly servers: readonly { readonly place: string; readonly values: number; readonly bytes: number }[];
  /**
   * Where bytes of erased texts stand, but for those that documents of the store have as well: a file and the byte in
   * it, or a table or collection on a server and the byte in one of its values.
   */
  readonly found: readonly { readonly place: string; readonly offset: number }[];
  /** Ids of erased documents and conversations that the records, or passages on a server, still have. */
  readonly present: readonly string[];
  /** What could not be looked into, in words. */
  readonly notRead: readonly string[];
}
