import type { ErrorCode } from '../errors.ts';
import type { InCollection } from './engine.ts';
import { type Citation, type KeptOutcome, keptOutcomes } from './generator.ts';
import type { ApiKey, Quota } from './principal.ts';

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

/** What is noted of who did what: what was asked, changed or removed, and who was refused. */
export const auditedActions = [
  'ask',
  'search',
  'document.add',
  'document.change',
  'document.remove',
  'folder.watch',
  'folder.unwatch',
  'collection.change',
  'conversation.change',
  'conversation.erase',
  'answer.share',
  'answer.unshare',
  'key.create',
  'key.revoke',
  'job.cancel',
  'store.copy',
  'sign-in',
  'sign-out',
  'refused',
  'lost',
] as const;

export type AuditedAction = (typeof auditedActions)[number];

/** One line of the audit log. It never has words of questions, answers or documents. */
export interface AuditEntry {
  /** Counts on with every entry; there may be gaps. */
  readonly id: number;
  /** When it was done, ISO 8601. */
  readonly at: string;
  /** Who did it: the id of a key or of a user; `local` for who works on the machine itself. */
  readonly actor: string;
  /**
   * `refused`: somebody's key or token was not in force, or allowed too little. `lost`: entries that could not be kept.
   */
  readonly action: AuditedAction;
  /** Null for what concerns the whole store. */
  readonly collection: string | null;
  /**
   * What it was done to: the id or path of a document, the id of a key, conversation or job, paths, a route; for `lost`
   * how many. Null where the action says all.
   */
  readonly target: string | null;
  /**
   * Where it came from, as `audit.addresses` says: HMAC-SHA-256 of the address under the key of the day, hexadecimal;
   * the address itself; or null. Null also for what is done on the machine itself.
   */
  readonly client: string | null;
  /** `ok`, or the code of the error that it ended with. */
  readonly outcome: 'ok' | ErrorCode;
}

/** What somebody did, as it is told to the log. */
export interface Act extends Omit<AuditEntry, 'id' | 'at' | 'client'> {
  /** Network address of whoever did it. */
  readonly clientAddress: string | null;
}

/** Which entries to read. */
export interface ReadAuditOptions {
  readonly actor?: string;
  readonly action?: AuditedAction;
  /** ISO 8601, itself included. */
  readonly since?: string;
  /** ISO 8601, itself not included. */
  readonly until?: string;
  /** Entries to return, 1–10 000. Default 100. */
  readonly limit?: number;
  /** Entries to pass over. Default 0. */
  readonly offset?: number;
}

/** A part of the audit log. */
export interface AuditPage {
  /** The latest first. */
  readonly entries: readonly AuditEntry[];
  /** Entries that match, however many are returned. */
  readonly matching: number;
}

/** An act with its moment, and the address as far as it is kept. */
export interface TimedAct extends Act {
  readonly at: string;
}

/** Who did what. Entries are added, read, and removed by age alone: the database refuses to change one. */
export interface AuditRecords {
  /**
   * Adds entries in their order, and behind them how many were lost before. `hashed`: of addresses the hash under the
   * key of the day is kept.
   */
  add(acts: readonly TimedAct[], lost: number, options: { readonly hashed: boolean }): Promise<void>;

  read(options: ReadAuditOptions & { readonly limit: number; readonly offset: number }): Promise<AuditPage>;

  /**
   * Removes what is older than `before`, and returns how many entries; nothing where that is more than a quarter of all
   * and the clock, which says `now`, is not known to have gone steadily.
   */
  expire(expiry: Expiry): Promise<number>;
}

/** Of which time to sum up what was asked; the store is shown as it is now. */
export interface UsageOptions {
  /** ISO 8601, itself included. Default: the beginning of this month in UTC. */
  readonly since?: string;
  /** ISO 8601, itself not included. Default: until now. */
  readonly until?: string;
}

/** What somebody asked in a collection. */
export interface AskedUsage {
  /** Id of a key or user; null: nobody in particular. */
  readonly owner: string | null;
  readonly collection: string;
  readonly questions: number;
  /** Those of them that got no answer. */
  readonly unanswered: number;
  /** What a language model read and wrote; 0 where none was used, or it did not tell. */
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What a collection holds. */
export interface HeldUsage {
  readonly collection: string;
  readonly documents: number;
  /** Of the files that the documents were read from. */
  readonly bytes: number;
  /** Of the originals that are kept in the records, the same ones once. */
  readonly keptBytes: number;
  readonly passages: number;
}

/** How much of its quota a key has used in the periods that run now. */
export interface QuotaUsage extends Pick<ApiKey, 'id' | 'name'> {
  readonly quota: Quota;
  readonly questionsToday: number;
  readonly questionsThisMonth: number;
  readonly tokensToday: number;
  readonly tokensThisMonth: number;
}

/** Who asked how much where, what is held, and what quotas are used up to. */
export interface Usage {
  /** ISO 8601. */
  readonly since: string;
  readonly until: string;
  /** From the log of questions, most questions first; none where it is off. What was erased is not counted. */
  readonly asked: readonly AskedUsage[];
  /** By name. */
  readonly collections: readonly HeldUsage[];
  /** Bytes of originals that each collection may keep; null: any number. */
  readonly maxKeptBytes: number | null;
  /** Of the keys in force that have one, by name. */
  readonly quotas: readonly QuotaUsage[];
}

/** What the records count. */
export interface UsageRecords {
  /** Most questions first. */
  asked(span: { readonly since: string; readonly until: string }): Promise<readonly AskedUsage[]>;

  /** By name. */
  held(): Promise<readonly HeldUsage[]>;

  /** What was counted of keys in periods: `2026-11-29`, `2026-11`. */
  counted(periods: readonly string[]): Promise<
    readonly {
      readonly keyId: string;
      readonly period: string;
      readonly questions: number;
      readonly tokens: number;
    }[]
  >;
}
