import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectError, serveTestStore } from './serve-fixture.ts';

const documentsPath = '/api/v1/collections/default/documents';

const { server } = await serveTestStore();

describe('addresses', () => {
  test('an unknown collection is named', async () => {
    const below = '/api/v1/collections/nowhere';
    for (const reply of [
      await server.send(`${below}/ask`, { body: { question: 'When?' } }),
      await server.send(`${below}/search`, { body: { question: 'When?' } }),
      await server.send(`${below}/documents`),
      await server.send(`${below}/documents/x`),
      await server.send(`${below}/documents/x/text`),
    ]) {
      expectError(reply, 404, 'collection_unknown');
    }
  });

  test.each(['%2e%2e%2f', 'UPPER', 'a%20b', '%00', '%C3%BC', '-x', 'x'.repeat(49), '%27;drop%20table'])(
    '"%s" is no name of a collection',
    async (name) => {
      const reply = await server.send(`/api/v1/collections/${name}/documents`);
      expectError(reply, 400, 'request_invalid');
      expect(reply.json()).toMatchObject({ error: { details: { field: 'collection' } } });
    },
  );

  test.each([
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2fetc%2fpasswd',
    '%2e%2e',
    'refunds.md%00',
    '%00',
    'CON',
    '%F0%9F%92%A9',
    '%e2%80%ae',
    '__proto__',
    'constructor',
    "'%20or%201=1%20--",
    '%25',
    '*',
    'x'.repeat(1024),
  ])('"%s" is no document', async (id) => {
    expectError(await server.send(`${documentsPath}/${id}`), 404, 'document_unknown');
    expectError(await server.send(`${documentsPath}/${id}/text`), 404, 'document_unknown');
  });

  test.each(['%', '%zz', '%ff', '%c0%af', 'x'.repeat(1025)])('"%s" is no part of an address', async (id) => {
    expectError(await server.send(`${documentsPath}/${id}`), 400, 'request_invalid');
  });

  test('no id makes the server fail or find what it should not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), async (id) => {
        const reply = await server.send(`${documentsPath}/${encodeURIComponent(id)}`);
        expect([400, 404], reply.body).toContain(reply.status);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['GET', '/nothing'],
    ['OPTIONS', '/nothing'],
    ['GET', '/api/v1'],
    ['POST', `${documentsPath}/a/b`],
    ['GET', `${documentsPath}/`],
    ['DELETE', '/api/v1/collections//conversations/x'],
    ['GET', '/api/v1/collections/default/conversations/'],
    ['GET', `${documentsPath}/../../../../etc/passwd`],
    ['GET', `/${'x'.repeat(8000)}`],
  ])('%s %s is no route', async (method, path) => {
    const reply = await server.send(path, { method });
    expectError(reply, 404, 'route_unknown');
    expect(reply.headers.allow).toBeUndefined();
    expect(reply.body.length).toBeLessThan(1000);
  });
});

describe('parts of lists', () => {
  const conversations = '/api/v1/collections/default/conversations';

  test.each([
    [`${documentsPath}?limit=0`, 'limit', 'it must be at least 1'],
    [`${documentsPath}?limit=-5`, 'limit', 'it must be at least 1'],
    [`${documentsPath}?limit=1e99`, 'limit', 'it must be at most 1000'],
    [`${documentsPath}?limit=two`, 'limit', 'it must be a number'],
    [`${documentsPath}?limit=`, 'limit', 'it must be a number'],
    [`${documentsPath}?limit=0x10`, 'limit', 'it must be a number'],
    [`${documentsPath}?limit=1.5`, 'limit', 'it must be a whole number'],
    [`${documentsPath}?offset=`, 'offset', 'it must be a number'],
    [`${documentsPath}?offset=-1`, 'offset', 'it must be at least 0'],
    [`${documentsPath}?offset=1e99`, 'offset', 'it must be at most 9007199254740991'],
    [`${documentsPath}?search=a&search=b`, 'search', 'it must be a string'],
    [`${documentsPath}?search=${'x'.repeat(501)}`, 'search', 'it must have at most 500 characters'],
    [`${documentsPath}?page=2`, 'page', 'there is no such field in the query'],
    ['/api/v1/collections?limit=2', 'limit', 'there is no such field in the query'],
    [`${conversations}?sessionId=s&limit=1e99`, 'limit', 'it must be at most 1000'],
  ])('%s is refused', async (path, field, problem) => {
    const reply = await server.send(path);
    expectError(reply, 400, 'request_invalid');
    expect(reply.json()).toMatchObject({ error: { details: { field, problem } } });
  });
});
