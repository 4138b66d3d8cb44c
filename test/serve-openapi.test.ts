import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keepRun, listKeptRuns } from '../src/evaluate/evaluation-run.ts';
import { madeUpRun } from '../src/evaluate/made-up-run.test-support.ts';
import { sentEvents, serveTestStore } from './serve-fixture.ts';

type JsonSchema = { readonly [key: string]: unknown };

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonSchema }> };
  readonly responses: Record<
    string,
    { readonly description: string; readonly content: Record<string, { readonly schema: JsonSchema }> }
  >;
}

interface Description {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, JsonSchema> };
}

const folder = mkdtempSync(join(tmpdir(), 'footnote-synced-'));
afterAll(() => rmSync(folder, { recursive: true }));
const { store, server } = await serveTestStore({}, { server: { folders: [folder] } });

/** A message of the Model Context Protocol that is answered with JSON. */
const revision = '2026-07-28';
const listTools = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/list',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': revision,
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

/** What a request of an operation has to say besides its body. */
const headersOf: Readonly<Record<string, Record<string, string>>> = {
  mcp: { 'mcp-protocol-version': revision, 'mcp-method': 'tools/list' },
};
const description = (await server.send('/openapi.json')).json() as Description;

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** A route of the router as the description names it. */
function pathOf(url: string): string {
  const parts = url.split('::').map((part) => part.replace(/:(\w+)(?:\(\^.*\))?/g, '{$1}'));
  return parts.join(':');
}

/** A stream, and what only a job that is at work can be asked: tests of their own have them. */
const elsewhere = new Set([
  'cancelJob',
  'followJob',
  'getOriginal',
  'getPicture',
  'renameCollection',
  'deleteCollection',
]);

/** Operations that change something and are told all of it by their address. */
const withoutBody = new Set(['cancelJob', 'createCollection', 'testModels']);

