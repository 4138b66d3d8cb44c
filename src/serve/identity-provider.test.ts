import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OidcProvider } from '../../test/oidc-provider.ts';
import { completeConfig } from '../settings/resolve-config.ts';
import { IdentityProvider } from './identity-provider.ts';

let issuer: OidcProvider;
const clock = { time: 1_800_000_000_000 };

beforeEach(async () => {
  issuer = await OidcProvider.start();
});

afterEach(() => issuer.close());

function provider(settings: object = {}, limits: ConstructorParameters<typeof IdentityProvider>[2] = {}) {
  const { oidc } = completeConfig({
    oidc: { issuer: issuer.issuer, clientId: issuer.clientId, defaultRole: 'read', ...settings },
  });
  return new IdentityProvider(oidc, () => clock.time, { cooldownMs: 0, ...limits });
}

/** A token that is in force by the clock of these tests. */
function token(changes: object = {}, header: object = {}): string {
  return issuer.token(issuer.claims({ ...changes }, clock.time / 1000), { ...header });
}

const seconds = () => clock.time / 1000;

describe('a token', () => {
  test('of the provider for this server, in force, is taken', async () => {
    expect(await provider().principalOf(token())).toEqual({
      id: 'oidc:anna',
      role: 'read',
      collections: 'all',
      groups: [],
    });
    expect(await provider({ audience: 'api' }).principalOf(token({ aud: ['other', 'api'] }))).toMatchObject({
      id: 'oidc:anna',
    });
  });

  test('signed on an elliptic curve is taken too', async () => {
    issuer.rotate('ES256');
    expect(await provider().principalOf(token())).toMatchObject({ id: 'oidc:anna' });
  });

  test.each<[string, () => string]>([
    ['of another issuer', () => token({ iss: 'https://evil.example' })],
    ['of an issuer that differs in a slash', () => token({ iss: `${issuer.issuer}/` })],
    ['for another program', () => token({ aud: 'other' })],
    ['for nobody in particular', () => token({ aud: undefined })],
    ['that has expired', () => token({ exp: seconds() - 31 })],
    ['that never expires', () => token({ exp: undefined })],
    ['that is not yet valid', () => token({ nbf: seconds() + 31 })],
    ['of nobody', () => token({ sub: undefined })],
    ['without a signature', () => issuer.unsignedToken(issuer.claims({}, seconds()))],
    ['signed with the public key as a secret', () => issuer.confusedToken(issuer.claims({}, seconds()))],
    ['that names a key nobody published', () => token({}, { kid: 'unknown' })],
    ['that says another algorithm than its key', () => token({}, { alg: 'PS256' })],
    ['that needs what nobody knows', () => token({}, { crit: ['b64'], b64: false })],
    ['of a key that somebody else has', () => issuer.token(issuer.claims({}, seconds()), {}, strangersKey())],
    ['whose claims were changed', () => withClaims(token(), { role: 'admin' })],
    ['that is none', () => 'not.a.token'],
    ['that is empty', () => '..'],
  ])('%s is refused', async (_, make) => {
    await expect(provider().principalOf(make())).rejects.toMatchObject({ code: 'credentials_invalid' });
  });

  test('may be off by the skew of clocks', async () => {
    const own = provider({ clockSkewSeconds: 30 });
    await own.principalOf(token({ exp: seconds() - 29 }));
    await own.principalOf(token({ nbf: seconds() + 29 }));
    await expect(
      provider({ clockSkewSeconds: 0 }).principalOf(token({ exp: seconds() - 1 })),
    ).rejects.toMatchObject({ code: 'credentials_invalid' });
  });
});

/** A key with the name of one that is published. */
function strangersKey() {
  const published = JSON.parse(Buffer.from(token().split('.')[0] ?? '', 'base64url').toString()) as {
    kid: string;
  };
  const own = issuer.rotate('RS256', { keep: true });
  return { ...own, kid: published.kid };
}

function withClaims(text: string, changes: object): string {
  const [header, claims = '', signature] = text.split('.');
  const changed = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), ...changes };
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
}

