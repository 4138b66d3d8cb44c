import { createHash, randomBytes } from 'node:crypto';
import type { BeginSessionOptions, Principal, Session } from '../contracts/principal.ts';
import { isoTime } from '../values/iso-time.ts';
import { unusable } from '../values/require-arguments.ts';
import { isInForce } from './keys.ts';
import type { StoredCollections } from './stored-collections.ts';

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
    await records.sessions.add({ ...options, expiresAt, hash: hashOf(token) });
    return { token, expiresAt };
  }

  async checkSession(token: string): Promise<Principal | undefined> {
    if (!tokenForm.test(token)) return undefined;
    const records = (await this.#collections.existingStore())?.records;
    const session = await records?.sessions.find(hashOf(token));
    if (session?.keyId === undefined) return session?.principal;
    const key = await records?.keys.find(session.keyId);
    if (!key || !isInForce(key)) return undefined;
    const { id, role, collections, groups, quota } = key;
    return { id, role, collections, groups, ...(quota && { quota }) };
  }

  async endSession(token: string): Promise<void> {
    const store = await this.#collections.existingStore();
    await store?.records.sessions.remove(hashOf(token));
  }
}

/** Of a token with as many random bits a fast hash tells nothing. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
