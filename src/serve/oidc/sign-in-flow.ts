import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from 'openid-client';
import type { Principal } from '../../contracts/principal.ts';
import { FootnoteError } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import { cookieOf, setCookie } from '../session-cookie.ts';
import { type IdentityProvider, providerUnavailable } from './identity-provider.ts';
import { principalOfClaims } from './principal-of-claims.ts';

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
