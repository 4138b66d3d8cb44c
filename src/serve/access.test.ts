import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { isFootnoteError } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { defaults } from '../settings/default-config.ts';
import { completeConfig } from '../settings/resolve-config.ts';
import { accessCheck } from './access.ts';

/** The code that a request is refused with, or `allowed`. */
async function verdict(
  settings: Partial<Config['server']>,
  headers: Record<string, string>,
  method: 'GET' | 'POST' = 'GET',
): Promise<string> {
  const check = accessCheck({ ...defaults.server, ...settings });
  const server = Fastify();
  server.all('/', (request) => {
    try {
      check(request);
      return 'allowed';
    } catch (error) {
      if (isFootnoteError(error)) return error.code;
      throw error;
    }
  });
  const reply = await server.inject({ method, url: '/', headers });
  await server.close();
  return reply.body;
}

describe('Host', () => {
  test.each([
    'localhost',
    'localhost:8787',
    'LOCALHOST:1',
    'localhost.',
    '127.0.0.1',
    '127.0.0.1:8787',
    '[::1]',
    '[::1]:8787',
  ])('%s is this machine', async (host) => {
    expect(await verdict({}, { host })).toBe('allowed');
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    'evil.localhost',
    '127.0.0.1.evil.example',
    '127.0.0.2',
    '192.168.0.10:8787',
    'user@localhost',
    'localhost@evil.example',
    'localhost:8787@evil.example',
    'localhost/evil.example',
    'localhost, evil.example',
    'localhost:',
    'localhost:123456',
    '[::2]',
    '::1',
    'lоcalhost',
  ])('"%s" is not', async (host) => {
    expect(await verdict({}, { host })).toBe('host_forbidden');
  });

  test('the address that the server is bound to is one of its names, a wildcard is none', async () => {
    expect(await verdict({ host: '192.168.0.10' }, { host: '192.168.0.10:8787' })).toBe('allowed');
    expect(await verdict({ host: 'fe80::1' }, { host: '[fe80::1]:8787' })).toBe('allowed');
    expect(await verdict({ host: '0.0.0.0' }, { host: '0.0.0.0:8787' })).toBe('host_forbidden');
  });

  test('further names are allowed by the settings, in any case', async () => {
    const settings = { allowedHosts: ['Notes.Example.'] };
    expect(await verdict(settings, { host: 'notes.example' })).toBe('allowed');
    expect(await verdict(settings, { host: 'other.example' })).toBe('host_forbidden');
  });
});

describe('the remedy of a refusal', () => {
  test.each(['notes.example:8787', 'NOTES.example.', '[fe80::1]:8787', '192.168.0.10'])(
    'lets the host "%s" in, followed to the letter',
    async (host) => {
      const server = Fastify();
      const check = accessCheck(defaults.server);
      server.get('/', (request) => check(request));
      const { message } = (await server.inject({ url: '/', headers: { host } })).json<{ message: string }>();
      await server.close();
      const name = /--allow-host (\S+)/.exec(message)?.[1];
      const { server: settings } = completeConfig({ server: { allowedHosts: [name ?? ''] } });
      expect(await verdict(settings, { host })).toBe('allowed');
    },
  );

  test.each(['http://notes.example', 'notes.example:8787', 'fe80::1', '*', '', 'a b'])(
    '"%s" is no name to allow',
    (name) => {
      expect(() => completeConfig({ server: { allowedHosts: [name] } })).toThrow(
        'such as papers.example.org',
      );
    },
  );
});

describe('Origin', () => {
  const host = 'localhost:8787';

  test.each(['http://localhost:8787', 'https://localhost:8787', 'HTTP://LOCALHOST:8787'])(
    '%s is the page itself',
    async (origin) => {
      expect(await verdict({}, { host, origin }, 'POST')).toBe('allowed');
    },
  );

  test.each([
    ['papers.example', 'https://papers.example'],
    ['papers.example:443', 'https://papers.example'],
    ['papers.example:80', 'http://papers.example'],
    ['[::1]:443', 'https://[::1]'],
  ])('behind a proxy that says "%s", %s is', async (asked, origin) => {
    const settings = { allowedHosts: ['papers.example'] };
    expect(await verdict(settings, { host: asked, origin }, 'POST')).toBe('allowed');
  });

  test.each([
    ['papers.example:443', 'http://papers.example'],
    ['papers.example:80', 'https://papers.example'],
    ['papers.example:8443', 'https://papers.example'],
  ])('another port is another page: "%s" and %s', async (asked, origin) => {
    const settings = { allowedHosts: ['papers.example'] };
    expect(await verdict(settings, { host: asked, origin }, 'POST')).toBe('origin_forbidden');
  });

  test.each([
    'null',
    'http://evil.example',
    'http://localhost',
    'http://localhost:8788',
    'http://127.0.0.1:8787',
    'http://localhost:8787.evil.example',
    'ftp://localhost:8787',
    'localhost:8787',
  ])('%s is another page', async (origin) => {
    expect(await verdict({}, { host, origin }, 'POST')).toBe('origin_forbidden');
  });

  test('programs send none', async () => {
    expect(await verdict({}, { host }, 'POST')).toBe('allowed');
  });

  test('reading is left to the browser, which hides the reply from other pages', async () => {
    expect(await verdict({}, { host, origin: 'http://evil.example' }, 'GET')).toBe('allowed');
  });
});
