import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import type { IndexSpec } from '../../contracts/engine.ts';
import { chromaEngine } from './chroma-engine.ts';

test.each([
  ['engine.url', { url: 'somewhere' }],
  ['engine.url', { url: 'ftp://127.0.0.1' }],
  ['engine.url', { url: 'http://127.0.0.1:8000/chroma' }],
  ['collection', { collection: '.x' }],
  ['collection', { collection: 'a'.repeat(401) }],
])('an unusable %s is refused: %o', (field, options) => {
  expect(() => chromaEngine(options)).toThrow(
    expect.objectContaining({ code: 'request_invalid', details: expect.objectContaining({ field }) }),
  );
});

test('an address with a password is refused without repeating it', () => {
  expect(() => chromaEngine({ url: 'http://me:hush@127.0.0.1' })).toThrow(
    expect.objectContaining({ code: 'request_invalid', message: expect.not.stringContaining('hush') }),
  );
});

const spec: IndexSpec = { id: 'test', collection: 'default', dimension: 3, fields: {} };

/** Opens an index on a server that answers every request alike. */
async function openedOn(status: number, body: string): Promise<unknown> {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers['x-chroma-token']?.toString(), request.headers.authorization);
    const isFirst = request.url === '/api/v2/pre-flight-checks';
    response.writeHead(isFirst ? 200 : status, { 'content-type': 'application/json' });
    response.end(isFirst ? '{"max_batch_size": 100}' : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const engine = chromaEngine({ url: `http://127.0.0.1:${port}`, apiKey: 'hush', timeoutMs: 2000 });
  try {
    return await engine.open(spec).catch((error: unknown) => error);
  } finally {
    expect(new Set(seen)).toEqual(new Set(['hush', 'Bearer hush']));
    await engine.close();
    server.close();
  }
}

test.each([
  [401, '{}', 'engine_rejected', 'it does not accept the key. Check engine.apiKey'],
  [403, '{}', 'engine_rejected', 'the key may not do this'],
  [422, '{"message": "Quota exceeded: 5 collections"}', 'store_full', 'no space left'],
  [429, '{}', 'store_busy', 'Another process has been writing'],
  [503, '{}', 'engine_unavailable', 'it answered 503: Service Unavailable'],
  [507, '{"message": "No space left on device"}', 'store_full', 'no space left'],
  [413, '', 'engine_rejected', 'a request was too long'],
  [500, '{"message": "Something broke"}', 'engine_rejected', 'Something broke. See its log'],
  [
    400,
    '{"message": "Database [x] does not exist"}',
    'engine_rejected',
    'Create it, or check engine.database',
  ],
])('a server that answers %i %s', async (status, body, code, message) => {
  const error = await openedOn(status, body);
  expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  expect(String(error)).toMatch(/Chroma at 127\.0\.0\.1:\d+/);
  expect(JSON.stringify(error) + String(error)).not.toContain('hush');
});

test('a server that is not there is named, and so is what to do', async () => {
  const engine = chromaEngine({ url: 'http://127.0.0.1:1', timeoutMs: 2000 });
  const refused = { code: 'engine_unavailable', message: expect.stringContaining('Chroma at 127.0.0.1:1') };
  await expect(engine.open(spec)).rejects.toMatchObject(refused);
  await expect(engine.drop('test')).rejects.toMatchObject(refused);
  await expect(engine.open(spec, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
  await expect(engine.open({ ...spec, id: 'A b' })).rejects.toMatchObject({ code: 'request_invalid' });
  await engine.close();
  await expect(engine.open(spec)).rejects.toMatchObject({ code: 'store_unavailable' });
});
