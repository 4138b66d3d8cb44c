/** What one may do, each role also what those before it may. */
export const roles = ['read', 'write', 'admin'] as const;

/**
 * `read` asks questions, searches and reads documents, and keeps conversations of its own. `write` also adds and
 * removes documents. `admin` does everything, in all collections: who makes keys could give itself any right.
 */
export type Role = (typeof roles)[number];

/** Whether a role may do what needs another. */
export function mayAct(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** How much may be asked with a key. Days and months are those of UTC; what is absent is not limited. */
export interface Quota {
  /** Questions and searches. */
  readonly questionsPerDay?: number;
  readonly questionsPerMonth?: number;
  /** Tokens that language models read and write. A question that begins below the limit is answered whole. */
  readonly tokensPerDay?: number;
  readonly tokensPerMonth?: number;
}

/** Who asks, and what they may see and do: what a key or a token stands for. */
export interface Principal {
  /** The same for all requests of one key or user, and no one else's: conversations are kept under it. */
  readonly id: string;
  readonly role: Role;
  /** Names of the collections that are there for them. */
  readonly collections: 'all' | readonly string[];
  /** A document that has groups is there for them only where they share one of these. */
  readonly groups: 'all' | readonly string[];
  /** Default: none. */
  readonly quota?: Quota;
}

/** Who asks on a server without keys that only this machine reaches. */
export const localAdmin: Principal = { id: 'local', role: 'admin', collections: 'all', groups: 'all' };

/** A key as lists show it: never the secret, which nobody has but its owner. */
export interface ApiKey extends Principal {
  /** What the key begins with, to recognise it by: `fn_` and 12 hexadecimal digits. */
  readonly id: string;
  /** What whoever made it called it. */
  readonly name: string;
  /** ISO 8601, as are all times. */
  readonly createdAt: string;
  /** From when on it is refused; null: never. */
  readonly expiresAt: string | null;
  /** When it was used last, to the minute or so; null: not yet. */
  readonly lastUsedAt: string | null;
  /** Since when it is refused; null: it is not. */
  readonly revokedAt: string | null;
}

/** A key that was just made. */
export interface CreatedKey extends ApiKey {
  /** The whole of it, which is shown this once and stored nowhere. */
  readonly key: string;
}

/** What a new key may do. */
export interface CreateKeyOptions {
  /** What to call it, 1–200 characters. */
  readonly name: string;
  /** Default `read`. */
  readonly role?: Principal['role'];
  /** Collections that it is for; they need not be there yet. Default `all`. Not for an `admin`, who has all. */
  readonly collections?: Principal['collections'];
  /**
   * Groups of documents that it may see, beside the documents that have none. Default: none. Not for an `admin`, who
   * sees all.
   */
  readonly groups?: Principal['groups'];
  /** ISO 8601, in the future. Default: it does not expire. */
  readonly expiresAt?: string;
  /** Default: it may ask without end. */
  readonly quota?: Quota;
}

/** A key with what tells whether someone has it. */
export interface StoredKey extends ApiKey {
  /** SHA-256 of the whole key, hexadecimal. */
  readonly hash: string;
}

/** A key without what tells whether someone has it. */
export function withoutHash(stored: StoredKey): ApiKey {
  const { hash: _hash, ...key } = stored;
  return key;
}

/**
 * The id of a key where `text` is more of it than that, as who revokes a key may paste all of it; else `text`. What
 * this gives may be shown and kept.
 */
export function keyIdOf(text: string): string {
  return /^\s*(fn_[0-9a-f]{12})_/.exec(text)?.[1] ?? text;
}

/** The keys that clients of a server prove themselves with. */
export interface KeyRecords {
  add(key: StoredKey): Promise<void>;

  /** Undefined where there is none, expired and revoked ones not left out. */
  find(id: string): Promise<StoredKey | undefined>;

  /** All, expired and revoked ones too, the latest first. */
  list(): Promise<readonly ApiKey[]>;

  /** Revokes a key as of a time, and returns it; one that was revoked before stays so. Undefined: there is none. */
  revoke(id: string, revokedAt: string): Promise<ApiKey | undefined>;

  /**
   * Counts a question of a key, in all processes together. Errors: `quota_exceeded`, and nothing is counted.
   */
  countQuestion(id: string, quota: Quota, now: Date): Promise<void>;

  /** Counts what a model has read and written for a key. */
  countTokens(id: string, quota: Quota, tokens: number, now: Date): Promise<void>;

  /** Keeps when keys were last used, by their ids. */
  noteUse(uses: ReadonlyMap<string, string>): Promise<void>;
}

/** Somebody who has signed in on the page. */
export interface Session {
  /** What their browser sends; stored nowhere. */
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** Whom a session is for, and until when. */
export interface BeginSessionOptions {
  /** Id of the key that they signed in with: the session may what the key may, as long as that is in force. */
  readonly keyId?: string;
  /** Whom they are by a provider of identities; instead of `keyId`. */
  readonly principal?: Principal;
  /** ISO 8601, in the future. */
  readonly expiresAt: string;
}

/** A session as it is kept. */
interface StoredSession extends BeginSessionOptions {
  /** SHA-256 of the token, hexadecimal. */
  readonly hash: string;
}

/** Who is signed in. */
export interface SessionRecords {
  /** Forgets at the same time those that are over. */
  add(session: StoredSession): Promise<void>;

  /** Undefined where there is none, also where it is over. */
  find(hash: string): Promise<StoredSession | undefined>;

  remove(hash: string): Promise<void>;
}
