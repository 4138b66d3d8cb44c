import type { Principal } from './principal.ts';

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
export interface StoredSession extends BeginSessionOptions {
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
