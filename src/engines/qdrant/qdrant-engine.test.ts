import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Analyser } from '../../contracts/analyser.ts';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type { IndexSpec } from '../../contracts/engine.ts';
import { chunkTerms, termFields } from '../chunk-terms.ts';
import { wordAnalyser } from '../embedded/word-analyser.test-support.ts';
import { qdrantEngine } from './qdrant-engine.ts';
import {
  answerWith,
  cut,
  hang,
  type PeerCollection,
  type QdrantFault,
  type QdrantPeer,
  refuse,
  startQdrantPeer,
} from './qdrant-peer.test-support.ts';
import { pointOf, textsOf } from './qdrant-point.ts';

/*
 * How the engine deals with a server that fails, refuses or holds something else; that what is sent is understood
 * `qdrant-schema.test.ts` holds, and what comes of it `qdrant-live.test.ts` where there is a server.
 */

let peer: QdrantPeer;
beforeEach(async () => {
  peer = await startQdrantPeer();
});
afterEach(() => peer.close());

const spec: IndexSpec = { id: 'index', collection: 'docs', dimension: 2, fields: {} };
const apiKey = 'very-secret-key';
const engineAt = (url: string, more = {}) => qdrantEngine({ url, apiKey, analyser: wordAnalyser, ...more });

const upserts = 'PUT /collections/{collection_name}/points';
const window = Float32Array.of(0.6, 0.8);

function write(ordinal: number) {
  const content = `apple ${ordinal}`;
  const chunk: Chunk = {
    id: chunkId('doc', 1, ordinal),
    documentId: 'doc',
    version: 1,
    ordinal,
    start: 0,
    end: content.length,
    content,
    title: '',
    headingPath: [],
    tokens: 2,
    language: 'en',
    metadata: {},
  };
  return { chunk, vectors: [window] };
}

test('E4: a collection is created once, with the graph that was asked for, and its tenant index first', async () => {
  const hnsw = { m: 24, efConstruct: 200 };
  const engine = engineAt(peer.url, { collection: 'textbook_chunks', hnsw });
  await engine.open(spec);
  await engine.open({ ...spec, id: 'other', fields: { year: 'number' } });
  expect(peer.of('PUT /collections/{collection_name}')).toMatchObject([
    {
      collection: 'textbook_chunks',
      body: {
        vectors: { dense: { size: 2, distance: 'Cosine' } },
        hnsw_config: { m: 24, ef_construct: 200 },
      },
    },
  ]);
  const indexes = peer.of('PUT /collections/{collection_name}/index').map(({ body }) => body);
  expect(indexes[0]).toEqual({ field_name: 'index', field_schema: { type: 'keyword', is_tenant: true } });
  expect(indexes.at(-1)).toEqual({ field_name: 'filter.numbers.year', field_schema: 'float' });
  const names = indexes.map((one) => (one as { field_name: string }).field_name);
  expect(new Set(names).size).toBe(names.length);
});

test('an index of another length lies in a collection of its own; one has the length that it has', async () => {
  const engine = engineAt(peer.url);
  await engine.open(spec);
  await engine.open({ ...spec, id: 'longer', dimension: 3 });
  expect([...peer.collections.keys()]).toEqual(['footnote', 'footnote_3']);
  const mismatch = {
    code: 'index_mismatch',
    message: expect.stringMatching(/vectors of 2 numbers .*"footnote"/),
  };
  await expect(engine.open({ ...spec, dimension: 3 })).rejects.toMatchObject(mismatch);
  await engine.drop('index');
  await engine.open({ ...spec, dimension: 3 });
  expect(peer.of('PUT /collections/{collection_name}')).toHaveLength(2);
});

test.each([
  ['one vector without a name', { size: 2, distance: 'Cosine' }],
  [
    'another distance',
    { dense: { size: 2, distance: 'Dot', multivector_config: { comparator: 'max_sim' } } },
  ],
  ['no windows', { dense: { size: 2, distance: 'Cosine' } }],
])('a collection of somebody else is left alone: %s', async (_, vectors) => {
  const foreign = { config: { vectors }, schema: {}, points: new Map() } as unknown as PeerCollection;
  (peer.collections as Map<string, PeerCollection>).set('footnote', foreign);
  await expect(engineAt(peer.url).open(spec)).rejects.toMatchObject({ code: 'index_mismatch' });
  expect(peer.requests.every(({ route }) => route.startsWith('GET'))).toBe(true);
});

