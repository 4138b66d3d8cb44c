import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Principal } from '../../contracts/principal.ts';
import { FootnoteError, isFootnoteError, messageOf } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { type Authenticator, sentCredentials } from '../authenticate.ts';
import { principalOfClaims } from './principal-of-claims.ts';

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
export interface ProviderLimits {
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
export function providerUnavailable(issuer: string, cause: unknown): FootnoteError {
  return new FootnoteError('identity_unavailable', { issuer, reason: messageOf(cause) }, { cause });
}

/** Knows the tokens of a provider. Keys of this server, which begin with `fn_`, are not its. */
export function tokenAuthenticator(provider: IdentityProvider): Authenticator {
  return async (request) => {
    const sent = sentCredentials(request);
    return sent === undefined || sent.startsWith('fn_') ? undefined : provider.principalOf(sent);
  };
}
