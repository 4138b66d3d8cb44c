import {
  createHash,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A key that the provider signs with. */
interface SigningKey {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
}

type Claims = Readonly<Record<string, unknown>>;

/** What the next person who signs in is, and what becomes of it. */
interface NextSignIn {
  readonly claims?: Claims;
  /** Overrides what the ID token has. */
  readonly idToken?: Claims;
  /** The provider sends the person back with this error. */
  readonly error?: string;
}

/**
 * An OpenID Connect provider over HTTP: discovery, keys that rotate, an authorization endpoint that asks nobody, and a
 * token endpoint that checks code, client, redirection and PKCE (https://www.rfc-editor.org/rfc/rfc7636). Its tokens
 * are put together and signed with `node:crypto` alone.
 */
export class OidcProvider {
  readonly clientId = 'footnote';
  readonly clientSecret = 'not a secret of anyone';
  /** Where its documents say that it is; changed by tests. */
  statedIssuer = '';
  /** Answers nothing but errors. */
  isDown = false;
  /** How often each path was asked for. */
  readonly asked: Record<string, number> = {};
  next: NextSignIn = {};
  readonly #server: Server;
  #published: SigningKey[] = [];
  readonly #codes = new Map<string, { readonly query: URLSearchParams; readonly signIn: NextSignIn }>();

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OidcProvider> {
    const server = createServer((request, reply) => void provider.#answer(request, reply));
    const provider = new OidcProvider(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    provider.statedIssuer = provider.issuer;
    provider.rotate();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Signs with a new key from now on. `keep`: those of before are still published. */
  rotate(alg: SigningKey['alg'] = 'RS256', { keep = false } = {}): SigningKey {
    const { privateKey } =
      alg === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = { kid: randomUUID(), alg, privateKey };
    this.#published = keep ? [key, ...this.#published] : [key];
    return key;
  }

  /** What everybody may know of its first key, as a file. */
  get publicPem(): string {
    return createPublicKey(this.#key.privateKey).export({ type: 'spki', format: 'pem' }).toString();
  }

  get #key(): SigningKey {
    const [key] = this.#published;
    if (!key) throw new Error('The provider has no key.');
    return key;
  }

  /** Claims of a token for this server that is in force at a time, in seconds. */
  claims(changes: Claims = {}, now = Date.now() / 1000): Claims {
    const time = Math.floor(now);
    return { iss: this.issuer, aud: this.clientId, sub: 'anna', iat: time, exp: time + 300, ...changes };
  }

  /** A signed token. `header` overrides what its own key says. */
  token(claims: Claims = this.claims(), header: Claims = {}, key = this.#key): string {
    const input = `${encoded({ alg: key.alg, kid: key.kid, typ: 'JWT', ...header })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }

  /** A token that says it needs no signature. */
  unsignedToken(claims: Claims = this.claims()): string {
    return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`;
  }

  /** A token signed with what everybody may know, as if it were a shared secret. */
  confusedToken(claims: Claims = this.claims()): string {
    const input = `${encoded({ alg: 'HS256', kid: this.#key.kid, typ: 'JWT' })}.${encoded(claims)}`;
    return `${input}.${createHmac('sha256', this.publicPem).update(input).digest('base64url')}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.issuer);
    this.asked[url.pathname] = (this.asked[url.pathname] ?? 0) + 1;
    if (this.isDown) return send(reply, 503, { error: 'temporarily_unavailable' });
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return send(reply, 200, {
          issuer: this.statedIssuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256', 'ES256'],
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys':
        return send(reply, 200, {
          keys: this.#published.map(({ kid, alg, privateKey }) => ({
            ...createPublicKey(privateKey).export({ format: 'jwk' }),
            kid,
            alg,
            use: 'sig',
          })),
        });
      case '/authorize':
        return this.#authorize(url.searchParams, reply);
      case '/token':
        return this.#exchange(request, reply);
      default:
        return send(reply, 404, { error: 'not_found' });
    }
  }

  #authorize(query: URLSearchParams, reply: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '');
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    const signIn = this.next;
    this.next = {};
    if (signIn.error !== undefined) back.searchParams.set('error', signIn.error);
    else {
      const code = randomUUID();
      this.#codes.set(code, { query, signIn });
      back.searchParams.set('code', code);
    }
    reply.writeHead(302, { location: back.href }).end();
  }

  async #exchange(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const form = new URLSearchParams(Buffer.concat(parts).toString());
    const begun = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const basic = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    const isClient =
      form.get('client_secret') === this.clientSecret ||
      decodeURIComponent(basic.replaceAll('+', ' ')) === `${this.clientId}:${this.clientSecret}`;
    const isRight =
      begun?.query.get('code_challenge') === challenge &&
      begun.query.get('code_challenge_method') === 'S256' &&
      begun.query.get('redirect_uri') === form.get('redirect_uri') &&
      isClient;
    if (!begun || !isRight) return send(reply, 400, { error: 'invalid_grant' });
    const { claims = {}, idToken = {} } = begun.signIn;
    const nonce = begun.query.get('nonce') ?? undefined;
    send(reply, 200, {
      access_token: this.token(this.claims(claims)),
      token_type: 'Bearer',
      id_token: this.token(this.claims({ ...claims, nonce, ...idToken })),
    });
  }
}

function encoded(part: Claims): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function send(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