test('a collection that another process creates meanwhile is used', async () => {
  peer.meet('GET /collections/{collection_name}/exists', answerWith({ exists: false }));
  await engineAt(peer.url).open(spec);
  peer.meet('GET /aliases', answerWith({ aliases: [] }));
  peer.meet('GET /collections/{collection_name}/exists', answerWith({ exists: false }));
  await engineAt(peer.url).open(spec);
  expect(peer.collections.size).toBe(1);
});

test('E4: chunks are written by the hundred, and waited for', async () => {
  const store = await engineAt(peer.url).open(spec);
  await store.write(Array.from({ length: 250 }, (_, ordinal) => write(ordinal)));
  const sizes = peer.of(upserts).map(({ body }) => (body as { points: unknown[] }).points.length);
  expect(sizes).toEqual([100, 100, 50]);
  for (const { query } of peer.of(upserts)) expect(query.get('wait')).toBe('true');
});

const failed = refuse(500, 'Service internal error: the log is locked');

test('E4: a batch that fails is written once more; one that fails again is reported', async () => {
  const store = await engineAt(peer.url).open(spec);
  // Three tries are one attempt.
  peer.meet(upserts, failed, failed, failed);
  await store.write([write(0)]);
  expect(peer.of(upserts)).toHaveLength(4);
  peer.meet(upserts, ...Array<QdrantFault>(6).fill(failed));
  await expect(store.write([write(1)])).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: expect.stringContaining('the log is locked'),
  });
  expect(peer.of(upserts)).toHaveLength(10);
});

test('a write that the server has only taken note of is no write', async () => {
  const store = await engineAt(peer.url).open(spec);
  peer.meet(upserts, answerWith({ operation_id: 1, status: 'acknowledged' }));
  await store.write([write(0)]);
  expect(peer.of(upserts)).toHaveLength(2);
});

test.each([
  [500, 'Service internal error: No space left on device: WAL buffer size exceeds available disk space'],
  [400, 'Bad request: Max points count limit of 100 reached!. Help: Reduce the collection size'],
])('a full server is told plainly (%i)', async (status, reason) => {
  const store = await engineAt(peer.url).open(spec);
  peer.meet(upserts, refuse(status, reason), refuse(status, reason));
  await expect(store.write([write(0)])).rejects.toMatchObject({
    code: 'store_full',
    message: expect.stringContaining('no space left'),
  });
});

test.each([
  [401, 'Must provide an API key or an Authorization bearer token', /Check engine\.apiKey/],
  [403, 'Forbidden: Global manage access is required', /Check engine\.apiKey/],
  [400, 'Bad request: Filter too large. Help: Decrease it', /strict mode/],
  [413, 'Payload too large', /max_request_size_mb/],
  [404, "Not found: Collection `footnote` doesn't exist!", /ingest again/],
])('a refusal says what to do and no secret: %i', async (status, reason, remedy) => {
  const store = await engineAt(peer.url.replace('//', '//user:hidden@')).open(spec);
  expect(peer.requests[0]?.headers['api-key']).toBe(apiKey);
  peer.meet(upserts, refuse(status, reason));
  const error = await store.write([write(0)]).then(
    () => expect.unreachable(),
    (refusal: unknown) => refusal as Error & { code: string },
  );
  expect(error.code).toBe('engine_rejected');
  expect(error.message).toMatch(remedy);
  expect(error.message).toContain(reason);
  expect(JSON.stringify([error, error.message])).not.toMatch(/very-secret-key|hidden/);
  expect(peer.of(upserts)).toHaveLength(1);
});

test('E4: a connection that breaks off is tried again, and nothing is written to the console', async () => {
  const warn = vi.spyOn(console, 'warn');
  const store = await engineAt(peer.url).open(spec);
  peer.meet('POST /collections/{collection_name}/points/count', cut, cut);
  expect(await store.count()).toBe(0);
  expect(warn).not.toHaveBeenCalled();
  warn.mockRestore();
});

test('a server that does not answer is given up in time, and one that is stopped at once', async () => {
  const engine = engineAt(peer.url, { timeoutMs: 1000 });
  const store = await engine.open(spec);
  peer.meet('POST /collections/{collection_name}/points/count', hang, hang);
  await expect(store.count()).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: /within 1000 ms/,
  });
  const controller = new AbortController();
  const counting = store.count({ signal: controller.signal });
  controller.abort();
  await expect(counting).rejects.toMatchObject({ code: 'aborted' });
});

