import type { FastifyReply, FastifyRequest } from 'fastify';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { z } from 'zod';
import { mayAct, type Principal, type Role, roles } from '../contracts/principal.ts';
import { FootnoteError, isFootnoteError, messageOf } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { ownValue } from '../values/own-value.ts';
import { type Authenticator, sentCredentials } from './access.ts';
import { cookieOf, setCookie } from './routes/session.ts';

/** What the settings make of the claims of a token. */
type ClaimSettings = Pick<
  Config['oidc'],
  'roleClaim' | 'roles' | 'defaultRole' | 'collectionsClaim' | 'groupsClaim'
>;

/** Whom the claims of a verified token stand for. Errors: `access_denied` where they give no role. */
function principalOfClaims(
  claims: Readonly<Record<string, unknown>> & { readonly sub: string },
  settings: ClaimSettings,
): Principal {
  const { roleClaim, defaultRole, collectionsClaim, groupsClaim } = settings;
  const given = namesIn(claims, roleClaim).flatMap((name) => roleOf(name, settings) ?? []);
  const role = strongest(defaultRole === 'none' ? given : [defaultRole, ...given]);
  if (!role) throw new FootnoteError('access_denied', { needed: 'read', role: 'none' });
  const id = `oidc:${claims.sub}`;
  if (role === 'admin') return { id, role, collections: 'all', groups: 'all' };
  const collections = collectionsClaim === '' ? 'all' : namesIn(claims, collectionsClaim);
  return { id, role, collections, groups: namesIn(claims, groupsClaim) };
}

/** As `oidc.roles` translates it; without a translation roles are those of this server, by their own names. */
function roleOf(name: string, { roles: translated }: ClaimSettings): Role | undefined {
  if (Object.keys(translated).length > 0) return ownValue(translated, name);
  return roles.find((role) => role === name);
}

function strongest(given: readonly Role[]): Role | undefined {
  return given.toSorted((one, other) => (mayAct(one, other) ? -1 : 1))[0];
}

/**
 * The names of a claim: a list, or words in one text. The claim is of that name, or else where its parts between dots
 * lead to, as Keycloak's `realm_access.roles`.
 */
function namesIn(claims: Readonly<Record<string, unknown>>, claim: string): readonly string[] {
  if (claim === '') return [];
  let value = ownValue(claims, claim);
  if (value === undefined) {
    value = claims;
    for (const part of claim.split('.')) {
      value =
        typeof value === 'object' && value !== null
          ? ownValue(value as Record<string, unknown>, part)
          : undefined;
    }
  }
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((name) => name !== '');
  if (!Array.isArray(value)) return [];
  return value.filter((name): name is string => typeof name === 'string');
}

/**
 * Signatures that are made with a key which nobody but the provider has. Those of a shared secret (HS256) would let
 * whoever knows a public key sign with it (https://www.rfc-editor.org/rfc/rfc8725#section-3.1).
 */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The part of the discovery document that tokens need: https://openid.net/specs/openid-connect-discovery-1_0.html. */
const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

/** How often a provider is asked, and for how long. */
interface ProviderLimits {
  /** How long one answer may take. */
  readonly timeoutMs: number;
  /** Keys are asked for again for a token of an unknown key, but not sooner than this after the last time. */
  readonly cooldownMs: number;
  /** Where keys are is asked for again after this. */
  readonly discoveryMs: number;
}

const defaultLimits: ProviderLimits = { timeoutMs: 5000, cooldownMs: 30_000, discoveryMs: 3_600_000 };

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** Verifies the tokens of one OpenID Connect provider. */
export class IdentityProvider {
  readonly #settings: Config['oidc'];
  readonly #limits: ProviderLimits;
  readonly #now: () => number;
  #keys: { readonly url: string; readonly get: Keys; readonly foundMs: number } | undefined;
  #discovering: Promise<Keys> | undefined;

