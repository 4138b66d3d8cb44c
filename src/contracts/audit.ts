import type { ErrorCode } from '../errors.ts';
import type { Expiry } from './question-log.ts';

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
