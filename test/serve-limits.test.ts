import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type RateLimitOptions, RateLimits } from '../src/serve/limits.ts';
import { listen } from '../src/serve/listen.ts';
import type { Config } from '../src/settings/config.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { startReverseProxy } from './reverse-proxy.ts';
import {
  expectError,
  openTestStore,
  type Reply,
  send,
  startTestServer,
  type TestServer,
  type TestStore,
} from './serve-fixture.ts';

const collections = '/api/v1/collections';
const minuteMs = 60_000;

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore();
});

afterAll(() => store.close());

/** A clock that stands until it is moved. */
function clockAt(time: number) {
  const clock = { time, now: () => clock.time };
  return clock;
}

async function serverWith(settings: Partial<Config['server']>, now?: () => number): Promise<TestServer> {
  const config = { ...store.config, server: { ...store.config.server, ...settings } };
  const server = await startTestServer({ config, footnote: store.footnote }, { now });
  onTestFinished(() => server.server.close());
  return server;
}

/** Two proxies stand between a client and the server; the outer one sees 127.0.0.N as 203.0.113.N. */
async function throughProxies(server: TestServer): Promise<string> {
  const inner = await startReverseProxy(server.address, () => '127.0.0.1');
  return startReverseProxy(inner, (remote) => remote.replace('127.0.0.', '203.0.113.'));
}

function proxiesIn(value: string) {
  return resolveConfig({ environment: { FOOTNOTE_SERVER_TRUST_PROXY: value }, directory: null }).config.server
    .trustProxy;
}

/** The statuses of requests made one after the other. */
async function statuses(times: number, ask: () => Promise<Reply>): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let made = 0; made < times; made += 1) seen.push((await ask()).status);
  return seen;
}

describe('requests of one address behind proxies', () => {
  test('are refused beyond the limit with the time to come back, and let in when it has come', async () => {
    const clock = clockAt(1_700_000_000_000);
    const server = await serverWith({ rateLimitPerAddress: 3, trustProxy: 2 }, clock.now);
    const proxy = await throughProxies(server);
    const ask = () => send(proxy, collections);
    expect(await statuses(3, ask)).toEqual([200, 200, 200]);
    clock.time += 19_500;
    const refused = await ask();
    expectError(refused, 429, 'rate_limited');
    expect(refused.json()).toMatchObject({
      error: { details: { limit: 3, window: 'a minute', seconds: 41 } },
    });
    expect(refused.json()).toMatchObject({
      error: { message: expect.stringContaining('server.rateLimitPerAddress') },
    });
    expect(refused.headers['retry-after']).toBe('41');
    expect(refused.headers['cache-control']).toBe('no-store');
    expect(refused.headers['content-security-policy']).toBeDefined();
    clock.time += 40_499;
    expect((await ask()).status).toBe(429);
    clock.time += 1;
    expect(await statuses(4, ask)).toEqual([200, 200, 200, 429]);
    expect(server.log).toEqual([]);
  });

  test('are told from those of another, whatever a client says of where it comes from', async () => {
    const clock = clockAt(0);
    const server = await serverWith({ rateLimitPerAddress: 2, trustProxy: ['loopback'] }, clock.now);
    const proxy = await throughProxies(server);
    const forged = ['198.51.100.1', '198.51.100.2, 127.0.0.1', '::1', 'unknown', "'; --", '203.0.113.9'];
    const replies = [];
    for (const said of forged) {
      const headers = { 'x-forwarded-for': said };
      replies.push((await send(proxy, collections, { localAddress: '127.0.0.7', headers })).status);
    }
    expect(replies).toEqual([200, 200, 429, 429, 429, 429]);
    const other = { localAddress: '127.0.0.9' };
    expect(await statuses(3, () => send(proxy, collections, other))).toEqual([200, 200, 429]);
  });

  test('are those of the proxy where it is not trusted, and of this machine no limit holds', async () => {
    const server = await serverWith({ rateLimitPerAddress: 1 });
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    expect(await statuses(3, () => server.send(collections, { headers }))).toEqual([200, 200, 200]);
  });

  test('a client is not believed to be further away than the proxies that there are', async () => {
    const server = await serverWith({ rateLimitPerAddress: 1, trustProxy: 1 });
    const proxy = await startReverseProxy(server.address, () => '203.0.113.5');
    const from = (said: string) => send(proxy, collections, { headers: { 'x-forwarded-for': said } });
    expect((await from('198.51.100.1')).status).toBe(200);
    expect((await from('198.51.100.2')).status).toBe(429);
  });

  test('an IPv6 network counts as one address, and IPv4 written as IPv6 as IPv4', async () => {
    const server = await serverWith({ rateLimitPerAddress: 1, trustProxy: 1 });
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address };
      return (await server.send(collections, { headers })).status;
    };
    expect(await from('2001:db8:1:2::1')).toBe(200);
    expect(await from('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await from('2001:db8:1:3::1')).toBe(200);
    expect(await from('::ffff:203.0.113.1')).toBe(200);
    expect(await from('203.0.113.1')).toBe(429);
    expect(await from('fe80::1%eth0')).toBe(200);
    expect(await from('fe80::2%eth1')).toBe(429);
  });

  test('count wherever they go, except to what supervisors ask', async () => {
    const server = await serverWith({ rateLimitPerAddress: 2, trustProxy: 1 });
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const get = async (path: string) => (await server.send(path, { headers })).status;
    expect([await get('/nothing'), await get('/openapi.json'), await get('/nothing')]).toEqual([
      404, 200, 429,
    ]);
    expect([await get('/healthz'), await get('/healthz')]).toEqual([200, 200]);
  });

  test('strangers are refused before they count', async () => {
    const server = await serverWith({ rateLimitPerAddress: 1, trustProxy: 1 });
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const stranger = { ...headers, host: 'evil.example' };
    expect(await statuses(2, () => server.send(collections, { headers: stranger }))).toEqual([403, 403]);
    expect((await server.send(collections, { headers })).status).toBe(200);
  });
});

