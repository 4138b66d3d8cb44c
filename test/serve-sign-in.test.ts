import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AuditPage } from '../src/contracts/question-log.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { OidcProvider } from './oidc-provider.ts';
import {
  expectError,
  type Reply,
  type Send,
  send,
  startTestServer,
  type TestServer,
} from './serve-fixture.ts';
import { quickAdapters } from './shared-embedder.ts';

const collections = '/api/v1/collections';
const sessionPath = '/api/v1/session';

let provider: OidcProvider;

beforeAll(async () => {
  provider = await OidcProvider.start();
});

afterAll(() => provider.close());

/** A store without documents, with a server over it. */
async function served(flags: PartialConfig = {}, now?: () => number) {
  const directory = mkdtempSync(join(tmpdir(), 'footnote-sign-in-'));
  const { config } = resolveConfig({
    flags: { ...flags, store: join(directory, 'store') },
    environment: {},
    directory,
  });
  const footnote = await openFootnote(config, await quickAdapters());
  const server = await startTestServer({ config, footnote }, { now });
  onTestFinished(async () => {
    await server.server.close();
    await footnote.close();
    rmSync(directory, { recursive: true });
  });
  return { footnote, server, config };
}

const oidc = () => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  defaultRole: 'read' as const,
});

/** The cookies that a reply sets, by name, with their attributes. */
function cookiesOf({ headers }: Reply): ReadonlyMap<string, { value: string; attributes: string }> {
  return new Map(
    (headers['set-cookie'] ?? []).map((text) => {
      const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*);? ?(.*)$/.exec(text) ?? [];
      return [name, { value, attributes }];
    }),
  );
}

/** A browser: it keeps cookies and says which page its requests come from. */
class Browser {
  readonly #server: TestServer;
  readonly jar = new Map<string, string>();

  constructor(server: TestServer) {
    this.#server = server;
  }

  async send(path: string, options: Send = {}): Promise<Reply> {
    const cookie = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      ...(cookie !== '' && { cookie }),
      ...((options.method ?? (options.body === undefined ? 'GET' : 'POST')) !== 'GET' && {
        origin: this.#server.address,
      }),
      ...options.headers,
    };
    const reply = await this.#server.send(path, { ...options, headers });
    for (const [name, { value, attributes }] of cookiesOf(reply)) {
      if (/max-age=0/i.test(attributes)) this.jar.delete(name);
      else this.jar.set(name, value);
    }
    return reply;
  }

  /** Goes to the provider and comes back to this path. */
  async goToProvider(): Promise<string> {
    const there = await this.send('/auth/login');
    expect(there.status, there.body).toBe(302);
    const { origin, pathname, search } = new URL(there.headers.location ?? '');
    const back = new URL((await send(origin, `${pathname}${search}`)).headers.location ?? '');
    expect(back.origin).toBe(this.#server.address);
    return `${back.pathname}${back.search}`;
  }
}

async function principalOf(browser: Browser): Promise<unknown> {
  return ((await browser.send(sessionPath)).json() as { principal: unknown }).principal;
}

