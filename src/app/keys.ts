import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  type ApiKey,
  type BeginSessionOptions,
  type CreatedKey,
  type CreateKeyOptions,
  keyIdOf,
  type Principal,
  type Quota,
  type Session,
  withoutHash,
} from '../contracts/principal.ts';
import { FootnoteError } from '../errors.ts';
import { isoTime } from '../values/iso-time.ts';
import { unusable } from '../values/require-arguments.ts';
import type { StoredCollections } from './stored-collections.ts';

/** A whole key: its id, which may be shown, and 256 random bits, which are the secret. */
const keyForm = /^(fn_[0-9a-f]{12})_[\w-]{43}$/;

/** How long the use of a key waits to be written, with those of others. */
const noteDelayMs = 60_000;

/** The wiring of the keys of a server's clients; see the methods of `Footnote` of the same names. */
export class Keys {
  readonly #collections: StoredCollections;
  readonly #noteDelayMs: number;
  /** When keys were used, as far as it is not written yet. */
  readonly #uses = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  /** @param noteDelayMs how long the use of a key waits to be written */
  constructor(collections: StoredCollections, options: { readonly noteDelayMs?: number } = {}) {
    this.#collections = collections;
    this.#noteDelayMs = options.noteDelayMs ?? noteDelayMs;
  }

  async createKey(options: CreateKeyOptions): Promise<CreatedKey> {
    const { name, role = 'read' } = options;
    const now = new Date().toISOString();
    const expiresAt = options.expiresAt === undefined ? null : isoTime('expiresAt', options.expiresAt);
    if (expiresAt !== null && expiresAt <= now)
      throw unusable('expiresAt', `${expiresAt} is over already. Give a time in the future`);
    const isLimited = isList(options.collections) || isList(options.groups);
    if (role === 'admin' && isLimited) {
      const problem = 'an admin has all collections and groups, since it can make any key for itself';
      throw unusable('role', `${problem}. Leave collections and groups out, or choose read or write`);
    }
    const id = `fn_${randomBytes(6).toString('hex')}`;
    const key = `${id}_${randomBytes(32).toString('base64url')}`;
    const created: ApiKey = {
      id,
      name,
      role,
      collections: distinct(options.collections ?? 'all'),
      groups: role === 'admin' ? 'all' : distinct(options.groups ?? []),
      createdAt: now,
      expiresAt,
      lastUsedAt: null,
      revokedAt: null,
      ...(options.quota && { quota: options.quota }),
    };
    const { records } = await this.#collections.store();
    await records.keys.add({ ...created, hash: hashOf(key).toString('hex') });
    return { ...created, key };
  }

  async listKeys(): Promise<readonly ApiKey[]> {
    const store = await this.#collections.existingStore();
    if (!store) return [];
    await this.#writeUses();
    return store.records.keys.list();
  }

  async revokeKey(idOrKey: string): Promise<ApiKey> {
    const id = keyIdOf(idOrKey);
    const store = await this.#collections.existingStore();
    const revoked = await store?.records.keys.revoke(id, new Date().toISOString());
    if (!revoked) throw new FootnoteError('key_unknown', { key: id });
    return revoked;
  }

  async checkKey(key: string): Promise<ApiKey | undefined> {
    const id = keyForm.exec(key)?.[1];
    if (id === undefined) return undefined;
    const store = await this.#collections.existingStore();
    const stored = await store?.records.keys.find(id);
    const isTheirs = timingSafeEqual(hashOf(key), Buffer.from(stored?.hash ?? nobodysHash, 'hex'));
    if (!stored || !isTheirs || !isInForce(stored)) return undefined;
    this.#noteUse(id);
    return withoutHash(stored);
  }

  async countQuestion(id: string, quota: Quota): Promise<void> {
    const store = await this.#collections.existingStore();
    await store?.records.keys.countQuestion(id, quota, new Date());
  }

  async countTokens(id: string, quota: Quota, tokens: number): Promise<void> {
    const store = await this.#collections.existingStore();
    await store?.records.keys.countTokens(id, quota, tokens, new Date());
  }

  /** Writes when keys were last used, as far as that can be done now. */
  async close(): Promise<void> {
    await this.#writeUses();
  }

  #noteUse(id: string): void {
    this.#uses.set(id, new Date().toISOString());
    // Unreferenced: it keeps no process alive.
    this.#timer ??= setTimeout(() => void this.#writeUses(), this.#noteDelayMs).unref();
  }

  /** Never rejects: that a store cannot be written now is no reason to refuse who may read it. */
  async #writeUses(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#uses.size === 0) return;
    const uses = new Map(this.#uses);
    this.#uses.clear();
    const store = await this.#collections.existingStore().catch(() => undefined);
    await store?.records.keys.noteUse(uses).catch(() => {});
  }
}

/**
 * SHA-256 of a whole key, or of the token of a session. A password is short enough to be guessed, so that its hash must
 * be slow; 256 random bits are not guessed at any speed, and a slow hash would only make every request slow, and
 * strangers' the most.
 */
function hashOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Compared with where there is no such key, so that it takes as long. */
const nobodysHash = '0'.repeat(64);

/** Whether a key may be used now. */
export function isInForce({ expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function isList(names: ApiKey['groups'] | undefined): boolean {
  return names !== undefined && names !== 'all';
}

function distinct(names: ApiKey['groups']): ApiKey['groups'] {
  return names === 'all' ? names : [...new Set(names)];
}

/** A token: 256 random bits. */
const tokenForm = /^[\w-]{43}$/;

/** The wiring of who is signed in on the page; see the methods of `Footnote` of the same names. */
export class Sessions {
  readonly #collections: StoredCollections;

  constructor(collections: StoredCollections) {
    this.#collections = collections;
  }

  async beginSession(options: BeginSessionOptions): Promise<Session> {
    const { keyId, principal } = options;
    if ((keyId === undefined) === (principal === undefined))
      throw unusable('options', 'a session is for a key or for a principal. Give one of the two');
    const expiresAt = isoTime('expiresAt', options.expiresAt);
    const token = randomBytes(32).toString('base64url');
    const { records } = await this.#collections.store();
    await records.sessions.add({ ...options, expiresAt, hash: hashOf(token).toString('hex') });
    return { token, expiresAt };
  }

  async checkSession(token: string): Promise<Principal | undefined> {
    if (!tokenForm.test(token)) return undefined;
    const records = (await this.#collections.existingStore())?.records;
    const session = await records?.sessions.find(hashOf(token).toString('hex'));
    if (session?.keyId === undefined) return session?.principal;
    const key = await records?.keys.find(session.keyId);
    if (!key || !isInForce(key)) return undefined;
    const { id, role, collections, groups, quota } = key;
    return { id, role, collections, groups, ...(quota && { quota }) };
  }

  async endSession(token: string): Promise<void> {
    const store = await this.#collections.existingStore();
    await store?.records.sessions.remove(hashOf(token).toString('hex'));
  }
}