/** A server of two routes with a limit of their own. */
async function routeWith(options: RateLimitOptions, now: () => number, maxClients?: number) {
  const server = Fastify({ trustProxy: (_address: string, hop: number) => hop < 1 });
  onTestFinished(() => server.close());
  const limits = new RateLimits(server, now, maxClients);
  for (const path of ['/one', '/other']) {
    server.get(path, { onRequest: limits.perAddress(options) }, () => 'taken');
  }
  return listen(server, { host: '127.0.0.1', port: 0 });
}

describe('a limit of a route', () => {
  test('counts by itself, for requests of this machine too', async () => {
    const clock = clockAt(5);
    const address = await routeWith({ max: 10 }, clock.now);
    expect(await statuses(10, () => send(address, '/one'))).toEqual(Array.from({ length: 10 }, () => 200));
    const refused = await send(address, '/one');
    expectError(refused, 429, 'rate_limited');
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json()).toMatchObject({ error: { details: { limit: 10, seconds: 60 } } });
    expect((await send(address, '/other')).status).toBe(200);
    clock.time += minuteMs;
    expect((await send(address, '/one')).status).toBe(200);
  });

  test('holds when the clock is set back', async () => {
    const clock = clockAt(10 * minuteMs);
    const address = await routeWith({ max: 1, windowMs: 5000 }, clock.now);
    const refused = await statuses(2, () => send(address, '/one'));
    expect(refused).toEqual([200, 429]);
    expect(JSON.parse((await send(address, '/one')).body)).toMatchObject({
      error: {
        code: 'rate_limited',
        message: 'Too many requests: the limit is 1 in 5 seconds. Try again in 5 s.',
      },
    });
    clock.time -= 9 * minuteMs;
    expect(await statuses(2, () => send(address, '/one'))).toEqual([200, 429]);
  });

  test('of more clients than there is room for, the one that was silent for longest is forgotten', async () => {
    const address = await routeWith({ max: 1 }, () => 0, 2);
    const from = async (client: string) =>
      (await send(address, '/one', { headers: { 'x-forwarded-for': client } })).status;
    expect([await from('192.0.2.1'), await from('192.0.2.2'), await from('192.0.2.1')]).toEqual([
      200, 200, 429,
    ]);
    expect([await from('192.0.2.3'), await from('192.0.2.1'), await from('192.0.2.2')]).toEqual([
      200, 429, 200,
    ]);
  });
});

describe('which proxies are trusted', () => {
  test.each([
    ['false', false],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['loopback', ['loopback']],
  ])('"%s" in the environment', (value, expected) => {
    expect(proxiesIn(value)).toEqual(expected);
  });

  test.each(['true', '0', '17', 'proxy.example', '10.0.0.0/99', '10.0.0.0/8,'])(
    '"%s" is refused',
    (value) => {
      expect(() => proxiesIn(value)).toThrow(/server\.trustProxy/);
    },
  );
});