describe('with a key', () => {
  test('somebody signs in, works, and signs out', async () => {
    const { footnote, server } = await served();
    const { key, id } = await footnote.createKey({ name: 'anna', role: 'admin' });
    const browser = new Browser(server);
    expectError(await browser.send(collections), 401, 'credentials_missing');
    expect((await browser.send(sessionPath)).json()).toEqual({
      principal: null,
      isSession: false,
      provider: false,
      model: null,
    });
    const signedIn = await browser.send(sessionPath, { body: { key } });
    expect(signedIn.json()).toEqual({ principal: { id, role: 'admin' }, expiresAt: expect.any(String) });
    const cookie = cookiesOf(signedIn).get('footnote_session');
    expect(cookie?.attributes.split('; ').toSorted()).toEqual([
      'HttpOnly',
      expect.stringMatching(/^Max-Age=43\d{3}$/),
      'Path=/',
      'SameSite=Strict',
    ]);
    expect(signedIn.body).not.toContain(cookie?.value);
    expect((await browser.send(collections)).status).toBe(200);
    expect((await browser.send('/api/v1/keys', { body: { name: 'other' } })).status).toBe(200);
    expect((await browser.send(sessionPath)).json()).toEqual({
      principal: { id, role: 'admin' },
      isSession: true,
      provider: false,
      model: null,
    });

    const kept = new Browser(server);
    for (const [name, value] of browser.jar) kept.jar.set(name, value);
    expect((await browser.send(sessionPath, { method: 'DELETE' })).json()).toEqual({ signedOut: true });
    expect(browser.jar.size).toBe(0);
    // Who has copied the cookie is signed out too.
    expectError(await kept.send(collections), 401, 'credentials_missing');
    const noted = (await footnote.readAudit()).entries.map(({ actor, action, outcome }) => [
      actor,
      action,
      outcome,
    ]);
    expect(noted).toEqual([
      [id, 'sign-out', 'ok'],
      [id, 'key.create', 'ok'],
      [id, 'sign-in', 'ok'],
    ]);
    expect(server.log).toEqual([]);
  });

  test('a session ends with its key, and with its time', async () => {
    const { footnote, server, config } = await served();
    const { key, id } = await footnote.createKey({ name: 'anna' });
    const browser = new Browser(server);
    await browser.send(sessionPath, { body: { key } });
    expect((await browser.send(collections)).status).toBe(200);
    await footnote.revokeKey(id);
    expect((await browser.send(collections)).status).toBe(401);
    expect(await principalOf(browser)).toBeNull();

    const short = await footnote.createKey({ name: 'short', expiresAt: '2999-01-01' });
    const other = new Browser(server);
    await other.send(sessionPath, { body: { key: short.key } });
    const past = await footnote.beginSession({ keyId: short.id, expiresAt: '2020-01-01' });
    other.jar.set('footnote_session', past.token);
    expect((await other.send(collections)).status).toBe(401);
    expect(config.server.sessionHours).toBe(12);
  });

  test('a wrong one is refused, noted by no more than its id, and tried no more than so often', async () => {
    const { footnote, server } = await served();
    const { id } = await footnote.createKey({ name: 'anna' });
    const browser = new Browser(server);
    const wrong = `${id}_${'x'.repeat(43)}`;
    const refused = await browser.send(sessionPath, { body: { key: wrong } });
    expectError(refused, 401, 'credentials_invalid');
    expect(browser.jar.size).toBe(0);
    const { entries } = await footnote.readAudit();
    expect(entries.map(({ actor, action, outcome }) => [actor, action, outcome])).toEqual([
      [id, 'sign-in', 'credentials_invalid'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('xxx');
    const statuses = [];
    for (let tried = 0; tried < 30; tried += 1)
      statuses.push((await browser.send(sessionPath, { body: { key: 'guess' } })).status);
    expect(new Set(statuses.slice(0, 29))).toEqual(new Set([401]));
    expect(statuses.at(-1)).toBe(429);
  });

  test('other pages can do nothing with the cookie', async () => {
    const { footnote, server } = await served();
    const { key } = await footnote.createKey({ name: 'anna', role: 'admin' });
    const browser = new Browser(server);
    await browser.send(sessionPath, { body: { key } });
    const body = { name: 'evil' };
    const foreign = await browser.send('/api/v1/keys', { body, headers: { origin: 'https://evil.example' } });
    expectError(foreign, 403, 'origin_forbidden');
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('');
    const nameless = await server.send('/api/v1/keys', { body, headers: { cookie } });
    expectError(nameless, 401, 'credentials_missing');
    expect((await footnote.listKeys()).map(({ name }) => name)).toEqual(['anna']);
  });

  test('over HTTPS the cookie comes back over nothing else', async () => {
    const { footnote, server } = await served({
      server: { trustProxy: 1, allowedHosts: ['docs.example.org'] },
    });
    const { key } = await footnote.createKey({ name: 'anna' });
    const host = 'docs.example.org';
    const ways: readonly Record<string, string>[] = [
      { host, origin: `https://${host}` },
      { host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.1' },
    ];
    for (const headers of ways) {
      const reply = await server.send(sessionPath, { body: { key }, headers });
      expect(cookiesOf(reply).get('footnote_session')?.attributes).toContain('Secure');
    }
  });
});

describe('with a provider of identities', () => {
  test('bearer tokens are taken, others are refused, and nobody comes in without', async () => {
    const { server, footnote } = await served({ oidc: oidc() });
    const ask = (token?: string) =>
      server.send(collections, token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } });
    expectError(await ask(), 401, 'credentials_missing');
    expect((await ask(provider.token())).status).toBe(200);
    const wrong = await ask(provider.token(provider.claims({ aud: 'other' })));
    expectError(wrong, 401, 'credentials_invalid');
    expect(wrong.headers['www-authenticate']).toContain('invalid_token');
    expectError(await ask(provider.unsignedToken()), 401, 'credentials_invalid');
    expectError(await ask(provider.confusedToken()), 401, 'credentials_invalid');
    const read = await server.send('/api/v1/keys', {
      headers: { authorization: `Bearer ${provider.token()}` },
    });
    expectError(read, 403, 'access_denied');
    const admin = provider.token(provider.claims({ roles: ['admin'] }));
    expect(
      (await server.send('/api/v1/keys', { headers: { authorization: `Bearer ${admin}` } })).status,
    ).toBe(200);
    const { key } = await footnote.createKey({ name: 'a program' });
    expect((await ask(key)).status).toBe(200);
  });

  test('somebody signs in there, works, and signs out', async () => {
    const { server, footnote } = await served({ oidc: oidc() });
    const browser = new Browser(server);
    expect((await browser.send(sessionPath)).json()).toMatchObject({ principal: null, provider: true });
    provider.next = { claims: { sub: 'berta', roles: ['write'] } };
    const back = await browser.goToProvider();
    const arrived = await browser.send(back);
    expect([arrived.status, arrived.headers.location]).toEqual([302, '../']);
    expect([...browser.jar.keys()]).toEqual(['footnote_session']);
    expect(cookiesOf(arrived).get('footnote_session')?.attributes).toMatch(/HttpOnly.*SameSite=Strict/);
    expect(await principalOf(browser)).toEqual({ id: 'oidc:berta', role: 'write' });
    expect((await browser.send(collections)).status).toBe(200);

    // The code and the state are used up.
    const again = await browser.send(back);
    expect(again.headers.location).toBe('../?sign-in=credentials_invalid');
    await browser.send(sessionPath, { method: 'DELETE' });
    expect((await browser.send(collections)).status).toBe(401);
    const noted = (await footnote.readAudit()).entries.map(({ actor, action, outcome }) => [
      actor,
      action,
      outcome,
    ]);
    expect(noted).toEqual([
      ['oidc:berta', 'sign-out', 'ok'],
      ['unknown', 'sign-in', 'credentials_invalid'],
      ['oidc:berta', 'sign-in', 'ok'],
    ]);
    expect(server.log).toEqual([]);
  });

  test('the cookie of the way there may come back with a link, is short-lived, and no script reads it', async () => {
    const { server } = await served({ oidc: oidc() });
    const there = await server.send('/auth/login');
    const attributes = cookiesOf(there).get('footnote_sign_in')?.attributes ?? '';
    expect(attributes.split('; ').toSorted()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax']);
    const query = new URL(there.headers.location ?? '').searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: provider.clientId,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid profile',
      redirect_uri: `${server.address}/auth/callback`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)?.length).toBeGreaterThan(20);
  });

  test.each<[string, (browser: Browser, back: string) => string, string]>([
    [
      'in the browser of somebody else',
      (browser, back) => {
        browser.jar.clear();
        return back;
      },
      'credentials_invalid',
    ],
    [
      'with the state of somebody else',
      (_, back) => back.replace(/state=[^&]+/, 'state=other'),
      'credentials_invalid',
    ],
    ['without a state', (_, back) => back.replace(/state=[^&]+&?/, ''), 'credentials_invalid'],
    ['with a code of nobody', (_, back) => back.replace(/code=[^&]+/, 'code=guess'), 'credentials_invalid'],
    ['with nothing', () => '/auth/callback', 'credentials_invalid'],
    [
      'with a cookie that was made up',
      (browser, back) => {
        browser.jar.set('footnote_sign_in', 'bm90aGluZw');
        return back;
      },
      'credentials_invalid',
    ],
  ])('who comes back %s is not signed in', async (_, change, code) => {
    const { server } = await served({ oidc: oidc() });
    const browser = new Browser(server);
    const back = change(browser, await browser.goToProvider());
    const arrived = await browser.send(back);
    expect(arrived.headers.location).toBe(`../?sign-in=${code}`);
    expect(browser.jar.has('footnote_session')).toBe(false);
    expect((await browser.send(collections)).status).toBe(401);
  });

  test.each<[string, OidcProvider['next'], string]>([
    ['that there was no sign-in', { error: 'access_denied' }, 'credentials_invalid'],
    ['of another sign-in', { idToken: { nonce: 'other' } }, 'credentials_invalid'],
    ['for another program', { idToken: { aud: 'other' } }, 'credentials_invalid'],
    ['of another issuer', { idToken: { iss: 'https://evil.example' } }, 'credentials_invalid'],
    ['that is over', { idToken: { exp: 1_000_000_000 } }, 'credentials_invalid'],
  ])('what the provider says %s signs nobody in', async (_, next, code) => {
    const { server } = await served({ oidc: oidc() });
    const browser = new Browser(server);
    provider.next = next;
    const arrived = await browser.send(await browser.goToProvider());
    expect(arrived.headers.location).toBe(`../?sign-in=${code}`);
    expect(browser.jar.has('footnote_session')).toBe(false);
  });

  test('who has no role is told so', async () => {
    const { server } = await served({ oidc: { ...oidc(), defaultRole: 'none' } });
    const browser = new Browser(server);
    const arrived = await browser.send(await browser.goToProvider());
    expect(arrived.headers.location).toBe('../?sign-in=access_denied');
    const refused = await server.send(collections, {
      headers: { authorization: `Bearer ${provider.token()}` },
    });
    expectError(refused, 403, 'access_denied');
  });

  test('one that is away lets nobody in, and says so', async () => {
    const own = await OidcProvider.start();
    onTestFinished(() => own.close());
    const { server } = await served({ oidc: { ...oidc(), issuer: own.issuer } });
    own.isDown = true;
    expectError(await server.send('/auth/login'), 503, 'identity_unavailable');
    const token = await server.send(collections, { headers: { authorization: `Bearer ${own.token()}` } });
    expectError(token, 503, 'identity_unavailable');
    expect(token.headers['retry-after']).toBe('1');
    own.isDown = false;
    expect((await server.send('/auth/login')).status).toBe(302);
  });
});

test('requests with one key are limited by themselves', async () => {
  const clock = { time: 0 };
  const { footnote, server } = await served({ server: { rateLimitPerKey: 2 } }, () => clock.time);
  const [one, other] = [await footnote.createKey({ name: 'a' }), await footnote.createKey({ name: 'b' })];
  const ask = ({ key }: { key: string }) =>
    server.send(collections, { headers: { authorization: `Bearer ${key}` } });
  expect([(await ask(one)).status, (await ask(one)).status]).toEqual([200, 200]);
  const refused = await ask(one);
  expectError(refused, 429, 'rate_limited');
  expect(refused.body).toContain('server.rateLimitPerKey');
  expect((await ask(other)).status).toBe(200);
  clock.time += 60_000;
  expect((await ask(one)).status).toBe(200);
});

test('the audit log is for admins, says who did what, and comes in pages', async () => {
  const { footnote, server } = await served({ audit: { addresses: 'plain' } });
  const admin = await footnote.createKey({ name: 'admin', role: 'admin' });
  const reader = await footnote.createKey({ name: 'reader' });
  const as = ({ key }: { key: string }, path: string, options: Send = {}) =>
    server.send(path, { ...options, headers: { authorization: `Bearer ${key}` } });
  await as(reader, `${collections}/handbook/search`, { body: { question: 'What is the qzwvornament?' } });
  expectError(await as(reader, '/api/v1/audit'), 403, 'access_denied');
  await as({ key: `${reader.id}_${'x'.repeat(43)}` }, collections);
  await as(admin, `/api/v1/keys/${reader.id}`, { method: 'DELETE' });
  const reply = await as(admin, '/api/v1/audit');
  const { entries, matching } = reply.json() as AuditPage;
  expect(reply.body).not.toContain('qzwvornament');
  expect(
    entries.map(({ actor, action, collection, target, outcome }) => [
      actor,
      action,
      collection,
      target,
      outcome,
    ]),
  ).toEqual([
    [admin.id, 'key.revoke', null, reader.id, 'ok'],
    [reader.id, 'refused', null, 'GET /api/v1/collections', 'credentials_invalid'],
    [reader.id, 'refused', null, 'GET /api/v1/audit', 'access_denied'],
    [reader.id, 'search', 'handbook', null, 'collection_unknown'],
  ]);
  expect(new Set(entries.map(({ client }) => client))).toEqual(new Set(['127.0.0.1']));
  expect(matching).toBe(4);
  const page = (await as(admin, '/api/v1/audit?action=refused&limit=1&offset=1')).json() as AuditPage;
  expect([page.matching, page.entries.map(({ target }) => target)]).toEqual([2, ['GET /api/v1/audit']]);
  expectError(await as(admin, '/api/v1/audit?action=nothing'), 400, 'request_invalid');
});