test('whoever has a dropped index open is told so, before its points go', async () => {
  const [engine, other] = [engineAt(peer.url), engineAt(peer.url)];
  const store = await engine.open(spec);
  await store.write([write(0)]);
  const deletions = 'POST /collections/{collection_name}/points/delete';
  peer.meet(deletions, refuse(400, 'no'));
  await expect(other.drop('index')).rejects.toMatchObject({ code: 'engine_rejected' });
  const dropped = { code: 'store_unavailable', message: expect.stringContaining('"index" was dropped') };
  await expect(store.write([write(1)])).rejects.toMatchObject(dropped);
  await expect(store.vectors?.search({ vector: window, limit: 5 })).rejects.toMatchObject(dropped);
  // The next who drops it, or opens it anew, takes away what is left.
  await other.drop('index');
  expect(peer.of(deletions)).toHaveLength(2);
  await other.drop('index');
  await engine.open(spec);
  expect(peer.of(deletions)).toHaveLength(2);
  expect(await store.count()).toBe(1);
});

test('a server that is not there is named with its port', async () => {
  await peer.close();
  const { host } = new URL(peer.url);
  await expect(engineAt(peer.url).open(spec)).rejects.toMatchObject({
    code: 'engine_unavailable',
    message: expect.stringContaining(`Qdrant at ${host}`),
  });
  peer = await startQdrantPeer();
});

test('a chunk that is removed while it gets its vectors is left out', async () => {
  const store = await engineAt(peer.url).open(spec);
  await store.write([write(0)]);
  const batches = 'POST /collections/{collection_name}/points/batch';
  peer.meet(batches, refuse(404, 'Not found: No point with id 1 found'));
  await store.vectors?.add?.([{ chunkId: chunkId('doc', 1, 0), vectors: [window] }]);
  expect(peer.of(batches)).toHaveLength(2);
  await store.vectors?.add?.([{ chunkId: 'unknown', vectors: [window] }]);
  expect(peer.of(batches)).toHaveLength(2);
});

test('a cosine is at most 1, and damaged points are left out', async () => {
  const store = await engineAt(peer.url).open(spec);
  await store.write([write(0)]);
  const [hit] = (await store.vectors?.search({ vector: window, limit: 5 })) ?? [];
  expect(hit).toEqual({ chunkId: 'doc.1.0', documentId: 'doc', version: 1, score: 1 });
  for (const point of peer.collections.get('footnote')?.points.values() ?? []) delete point.payload?.metadata;
  expect(await store.get(['doc.1.0'])).toEqual([]);
});

test.each(['127.0.0.1:6333', 'ftp://host', '', 'not an address'])('no address: "%s"', (url) => {
  expect(() => engineAt(url)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
});

test.each(['a/b', 'a.b', 'a b*', 'x'.repeat(200)])('no name of a collection: "%s"', (collection) => {
  expect(() => engineAt(peer.url, { collection })).toThrow(
    expect.objectContaining({ code: 'config_invalid' }),
  );
});

test('the terms of a chunk come back from its payload in order, or not at all where they would not be the same', () => {
  const averages = { content: 1, title: 1, headingPath: 1, grams: 1 };
  const payloadOf = (content: string, analyser: Analyser) => {
    const chunk = { ...write(0).chunk, content };
    const terms = chunkTerms(chunk, analyser);
    const { payload } = pointOf({
      indexId: 'index',
      chunk,
      vectors: [],
      terms,
      averages,
      besides: undefined,
    });
    return { read: textsOf(payload), terms };
  };
  const { read, terms } = payloadOf('apple 7 pear apple', wordAnalyser);
  expect(read?.content).toEqual({ terms: ['apple', '7', 'pear', 'apple'], length: 3 });
  for (const field of termFields)
    expect(read?.[field]).toEqual({ terms: terms[field].terms, length: terms[field].length });
  const odd: Analyser = {
    ...wordAnalyser,
    terms: (text) =>
      text === '' ? [] : [{ text: 'two words', isNumber: false, start: 0, end: text.length }],
  };
  expect(payloadOf('two words', odd).read).toBeUndefined();
});