describe('keys of the provider', () => {
  test('are asked for once, and again for a token of a new key', async () => {
    const own = provider();
    await own.principalOf(token());
    await own.principalOf(token());
    expect(issuer.asked).toEqual({ '/.well-known/openid-configuration': 1, '/keys': 1 });
    const old = token();
    issuer.rotate();
    await own.principalOf(token());
    expect(issuer.asked['/keys']).toBe(2);
    await expect(own.principalOf(old)).rejects.toMatchObject({ code: 'credentials_invalid' });
  });

  test('are not asked for without end by tokens of unknown keys', async () => {
    const own = provider({}, { cooldownMs: 600_000 });
    await own.principalOf(token());
    for (const kid of ['a', 'b', 'c'])
      await expect(own.principalOf(token({}, { kid }))).rejects.toMatchObject({
        code: 'credentials_invalid',
      });
    expect(issuer.asked['/keys']).toBe(1);
  });

  test('that cannot be had are no fault of the token; those that are known go on to be', async () => {
    const late = provider();
    const known = provider({}, { discoveryMs: 1000 });
    await known.principalOf(token());
    issuer.isDown = true;
    await expect(late.principalOf(token())).rejects.toMatchObject({
      code: 'identity_unavailable',
      details: { issuer: issuer.issuer },
    });
    await known.principalOf(token());
    clock.time += 2000;
    await known.principalOf(token());
    const rotated = issuer.rotate();
    await expect(
      known.principalOf(issuer.token(issuer.claims({}, seconds()), {}, rotated)),
    ).rejects.toMatchObject({ code: 'identity_unavailable' });
    issuer.isDown = false;
    await late.principalOf(token());
    await known.principalOf(token());
  });

  test('are not taken from the document of another issuer', async () => {
    issuer.statedIssuer = 'https://evil.example';
    await expect(provider().principalOf(token())).rejects.toMatchObject({
      code: 'identity_unavailable',
      message: expect.stringContaining('another issuer'),
    });
  });

  test('of a provider that is not there cannot be had', async () => {
    const own = provider({ issuer: 'http://127.0.0.1:1' });
    await expect(own.principalOf(token())).rejects.toMatchObject({ code: 'identity_unavailable' });
  });
});

/** Whom claims stand for. */
function of(claims: object, settings: object) {
  return provider(settings).principalOf(token(claims));
}

describe('claims', () => {
  test('give the strongest role of those that the settings translate', async () => {
    const settings = {
      roles: { 'fn-admins': 'admin', staff: 'read', editors: 'write' },
      defaultRole: 'none',
    };
    expect(await of({ roles: ['staff', 'editors', 'admin'] }, settings)).toMatchObject({ role: 'write' });
    expect(await of({ roles: 'staff fn-admins', groups: ['a'] }, settings)).toMatchObject({
      role: 'admin',
      collections: 'all',
      groups: 'all',
    });
    for (const roles of [['admin'], [], undefined, 7, ['constructor']])
      await expect(of({ roles }, settings)).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('give roles by their own names where nothing is translated, and the default where there is none', async () => {
    expect(await of({ roles: ['write'] }, { defaultRole: 'none' })).toMatchObject({ role: 'write' });
    expect(await of({ roles: ['owner'] }, { defaultRole: 'read' })).toMatchObject({ role: 'read' });
  });

  test('give collections and groups, also from deeper down', async () => {
    const settings = { collectionsClaim: 'footnote.collections', groupsClaim: 'https://example.org/groups' };
    const claims = { footnote: { collections: ['a', 'b', 3] }, 'https://example.org/groups': 'x,y' };
    expect(await of(claims, settings)).toMatchObject({ collections: ['a', 'b'], groups: ['x', 'y'] });
    expect(await of({}, settings)).toMatchObject({ collections: [], groups: [] });
  });
});

test.each([
  [{ issuer: 'http://idp.example.org', clientId: 'a' }, /https/],
  [{ issuer: 'https://idp.example.org' }, /audience or clientId/],
])('%j are no settings', (oidc, problem) => {
  expect(() => completeConfig({ oidc })).toThrow(problem);
});