  /** `now` is the time in milliseconds that tokens are valid by. */
  constructor(settings: Config['oidc'], now: () => number, limits: Partial<ProviderLimits> = {}) {
    this.#settings = settings;
    this.#now = now;
    this.#limits = { ...defaultLimits, ...limits };
  }

  /**
   * Whom a bearer token stands for. Errors: `credentials_invalid` where it is not one of this provider for this server,
   * in force now; `access_denied` where its claims give no role; `identity_unavailable` where the provider's keys
   * cannot be had.
   */
  async principalOf(token: string): Promise<Principal> {
    const { audience, clientId } = this.#settings;
    return principalOfClaims(await this.verify(token, audience || clientId), this.#settings);
  }

  /** The claims of a token for `audience`. Errors: as above, but `access_denied`. */
  async verify(token: string, audience: string): Promise<JWTPayload & { readonly sub: string }> {
    const { issuer, clockSkewSeconds } = this.#settings;
    try {
      const { payload } = await jwtVerify(token, await this.#currentKeys(), {
        algorithms,
        issuer,
        audience,
        clockTolerance: clockSkewSeconds,
        currentDate: new Date(this.#now()),
        requiredClaims: ['exp', 'sub'],
      });
      return payload as JWTPayload & { readonly sub: string };
    } catch (error) {
      throw this.#failureOf(error);
    }
  }

  async #currentKeys(): Promise<Keys> {
    const known = this.#keys;
    if (known && this.#now() - known.foundMs < this.#limits.discoveryMs) return known.get;
    try {
      return await (this.#discovering ??= this.#discover().finally(() => (this.#discovering = undefined)));
    } catch (error) {
      // A provider that is away for a while is where it was.
      if (known) return known.get;
      throw error;
    }
  }

  async #discover(): Promise<Keys> {
    const { issuer } = this.#settings;
    const { timeoutMs, cooldownMs } = this.#limits;
    const reply = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!reply.ok) throw new Error(`its discovery document is answered with status ${reply.status}`);
    const document = discoveryDocument.safeParse(await reply.json());
    if (!document.success) throw new Error('its discovery document names no keys');
    // Else another's document could name the keys: https://openid.net/specs/openid-connect-discovery-1_0.html, 4.3.
    if (document.data.issuer !== issuer) throw new Error('its discovery document is that of another issuer');
    const url = document.data.jwks_uri;
    const get =
      this.#keys?.url === url
        ? this.#keys.get
        : createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs, cooldownDuration: cooldownMs });
    this.#keys = { url, get, foundMs: this.#now() };
    return get;
  }

  #failureOf(error: unknown): FootnoteError {
    if (isFootnoteError(error)) return error;
    const isUnavailable =
      !(error instanceof errors.JOSEError) ||
      error instanceof errors.JWKSTimeout ||
      error instanceof errors.JWKSInvalid ||
      // What else is wrong with the keys themselves: jose has no class for it.
      error.code === 'ERR_JOSE_GENERIC';
    if (!isUnavailable) return new FootnoteError('credentials_invalid', {}, { cause: error });
    return providerUnavailable(this.#settings.issuer, error);
  }
}

/** The error of a provider that does not answer as it should. */
function providerUnavailable(issuer: string, cause: unknown): FootnoteError {
  return new FootnoteError('identity_unavailable', { issuer, reason: messageOf(cause) }, { cause });
}

/** Knows the tokens of a provider. Keys of this server, which begin with `fn_`, are not its. */
export function tokenAuthenticator(provider: IdentityProvider): Authenticator {
  return async (request) => {
    const sent = sentCredentials(request);
    return sent === undefined || sent.startsWith('fn_') ? undefined : provider.principalOf(sent);
  };
}

/** Holds what only the browser that begins to sign in may end with. */
const flowCookie = 'footnote_sign_in';

/** How long somebody may take at the provider. */
const flowSeconds = 600;

const timeoutSeconds = 5;

/** What a sign-in begins with and has to end with. */
interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/**
 * Signing in at a provider: the authorization code flow of OpenID Connect with PKCE
 * (https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth, https://www.rfc-editor.org/rfc/rfc7636). State,
 * nonce and verifier stay in a cookie of the browser that began.
 */
