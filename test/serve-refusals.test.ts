import { connect } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectError, serveTestStore } from './serve-fixture.ts';

const ask = '/api/v1/collections/default/ask';
const documentsPath = '/api/v1/collections/default/documents';

const { store, server } = await serveTestStore();

/** Every route of the router with its parameters filled in by what exists, and one that does not exist. */
async function everyRoute(): Promise<{ method: string; path: string }[]> {
  const [document] = await store.footnote.listDocuments();
  const listed = server.routes.map(({ method, url }) => ({
    method,
    path: url
      .replace(':collection', 'default')
      .replace(/\(\^.*?\)/, '')
      .replace(/:id\b/, document?.documentId ?? '')
      .replace('::', ':'),
  }));
  expect(listed.length).toBeGreaterThan(10);
  const unknown = ['/nothing', '/%zz'].flatMap((path) => [
    { method: 'GET', path },
    { method: 'POST', path },
  ]);
  return [...listed, ...unknown];
}

describe('who may ask', () => {
  const strangers = ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io:8787', '10.0.0.1'];

  test.each(strangers)('every route refuses the host "%s"', async (host) => {
    for (const { method, path } of await everyRoute()) {
      const body = method === 'POST' ? { question: 'When?' } : undefined;
      const reply = await server.send(path, { method, headers: { host }, body });
      expect(reply.status, `${method} ${path}`).toBe(403);
      if (method !== 'HEAD') expectError(reply, 403, 'host_forbidden');
    }
  });

  test.each([
    ['1.0', ''],
    ['1.1', ''],
    ['1.1', 'Host: \r\n'],
    ['1.1', 'Host: localhost\r\nHost: localhost\r\n'],
    ['1.1', 'Host: localhost\r\nHost: evil.example\r\n'],
  ])('a request in HTTP/%s that does not name one host is refused: "%s"', async (version, header) => {
    const reply = await exchange(`GET /healthz HTTP/${version}\r\n${header}Connection: close\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('"details":{"field":"Host"');
  });

  test.each([
    ['http://evil.example/healthz', 403],
    ['HTTPS://EVIL.EXAMPLE/healthz', 403],
    ['http://localhost:8787/healthz', 200],
  ])('a whole address says whom it is for, whatever the host: %s', async (target, status) => {
    const reply = await exchange(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test.each(['http://evil.example', 'null', 'http://localhost:1'])(
    'every route that takes something refuses pages of "%s"',
    async (origin) => {
      const taking = (await everyRoute()).filter(({ method }) => method !== 'GET' && method !== 'HEAD');
      expect(taking.length).toBeGreaterThan(1);
      for (const { method, path } of taking) {
        const reply = await server.send(path, { method, headers: { origin }, body: { question: 'When?' } });
        expectError(reply, 403, 'origin_forbidden');
      }
    },
  );

  test('its own page may ask', async () => {
    const reply = await server.send(ask, {
      headers: { origin: server.address },
      body: { question: 'When are items returned?' },
    });
    expect(reply.status).toBe(200);
  });
});

describe('bodies', () => {
  test.each([
    ['no JSON', '{"question": ', 'body'],
    ['nothing', '', 'body'],
    ['a list', '[]', 'body'],
    ['null', 'null', 'body'],
    ['no question', '{}', 'question'],
    ['a question that is no text', '{"question": 7}', 'question'],
    ['a topK of 0', '{"question": "When?", "topK": 0}', 'topK'],
    ['a topK over 100', '{"question": "When?", "topK": 101}', 'topK'],
    ['a topK that is no whole number', '{"question": "When?", "topK": 1.5}', 'topK'],
    ['a topK that is text', '{"question": "When?", "topK": "3"}', 'topK'],
    ['a filter that is none', '{"question": "When?", "filter": {"year": 2020}}', 'filter'],
    [
      'an unknown operator',
      '{"question": "When?", "filter": {"field": "a", "op": "ne", "value": 1}}',
      'filter',
    ],
    [
      'an endless number',
      '{"question": "When?", "filter": {"field": "a", "op": "eq", "value": 1e999}}',
      'filter',
    ],
    ['a prototype', '{"question": "When?", "__proto__": {"topK": 3}}', '__proto__'],
    ['a constructor', '{"question": "When?", "constructor": {"prototype": {"topK": 3}}}', 'constructor'],
    ['quotes that never end', `{"question": "${'\\"'.repeat(120_000)}`, 'body'],
    [
      'a deep filter',
      `{"question": "When?", "filter": ${'{"and":['.repeat(9000)}${']}'.repeat(9000)}}`,
      'body',
    ],
  ])('%s is refused by the name of the field', async (_, body, field) => {
    for (const route of [ask, ask.replace('ask', 'search')]) {
      const reply = await server.send(route, { method: 'POST', body });
      expectError(reply, 400, 'request_invalid');
      const problem = expect.stringMatching(/^(?:it|there) /);
      expect(reply.json()).toMatchObject({ error: { details: { field, problem } } });
    }
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json',
    'application/json, text/plain',
  ])('%s is not read', async (type) => {
    const reply = await server.send(ask, { headers: { 'content-type': type }, body: { question: 'When?' } });
    expectError(reply, 415, 'media_type_unsupported');
  });

  test('a type is told without its case and parameters', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await server.send(ask, { headers, body: { question: 'When?' } })).status).toBe(200);
  });

  test('what is compressed is not read', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const reply = await server.send(ask, { headers, body: { question: 'When?' } });
    expectError(reply, 415, 'media_type_unsupported');
    expect(reply.body).toContain('gzip');
  });

  test('what is said to be as it is, is read', async () => {
    const headers = { 'content-encoding': 'Identity' };
    expect((await server.send(ask, { headers, body: { question: 'When?' } })).status).toBe(200);
  });

  test('a field of the body is none of the query', async () => {
    const reply = await server.send(`${ask}?stream=true`, { body: { question: 'When?' } });
    expectError(reply, 400, 'request_invalid');
    expect(reply.body).toContain('stream: there is no such field in the query.');
  });

  test('bytes that are no UTF-8 are refused, for they would become another question', async () => {
    const body = Buffer.from('{"question": "Caf\u00e9?"}', 'latin1');
    const reply = await exchange(
      `POST ${ask} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Connection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
      body,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('it is not valid UTF-8');
  });

  test('nothing is no body where none is expected, whatever type it is said to have', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    const reply = await server.send('/api/v1/collections/default/conversations/none', {
      method: 'DELETE',
      headers,
    });
    expectError(reply, 404, 'conversation_unknown');
  });

  test('a body over the limit is not read', async () => {
    const reply = await server.send(ask, {
      body: { question: 'x'.repeat(store.config.server.maxBodyBytes) },
    });
    expectError(reply, 413, 'body_too_large');
    expect(reply.json()).toMatchObject({ error: { details: { limit: store.config.server.maxBodyBytes } } });
  });

  test('a body that grows over the limit without having said so is not read either', async () => {
    const size = store.config.server.maxBodyBytes + 1;
    const reply = await exchange(
      `POST ${ask} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
    expect(reply).toContain('"code":"body_too_large"');
  });

  test('a question of 100 KB is too long, not too large', async () => {
    const reply = await server.send(ask, { body: { question: 'why '.repeat(25_600) } });
    expectError(reply, 413, 'question_too_long');
    expect(reply.json()).toMatchObject({ error: { details: { limit: store.config.question.maxLength } } });
  });

  test.each(['', ' ', '\n\t', '\u0000', '\u200b'])(
    'a question without a word is refused: %j',
    async (question) => {
      expectError(await server.send(ask, { body: { question } }), 400, 'question_empty');
    },
  );

  test.each([
    [ask, { question: 'When?', topk: 5 }, 'topk', 'there is no such field (did you mean "topK"?)'],
    [ask, { question: 'When?', Stream: true }, 'Stream', 'there is no such field (did you mean "stream"?)'],
    [ask, { question: 'When?', temperature: 1 }, 'temperature', 'there is no such field'],
    [ask, { question: 'When?', ['topk'.repeat(20_000)]: 1 }, undefined, 'there is no such field'],
  ])(
    'a field that is not there is named with the one that was probably meant',
    async (path, body, field, problem) => {
      const reply = await server.send(path, { body });
      expectError(reply, 400, 'request_invalid');
      expect(reply.json()).toMatchObject({ error: { details: { ...(field && { field }), problem } } });
    },
  );

  test('a filter on a field that no document declares is refused', async () => {
    const filter = { field: 'no such field', op: 'eq', value: 1 };
    expectError(await server.send(ask, { body: { question: 'When?', filter } }), 400, 'filter_invalid');
  });

  test('no body makes the server fail', async () => {
    const scalar = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean());
    const filter = fc.letrec<{ filter: unknown }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        fc.record({ field: fc.string(), op: fc.constantFrom('eq', 'gte', 'lte'), value: scalar }),
        fc.record({ field: fc.constant('audience'), op: fc.constant('in'), value: fc.array(scalar) }),
        fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
      ),
    })).filter;
    const body = fc.oneof(
      fc.jsonValue(),
      fc.record({ question: fc.string({ unit: 'binary', maxLength: 60 }), filter }),
      fc.record({ question: fc.string({ unit: 'binary', maxLength: 60 }), topK: fc.integer() }),
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const reply = await server.send(ask, { method: 'POST', body: JSON.stringify(value) });
        expect(reply.status, reply.body).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  });
});

