import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { localAdmin, mayAct, type Principal } from '../contracts/principal.ts';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import { type Config, hostNamePattern } from '../settings/config.ts';
import { clientAddress } from './client-address.ts';
import { ownAddress, reachesOthers } from './listen.ts';
import { shorten } from './reply-error.ts';
import type { RequiredAccess } from './routes/route-context.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** A `Host` header in lower case: a name or an address, and perhaps a port. Nothing else may stand in one. */
const hostHeader = new RegExp(String.raw`^(${hostNamePattern})(?::\d{1,5})?$`);

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * The check that every request passes before anything else, so that no web page can use the browser of someone
 * who runs this server to reach it: the `Host` has to be one of this server's names (a rebound DNS name is not),
 * and a request that could change or cost something has to come from this server's own page when it comes from a
 * page at all. Throws `host_forbidden` or `origin_forbidden`; `request_invalid` where it is open whom the request is
 * for.
 */
export function accessCheck(config: Config['server']): (request: FastifyRequest) => void {
  const names = [...loopbackNames, ownAddress(config.host), ...config.allowedHosts];
  const allowed = new Set(names.map(withoutRootDot));

  return (request) => {
    const host = askedHost(request.raw).toLowerCase();
    const name = hostHeader.exec(host)?.[1];
    if (name === undefined || !allowed.has(withoutRootDot(name))) {
      const asked = shorten(name ?? host);
      throw new FootnoteError('host_forbidden', { host: asked, allowed: [...allowed].join(', ') });
    }
    const { origin } = request.headers;
    if (origin === undefined || readingMethods.has(request.method)) return;
    if (!originsOf(host).includes(origin.toLowerCase())) {
      throw new FootnoteError('origin_forbidden', { origin: shorten(origin), host });
    }
  };
}

/**
 * Whom a request is for. A whole address in the place of a path goes before the `Host`, which has to stand there once
 * (https://www.rfc-editor.org/rfc/rfc9112#section-3.2).
 */
function askedHost({ headers, rawHeaders, url = '' }: IncomingMessage): string {
  const times = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  if (!headers.host || times > 1) {
    const problem = times > 1 ? `it appears ${times} times` : 'it is missing';
    throw new FootnoteError('request_invalid', { field: 'Host', problem });
  }
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? headers.host;
}

/**
 * The origins of pages that come from a host, whatever ends HTTPS on the way. Browsers leave the usual port out of an
 * origin; proxies may put it into the `Host` that they send.
 */
function originsOf(host: string): readonly string[] {
  return [`http://${host.replace(/:80$/, '')}`, `https://${host.replace(/:443$/, '')}`];
}

/** `example.org.` is `example.org`, in any case. */
function withoutRootDot(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/**
 * Tells who sends a request by one kind of credentials; undefined where it carries none of that kind. Errors:
 * `credentials_invalid` where it does and they are not in force.
 */
export type Authenticator = (request: FastifyRequest) => Promise<Principal | undefined>;

/** What authentication is wired from. */
interface AuthenticationOptions {
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

/** What a refusal is noted for; that somebody has sent nothing is none. */
const noted = new Set(['credentials_invalid', 'access_denied']);

/** Notes in the audit log that a key or token was refused, by the part of the key that may be shown. */
export async function noteRefusal(
  error: unknown,
  request: FastifyRequest,
  { recordAct }: Pick<Footnote, 'recordAct'>,
): Promise<void> {
  if (!isFootnoteError(error) || !noted.has(error.code)) return;
  const { method, routeOptions } = request;
  await recordAct({
    actor: shownPart(sentCredentials(request) ?? ''),
    action: 'refused',
    collection: null,
    target: `${method} ${routeOptions.url ?? ''}`.trim(),
    clientAddress: clientAddress(request),
    outcome: error.code,
  });
}

/** The id of a key, which is the part of it that may be shown; of anything else nothing is. */
export function shownPart(credentials: string): string {
  return /^fn_[0-9a-f]{12}(?=_)/.exec(credentials)?.[0] ?? 'unknown';
}