export class SignInFlow {
  readonly #settings: Config['oidc'];
  readonly #provider: IdentityProvider;
  #client: Promise<Configuration> | undefined;

  constructor(settings: Config['oidc'], provider: IdentityProvider) {
    this.#settings = settings;
    this.#provider = provider;
  }

  /** The address at the provider to send somebody to. Errors: `identity_unavailable`. */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const openid = await import('openid-client');
    const client = await this.#configuration();
    const flow: Flow = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const value = Buffer.from(JSON.stringify(flow)).toString('base64url');
    setCookie(request, reply, { name: flowCookie, value, sameSite: 'lax', maxAgeSeconds: flowSeconds });
    const { state, nonce, verifier } = flow;
    return openid.buildAuthorizationUrl(client, {
      redirect_uri: this.#redirectUrl(request),
      scope: withOpenid(this.#settings.scopes),
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    }).href;
  }

  /**
   * Whom the provider says somebody is who comes back from it. Errors: `credentials_invalid` where it does not, or not
   * to the browser that began; `access_denied` where their claims give no role; `identity_unavailable`.
   */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<Principal> {
    const flow = readFlow(cookieOf(request, flowCookie));
    setCookie(request, reply, { name: flowCookie, value: '', sameSite: 'lax', maxAgeSeconds: 0 });
    if (!flow) throw new FootnoteError('credentials_invalid', {});
    const openid = await import('openid-client');
    const client = await this.#configuration();
    const address = new URL(this.#redirectUrl(request));
    address.search = new URL(request.url, address).search;
    let idToken: string | undefined;
    try {
      const tokens = await openid.authorizationCodeGrant(client, address, {
        pkceCodeVerifier: flow.verifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      idToken = tokens.id_token;
    } catch (error) {
      // What the network says comes as a TypeError or as a time-out.
      const isAway = error instanceof TypeError || (error instanceof Error && error.name === 'TimeoutError');
      if (isAway) throw providerUnavailable(this.#settings.issuer, error);
      throw new FootnoteError('credentials_invalid', {}, { cause: error });
    }
    const claims = await this.#provider.verify(idToken ?? '', this.#settings.clientId);
    return principalOfClaims(claims, this.#settings);
  }

  #redirectUrl({ protocol, headers }: FastifyRequest): string {
    return this.#settings.redirectUrl || `${protocol}://${headers.host}/auth/callback`;
  }

  async #configuration(): Promise<Configuration> {
    try {
      return await (this.#client ??= this.#discover());
    } catch (error) {
      this.#client = undefined;
      throw providerUnavailable(this.#settings.issuer, error);
    }
  }

  async #discover(): Promise<Configuration> {
    const openid = await import('openid-client');
    const { issuer, clientId, clientSecret, clockSkewSeconds } = this.#settings;
    const metadata = { [openid.clockTolerance]: clockSkewSeconds };
    const proof = clientSecret === '' ? openid.None() : openid.ClientSecretPost(clientSecret);
    const isPlain = issuer.startsWith('http:');
    return openid.discovery(new URL(issuer), clientId, metadata, proof, {
      timeout: timeoutSeconds,
      // The settings let only a provider on this machine be without encryption.
      ...(isPlain && { execute: [openid.allowInsecureRequests] }),
    });
  }
}

function withOpenid(scopes: string): string {
  const names = scopes.split(/\s+/).filter((name) => name !== '');
  return [...new Set(['openid', ...names])].join(' ');
}

function readFlow(value: string | undefined): Flow | undefined {
  if (value === undefined) return undefined;
  try {
    const flow = JSON.parse(Buffer.from(value, 'base64url').toString()) as Partial<
      Record<keyof Flow, unknown>
    >;
    const { state, nonce, verifier } = flow;
    const isWhole = [state, nonce, verifier].every((part) => typeof part === 'string' && part !== '');
    return isWhole ? (flow as Flow) : undefined;
  } catch {
    return undefined;
  }
}
