import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { answerStream } from '../src/answer/answer.ts';
import type { Footnote } from '../src/footnote.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { Authenticator } from '../src/serve/access.ts';
import { requireKeysFor } from '../src/serve/listen.ts';
import { resolveConfig } from '../src/settings/resolve-config.ts';
import { expectError, footnoteWith, sentEvents, startTestServer, type TestServer } from './serve-fixture.ts';
import { quickAdapters } from './shared-embedder.ts';

const collectionsPath = '/api/v1/collections';
const keysPath = '/api/v1/keys';
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });

const store = await keylessStore(afterAll);

async function serve(options?: Parameters<typeof startTestServer>[1], over = store): Promise<TestServer> {
  const server = await startTestServer(over, options);
  onTestFinished(() => server.server.close());
  return server;
}

/** The settings of a server that listens on an address. */
function listeningOn(host: string, { allowAnyone = false, issuer = '' } = {}) {
  return { server: { host, allowAnyone }, oidc: { issuer } };
}

/** A store of its own, in which there is nothing yet. */
async function keylessStore(whenOver: (close: () => Promise<void>) => void = onTestFinished) {
  const directory = mkdtempSync(join(tmpdir(), 'footnote-keys-'));
  const flags = { store: join(directory, 'store') };
  const { config } = resolveConfig({ flags, environment: {}, directory });
  const footnote = await openFootnote(config, await quickAdapters());
  whenOver(async () => {
    await footnote.close();
    rmSync(directory, { recursive: true });
  });
  return { config, footnote };
}

describe('without keys', () => {
  test('whoever reaches a server that listens on this machine is its admin, whatever key they send', async () => {
    const server = await serve({}, await keylessStore());
    for (const options of [{}, bearer('sk-whatever'), bearer(`fn_${'0'.repeat(12)}_${'a'.repeat(43)}`)])
      for (const path of [collectionsPath, keysPath])
        expect((await server.send(path, options)).status).toBe(200);
  });

  test('nobody is let in by a server that others can reach, unless anyone is', async () => {
    const own = await keylessStore();
    for (const [allowAnyone, status] of [
      [false, 401],
      [true, 200],
    ] as const) {
      const config = { ...own.config, server: { ...own.config.server, host: '0.0.0.0', allowAnyone } };
      const server = await serve({}, { ...own, config });
      expect((await server.send(collectionsPath)).status).toBe(status);
    }
  });

  test('a first key that another process makes is noticed soon', async () => {
    const own = await keylessStore();
    const server = await serve({}, own);
    expect((await server.send(collectionsPath)).status).toBe(200);
    const other = await openFootnote(own.config, await quickAdapters());
    onTestFinished(() => other.close());
    const { key } = await other.createKey({ name: 'first' });
    await expect.poll(async () => (await server.send(collectionsPath)).status).toBe(401);
    expect((await server.send(collectionsPath, bearer(key))).status).toBe(200);
  });

  test('a store that goes away does not shut out who was let in, nor let in who never was', async () => {
    const own = await keylessStore();
    let isAway = false;
    const listKeys = async () => {
      if (isAway)
        throw Object.assign(new Error('away'), { [Symbol.for('footnote-rag.error')]: true, retryable: true });
      return own.footnote.listKeys();
    };
    const server = await serve({}, { ...own, footnote: footnoteWith(own.footnote, { listKeys }) });
    expect((await server.send(collectionsPath)).status).toBe(200);
    isAway = true;
    await expect.poll(async () => (await server.send(collectionsPath)).status).toBe(200);
    const late = await serve({}, { ...own, footnote: footnoteWith(own.footnote, { listKeys }) });
    expect((await late.send(collectionsPath)).status).toBeGreaterThanOrEqual(500);
  });

  test.each(['127.0.0.1', '127.9.9.9', 'localhost', 'LOCALHOST', '::1', '[::1]'])(
    '%s may be listened on',
    async (host) => {
      await requireKeysFor(listeningOn(host), { listKeys: async () => [] });
    },
  );

  test.each(['0.0.0.0', '::', '192.168.0.10', '127.0.0.1.example.org', 'fe80::1', '128.0.0.1'])(
    '%s may not, unless anyone may do everything or there is a key',
    async (host) => {
      const own = await keylessStore();
      await expect(requireKeysFor(listeningOn(host), own.footnote)).rejects.toMatchObject({
        code: 'address_needs_keys',
        details: { host },
      });
      await requireKeysFor(listeningOn(host, { allowAnyone: true }), own.footnote);
      await requireKeysFor(listeningOn(host, { issuer: 'https://idp.example.org' }), own.footnote);
      await own.footnote.createKey({ name: 'a' });
      await requireKeysFor(listeningOn(host), own.footnote);
    },
  );
});