/** Checks values by a schema of the description alone, without the schemas that it was made from. */
function checker(schema: JsonSchema): z.ZodType {
  const local = JSON.parse(
    JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as JsonSchema;
  const definitions = JSON.parse(
    JSON.stringify(description.components.schemas).replaceAll('#/components/schemas/', '#/$defs/'),
  ) as JsonSchema;
  return z.fromJSONSchema({ ...local, $defs: definitions } as Parameters<typeof z.fromJSONSchema>[0]);
}

function schemaOfReply(operation: Operation, status: string, type = 'application/json'): JsonSchema {
  const schema = operation.responses[status]?.content[type]?.schema;
  if (!schema) throw new Error(`${operation.operationId} describes no reply of status ${status}`);
  return schema;
}

describe('the description', () => {
  test('is OpenAPI 3.1 of this version of the package', () => {
    expect(description.openapi).toBe('3.1.0');
    expect(description.info.title).toBe('Footnote');
    expect(description.info.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  test('names as its server where it was found, whatever host and folder that is', () => {
    expect(
      description.servers.map(({ url }) => new URL(url, 'https://docs.example.org/papers/openapi.json').href),
    ).toEqual(['https://docs.example.org/papers/']);
  });

  test('lists every route of the router but itself, and no other', () => {
    const routed = server.routes
      .filter(({ method, url }) => method !== 'HEAD' && url !== '/openapi.json')
      .map(({ method, url }) => `${method} ${pathOf(url)}`);
    expect(
      operations()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(routed.toSorted());
  });

  test('gives every operation a name of its own, a summary, its parameters and its replies', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { path, method, operation } of operations()) {
      expect(operation.summary).not.toBe('');
      expect(operation.tags).toHaveLength(1);
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
      const declared = operation.parameters?.filter((one) => one.in === 'path' && one.required) ?? [];
      expect(declared.map(({ name }) => name).toSorted()).toEqual(inPath.toSorted());
      const [good = '', ...others] = Object.keys(operation.responses);
      expect(['200', '202']).toContain(good);
      expect(others).toEqual(['default']);
      expect(operation.responses.default?.description).toBe('Why the request failed.');
      expect(operation.responses[good]?.description).not.toBe('Default Response');
      const takesBody = ['POST', 'PUT', 'PATCH'].includes(method) && !withoutBody.has(operation.operationId);
      expect(operation.requestBody !== undefined, operation.operationId).toBe(takesBody);
    }
  });

  test('refers only to what it holds, and holds only what it refers to', () => {
    const referred = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
    const names = new Set(referred.map(([, name]) => String(name)));
    expect([...names].toSorted()).toEqual(Object.keys(description.components.schemas).toSorted());
  });

  test('says of every schema what it is', () => {
    for (const [name, schema] of Object.entries(description.components.schemas)) {
      expect(schema.description, name).toEqual(expect.any(String));
    }
  });

  test('gives examples that its own schemas accept', () => {
    let checked = 0;
    for (const [name, schema] of Object.entries(description.components.schemas)) {
      for (const example of (schema.examples ?? []) as unknown[]) {
        const { error } = checker({ $ref: `#/components/schemas/${name}` }).safeParse(example);
        expect(error, name).toBeUndefined();
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThanOrEqual(10);
  });
});

describe('replies', () => {
  test('of every operation are as described, failures included', async () => {
    const [document] = await store.footnote.listDocuments();
    const [job] = await store.footnote.listJobs();
    const question = 'How long do parcels to Norway take?';
    const kept = await store.footnote.ask(question, { conversationId: null });
    // Of another conversation than that which is erased.
    const told = await store.footnote.ask(question, { conversationId: null });
    const { shareId } = await store.footnote.shareAnswer(told.messageId ?? '');
    const { folderId } = await store.footnote.watchFolder(folder);
    const [asked] = (await store.footnote.getConversation(kept.conversationId ?? '')).history;
    await expect.poll(async () => (await server.send('/readyz')).status).toBe(200);
    const admin = await store.footnote.createKey({ name: 'admin', role: 'admin' });
    const authorization = { authorization: `Bearer ${admin.key}` };
    const other = await store.footnote.createKey({ name: 'other' });
    await keepRun(madeUpRun({ q1: 1 }), store.config.store);
    const [run] = await listKeptRuns(store.config.store);
    // What removes comes last.
    const inOrder = operations().toSorted(
      (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
    );
    for (const { path, method, operation } of inOrder) {
      const at = path
        .replace('{collection}', 'default')
        .replace('/keys/{id}', `/keys/${other.id}`)
        .replace('/jobs/{id}', `/jobs/${job?.id}`)
        .replace('{id}', document?.documentId ?? '')
        .replace(/\{(?:before|after)\}/g, run?.id ?? '')
        .replace('{shareId}', shareId)
        .replace('{folderId}', folderId)
        .replace('{model}', 'all-MiniLM-L6-v2')
        .replace('{conversationId}', kept.conversationId ?? '')
        .replace(/\/conversations$/, '$&?sessionId=any');
      const feedback = { messageId: kept.messageId, helpful: true, openedCitation: 1 };
      const bodies: Record<string, object> = {
        recordFeedback: feedback,
        mcp: listTools,
        createChatCompletion: { model: 'footnote/default', messages: [{ role: 'user', content: question }] },
        createEmbeddings: { model: 'all-MiniLM-L6-v2', input: question },
        createKey: { name: 'another' },
        changeConversation: { title: 'Parcels', pinned: true },
        branchConversation: { before: asked?.messageId ?? '' },
        shareAnswer: { messageId: kept.messageId },
        editDocument: { metadata: { season: 'winter' } },
        watchFolder: { path: folder },
        changeWatchedFolder: { isActive: false },
        signIn: { key: admin.key },
        addDocuments: { title: 'Bees', markdown: 'Bees dance.' },
        putDocument: { text: 'Ants march.' },
        missingDocuments: { documents: [] },
        syncDocuments: { path: folder },
        fetchDocuments: { url: 'https://nowhere.invalid/' },
      };
      if (elsewhere.has(operation.operationId)) continue;
      const takesBody = operation.requestBody !== undefined;
      const body = takesBody ? (bodies[operation.operationId] ?? { question }) : undefined;
      const [success = ''] = Object.keys(operation.responses);
      const headers = { ...authorization, ...headersOf[operation.operationId] };
      const good = await server.send(at, { method, body, headers });
      expect(`${good.status}`, good.body).toBe(success);
      const refused = await server.send(at, { method, body, headers: { ...headers, host: 'evil.example' } });
      for (const [status, reply] of [
        [success, good],
        ['default', refused],
      ] as const) {
        const isText = reply.headers['content-type']?.startsWith('text/plain') === true;
        const schema = schemaOfReply(operation, status, isText ? 'text/plain' : undefined);
        const { error } = checker(schema).safeParse(isText ? reply.body : reply.json());
        expect(error, `${operation.operationId} ${status}`).toBeUndefined();
      }
    }
  });

  test('are as described event by event where they are streamed', async () => {
    const path = '/api/v1/collections/default/ask';
    const { operation } = operations().find((one) => one.path.endsWith('/ask')) ?? {};
    const check = checker(schemaOfReply(operation as Operation, '200', 'text/event-stream'));
    const body = { question: 'How long do parcels to Norway take?', stream: true };
    const { key } = await store.footnote.createKey({ name: 'reader' });
    const events = sentEvents((await server.send(path, { body, headers: { 'x-api-key': key } })).body);
    expect(events.length).toBeGreaterThan(3);
    for (const { event, data } of events) {
      expect(check.safeParse(JSON.parse(data)).error, event).toBeUndefined();
    }
    expect(check.safeParse({ type: 'token' }).success).toBe(false);

    const [job] = await store.footnote.listJobs();
    const { operation: follow } = operations().find((one) => one.path.endsWith('/events')) ?? {};
    const followed = checker(schemaOfReply(follow as Operation, '200', 'text/event-stream'));
    const { key: writer } = await store.footnote.createKey({
      name: 'writer',
      role: 'write',
      groups: 'all',
    });
    const at = `/api/v1/collections/default/jobs/${job?.id}/events`;
    const [event, ...more] = sentEvents((await server.send(at, { headers: { 'x-api-key': writer } })).body);
    expect([event?.event, more]).toEqual(['done', []]);
    expect(followed.safeParse(JSON.parse(event?.data ?? '')).error).toBeUndefined();
  });

  test('are checked by a description that can tell a wrong one', () => {
    const { operation } = operations().find(({ path }) => path.endsWith('/ask')) ?? {};
    const check = checker(schemaOfReply(operation as Operation, '200'));
    const { examples } = description.components.schemas.Answer ?? {};
    const [example] = examples as [Record<string, unknown>];
    expect(check.safeParse(example).success).toBe(true);
    expect(check.safeParse({ ...example, confidence: 2 }).success).toBe(false);
    expect(check.safeParse({ ...example, citations: [{}] }).success).toBe(false);
    expect(check.safeParse({ ...example, answer: undefined }).success).toBe(false);
  });
});