describe('methods', () => {
  const documentPath = `${documentsPath}/a%2Fb`;
  const conversationPath = '/api/v1/collections/default/conversations/c';

  test.each([
    ['GET', ask, 'OPTIONS, POST'],
    ['DELETE', `${ask}?stream=1`, 'OPTIONS, POST'],
    ['PUT', documentsPath, 'GET, HEAD, OPTIONS, POST'],
    ['POST', documentPath, 'DELETE, GET, HEAD, OPTIONS, PATCH, PUT'],
    ['PUT', conversationPath, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['TRACE', '/healthz', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('%s is not taken at %s, and what is taken is said', async (method, path, allowed) => {
    const reply = await server.send(path, { method });
    expectError(reply, 405, 'method_not_allowed');
    expect(reply.json()).toMatchObject({ error: { details: { method, allowed } } });
    expect(reply.headers.allow).toBe(allowed);
  });

  test('OPTIONS says what is taken, and lets no other origin in', async () => {
    const reply = await server.send(ask, {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    });
    expect(reply.status).toBe(204);
    expect(reply.headers.allow).toBe('OPTIONS, POST');
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('each route takes the methods that it says', async () => {
    for (const { method, path } of await everyRoute()) {
      if (path === '/nothing' || path === '/%zz') continue;
      const { headers } = await server.send(path, { method: 'OPTIONS' });
      expect(String(headers.allow).split(', '), path).toContain(method);
    }
  });
});

describe('bytes that are no request', () => {
  test.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a method of its own', 'ASK / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['too many headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  ])('%s', async (_, bytes) => {
    const reply = await exchange(bytes);
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n')))).toMatchObject({
      error: { code: 'request_invalid', details: { field: 'request' } },
    });
  });

  test('are not answered in the place of the request before them', async () => {
    const reply = exchange('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nhello\r\n\r\n');
    expect(await reply.catch(() => 'hung up')).not.toContain('400 Bad Request');
  });
});

/** Sends bytes over a socket and returns what comes back until the server hangs up. */
function exchange(...bytes: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => {
      for (const part of bytes) socket.write(part);
    });
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      received += part;
    });
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)));
    socket.on('close', () => resolve(received));
  });
}