describe('with keys', () => {
  test('requests without one are asked for it, and those with a wrong one are refused', async () => {
    await store.footnote.createKey({ name: 'any' });
    const server = await serve();
    const missing = await server.send(collectionsPath);
    expectError(missing, 401, 'credentials_missing');
    expect(missing.headers['www-authenticate']).toBe('Bearer realm="footnote"');
    const wrongs: readonly Record<string, string>[] = [
      { authorization: 'Bearer wrong' },
      { authorization: `Bearer fn_${'0'.repeat(12)}_${'a'.repeat(43)}` },
      { 'x-api-key': 'wrong' },
    ];
    for (const header of wrongs) {
      const wrong = await server.send(collectionsPath, { headers: header });
      expectError(wrong, 401, 'credentials_invalid');
      expect(wrong.headers['www-authenticate']).toBe('Bearer realm="footnote", error="invalid_token"');
    }
  });

  test('a key is taken as a bearer token, in any case, or as X-API-Key', async () => {
    const { key } = await store.footnote.createKey({ name: 'any' });
    const server = await serve();
    const ways: readonly Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer  ${key}` },
      { 'x-api-key': key },
      { 'x-api-key': key, authorization: 'Basic dXNlcjpwYXNz' },
    ];
    for (const headers of ways) expect((await server.send(collectionsPath, { headers })).status).toBe(200);
  });

  test('what asks for none is there for everyone', async () => {
    await store.footnote.createKey({ name: 'any' });
    const server = await serve();
    for (const path of ['/healthz', '/openapi.json'])
      for (const options of [{}, bearer('wrong')])
        expect((await server.send(path, options)).status).toBe(200);
  });

  test('a role that is too low is told which one is needed', async () => {
    const { key } = await store.footnote.createKey({ name: 'any', role: 'write' });
    const server = await serve();
    const reply = await server.send(keysPath, bearer(key));
    expectError(reply, 403, 'access_denied');
    expect(reply.json()).toMatchObject({ error: { details: { needed: 'admin', role: 'write' } } });
  });

  test('revoking all of them opens the store to nobody', async () => {
    const own = await keylessStore();
    const { id } = await own.footnote.createKey({ name: 'only', role: 'admin' });
    await own.footnote.revokeKey(id);
    expectError(await (await serve({}, own)).send(collectionsPath), 401, 'credentials_missing');
  });

  test('an admin makes, lists and revokes them', async () => {
    const admin = await store.footnote.createKey({ name: 'admin', role: 'admin' });
    const server = await serve();
    const body = { name: 'website', collections: ['default'], groups: ['staff'] };
    const made = (await server.send(keysPath, { ...bearer(admin.key), body })).json() as typeof admin;
    expect(made).toMatchObject({ ...body, role: 'read' });
    expect((await server.send(collectionsPath, bearer(made.key))).status).toBe(200);
    const listed = await server.send(keysPath, bearer(admin.key));
    expect(listed.json()).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ id: made.id })]),
    });
    for (const { key } of [admin, made]) expect(listed.body).not.toContain(key.slice(-43));
    const revoked = await server.send(`${keysPath}/${made.id}`, { method: 'DELETE', ...bearer(admin.key) });
    expect(revoked.json()).toMatchObject({ id: made.id, revokedAt: expect.any(String) });
    expectError(await server.send(collectionsPath, bearer(made.key)), 401, 'credentials_invalid');
    const unknown = await server.send(`${keysPath}/fn_nobody`, { method: 'DELETE', ...bearer(admin.key) });
    expectError(unknown, 404, 'key_unknown');
  });
});

describe('other credentials', () => {
  test('are asked behind keys, in order, and shut the store without any key too', async () => {
    const own = await keylessStore();
    const seen: string[] = [];
    const authenticators: Authenticator[] = [
      async ({ headers }) => {
        seen.push('first');
        if (headers['x-user'] !== 'ann') return undefined;
        return { id: 'ann', role: 'read', collections: ['default'], groups: [] };
      },
      async () => {
        seen.push('second');
        return undefined;
      },
    ];
    const server = await serve({ authenticators }, own);
    const status = async (headers: Record<string, string>) =>
      (await server.send(collectionsPath, { headers })).status;
    expect(await status({})).toBe(401);
    expect(seen).toEqual(['first', 'second']);
    expect(await status({ 'x-user': 'ann' })).toBe(200);
    expect(seen).toEqual(['first', 'second', 'first']);
  });
});

/** A server whose answers never end by themselves, and how many of them are still being made. */
async function endless() {
  const own = await keylessStore();
  const running = new Set<object>();
  const ask: Footnote['ask'] = (_question, { signal } = {}) =>
    answerStream(async function* () {
      const run = {};
      running.add(run);
      try {
        for (;;) {
          yield { type: 'token', text: 'and ' } as const;
          await setTimeout(5, undefined, { signal });
        }
      } finally {
        running.delete(run);
      }
    });
  const footnote = footnoteWith(own.footnote, { ask });
  const server = await serve({ streamLimits: { accessMs: 20 } }, { ...own, footnote });
  return { server, running, footnote: own.footnote };
}

describe('streams that are open', () => {
  const streaming = { method: 'POST', body: { question: 'How long?', stream: true } } as const;

  test('a stream ends with its last event once its key is revoked, those of others go on', async () => {
    const { server, running, footnote } = await endless();
    const { key, id } = await footnote.createKey({ name: 'anna', role: 'read' });
    const other = await footnote.createKey({ name: 'bert', role: 'read' });
    const leaving = new AbortController();
    const path = `${collectionsPath}/default/ask`;
    const asked = server.send(path, { ...streaming, ...bearer(key) });
    const others = server.send(path, { ...streaming, ...bearer(other.key), signal: leaving.signal });
    others.catch(() => undefined);
    await expect.poll(() => running.size).toBe(2);
    await footnote.revokeKey(id);
    const events = sentEvents((await asked).body);
    expect(events.filter(({ event }) => event === 'done' || event === 'error')).toEqual([events.at(-1)]);
    expect(events.at(-1)?.data).toContain('credentials_invalid');
    await expect.poll(() => running.size).toBe(1);
    leaving.abort();
    await expect.poll(() => running.size).toBe(0);
  });

  test('a key that expires ends it too', async () => {
    const { server, running, footnote } = await endless();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const expiresAt = Date.now() + 60_000;
    const { key } = await footnote.createKey({
      name: 'short',
      role: 'read',
      expiresAt: new Date(expiresAt).toISOString(),
    });
    const asked = server.send(`${collectionsPath}/default/ask`, { ...streaming, ...bearer(key) });
    await expect.poll(() => running.size).toBe(1);
    vi.setSystemTime(expiresAt + 1);
    const { body } = await asked;
    expect(sentEvents(body).at(-1)?.data).toContain('credentials_invalid');
    await expect.poll(() => running.size).toBe(0);
  });
});
