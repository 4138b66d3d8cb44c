import type { ErrorCode } from '../errors.ts';
import type { InCollection } from './engine.ts';
import { type Citation, type KeptOutcome, keptOutcomes } from './generator.ts';

/** One question in the log. Its words are there only with the setting `log.storeQuestions`. */
export interface LogEntry {
  /** `messageId` of the answer. */
  readonly id: string;
  readonly collection: string;
  /** When the question came, ISO 8601. */
  readonly askedAt: string;
  readonly sessionId: string | null;
  readonly conversationId: string | null;
  /** HMAC-SHA-256 of the caller's address under the key of the day, hexadecimal: equal within one day only. */
  readonly clientHash: string | null;
  /** HMAC-SHA-256 of the question under a key of the store, hexadecimal: equal for as long as the store is there. */
  readonly questionHash: string;
  readonly question: string | null;
  /** Words that were marked while asking; null where none were, and once any document was removed. */
  readonly selectedText: string | null;
  /**
   * Of a refusal and a reply to small talk without the titles that they name. Null also for what broke off, and once a
   * document that it cites has been removed.
   */
  readonly answer: string | null;
  readonly outcome: KeptOutcome;
  /** False where the answer broke off before its end. */
  readonly complete: boolean;
  /** Code of the error that the question ended with; null where there was none. */
  readonly errorCode: ErrorCode | null;
  /** In [0, 1]; 0 where there was no answer. */
  readonly confidence: number;
  readonly citations: readonly LoggedCitation[];
  /** The passages that were found, best first; none where the store is damaged there. */
  readonly chunkIds: readonly string[];
  /** Milliseconds until the passages were found; null where nothing was searched. */
  readonly retrievalMs: number | null;
  /** Milliseconds from the passages to the answer's end; null where there was none. */
  readonly answerMs: number | null;
  /** Milliseconds from the question to the end. */
  readonly totalMs: number;
  /** Name of the language model; null where none was asked. */
  readonly model: string | null;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** What a reader said of the answer; null where nobody did. */
  readonly helpful: boolean | null;
}

/** A citation as the log keeps it: the place, and none of its words. */
export interface LoggedCitation
  extends Pick<
    Citation,
    'number' | 'collection' | 'documentId' | 'chunkId' | 'path' | 'page' | 'start' | 'end' | 'verdict'
  > {
  /** How often it was opened, as far as that was told. */
  readonly opened: number;
}

/** What the log can be asked for: questions that ended so, or all `unanswered` ones. */
export const logSelections = ['unanswered', ...keptOutcomes] as const;

/** A passage that an answer cites, as the column `citations` of the log has it. */
export interface CitedPlace {
  readonly documentId: string;
  readonly chunkId: string;
  /** Its position among the passages of its document, 0-based. */
  readonly ordinal: number;
  /** In [0, 1]: how well it fits the question. */
  readonly score: number;
}

/** Which questions of the log to read. */
export interface ReadLogOptions extends InCollection {
  /** `unanswered`: abstentions, failures, and answers that broke off or cite nothing. Default: all. */
  readonly only?: (typeof logSelections)[number];
  /** ISO 8601, itself included. */
  readonly since?: string;
  /** ISO 8601, itself not included. */
  readonly until?: string;
  readonly sessionId?: string;
  /** Entries to return, 1–10 000. Default 100. */
  readonly limit?: number;
  /** Entries to pass over. Default 0. */
  readonly offset?: number;
}

/** A part of the log. */
export interface QuestionLogPage {
  /** Unanswered questions first, within that the latest first. */
  readonly entries: readonly LogEntry[];
  /** Entries that match, however many are returned. */
  readonly matching: number;
  /** Entries of the store that could not be written, for want of space or rights. */
  readonly lost: number;
  /** What is too old by the clock and was kept all the same, since the clock may be wrong; null as a rule. */
  readonly withheld: WithheldExpiry | null;
}

/** When what is older is to go. Times in ISO 8601. */
export interface Expiry {
  readonly before: string;
  /** By the clock of this machine. */
  readonly now: string;
}

/** Conversations and entries of the log, of all collections, that are older than `before`. */
export interface WithheldExpiry {
  readonly before: string;
  readonly conversations: number;
  readonly logEntries: number;
}

/** A question that was asked, with the words that the log hashes, and keeps only where `keepsWords`. */
export interface AskedQuestion
  extends Omit<
    LogEntry,
    'clientHash' | 'questionHash' | 'question' | 'selectedText' | 'citations' | 'helpful'
  > {
  readonly clientAddress: string | null;
  readonly question: string;
  /** Empty where nothing was marked. */
  readonly selectedText: string;
  readonly citations: readonly Citation[];
  /** The passages that these are in, each once. */
  readonly cited: readonly CitedPlace[];
  readonly keepsWords: boolean;
  /** Who asked. Default: nobody in particular. */
  readonly owner?: string | undefined;
}
