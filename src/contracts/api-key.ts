import type { Principal, Quota } from './principal.ts';

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
