import type { FastifyRequest } from 'fastify';
import { localAdmin, mayAct, type Principal } from '../contracts/principal.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { reachesOthers } from './client-address.ts';
import type { RequiredAccess } from './routes/route-context.ts';

/**
 * Tells who sends a request by one kind of credentials; undefined where it carries none of that kind. Errors:
 * `credentials_invalid` where it does and they are not in force.
 */
export type Authenticator = (request: FastifyRequest) => Promise<Principal | undefined>;

/** What authentication is wired from. */
export interface AuthenticationOptions {
  readonly footnote: Pick<Footnote, 'checkKey' | 'listKeys'>;
  readonly config: Config['server'];
  /** Further kinds of credentials, asked in order behind keys. Where there are any, nobody comes in without some. */
  readonly authenticators?: readonly Authenticator[];
  /** Who has signed in on the page, asked last. */
  readonly session?: Authenticator;
}

/** How long it is remembered that there is no key: so soon a first one is noticed that another process has made. */
const noKeyForMs = 1000;

/** Finds out who sends each request. */
export class Authentication {
  readonly #footnote: AuthenticationOptions['footnote'];
  readonly #authenticators: readonly Authenticator[];
  /** Whether requests without credentials are the local admin's as long as there is no key. */
  readonly #mayBeOpen: boolean;
  #hasKeys: boolean | undefined;
  #lookedMs = -Infinity;
  #looking: Promise<boolean> | undefined;

  constructor({ footnote, config, authenticators = [], session }: AuthenticationOptions) {
    this.#footnote = footnote;
    this.#authenticators = [keyAuthenticator(footnote), ...authenticators, ...(session ? [session] : [])];
    this.#mayBeOpen = authenticators.length === 0 && (config.allowAnyone || !reachesOthers(config.host));
  }

  /**
   * Who sends a request, where they may do what its route needs. Undefined on `public` routes, where nobody is asked
   * who they are. Errors: `credentials_missing`, `credentials_invalid`, `access_denied`; those of the store.
   */
  async principalOf(request: FastifyRequest, needed: RequiredAccess): Promise<Principal | undefined> {
    if (needed === 'public') return undefined;
    const principal = await this.#principalOf(request);
    const { role } = principal;
    if (!mayAct(role, needed)) throw new FootnoteError('access_denied', { needed, role });
    return principal;
  }

  async #principalOf(request: FastifyRequest): Promise<Principal> {
    // Whoever needs no key may send one all the same: many clients of other programs cannot do without.
    if (this.#mayBeOpen && !(await this.#anyKeys())) return localAdmin;
    for (const authenticate of this.#authenticators) {
      const principal = await authenticate(request);
      if (principal) return principal;
    }
    throw new FootnoteError(
      sentCredentials(request) === undefined ? 'credentials_missing' : 'credentials_invalid',
      {},
    );
  }

  /** Whether there is a key, in force or not: revoking the last one opens the store to nobody. */
  async #anyKeys(): Promise<boolean> {
    if (this.#hasKeys) return true;
    if (this.#hasKeys === false && performance.now() - this.#lookedMs < noKeyForMs) return false;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #look(): Promise<boolean> {
    try {
      this.#hasKeys = (await this.#footnote.listKeys()).length > 0;
    } catch (error) {
      // Of a store that is away nothing can be read but what this process has shown before to whoever asked it.
      const isAway = isFootnoteError(error) && error.retryable;
      if (!isAway || this.#hasKeys === undefined) throw error;
    }
    this.#lookedMs = performance.now();
    return this.#hasKeys;
  }
}

/** Knows the keys of the store. What does not begin as one is left to others. */
function keyAuthenticator({ checkKey }: Pick<Footnote, 'checkKey'>): Authenticator {
  return async (request) => {
    const sent = sentCredentials(request);
    if (!sent?.startsWith('fn_')) return undefined;
    const key = await checkKey(sent);
    if (!key) throw new FootnoteError('credentials_invalid', {});
    return key;
  };
}

/**
 * The key or token of a request: of `Authorization: Bearer` (https://www.rfc-editor.org/rfc/rfc6750#section-2.1), or of
 * `X-API-Key`, which programs send that a proxy's own `Authorization` would collide with.
 */
export function sentCredentials({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const key = headers['x-api-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
}

/** The challenge of a 401: https://www.rfc-editor.org/rfc/rfc6750#section-3. */
export function challengeOf({ code }: FootnoteError): string {
  const realm = 'Bearer realm="footnote"';
  return code === 'credentials_invalid' ? `${realm}, error="invalid_token"` : realm;
}
