import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { ChromaClient } from 'chromadb';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Chunk, chunkId, type Metadata } from '../../contracts/chunk.ts';
import type { ChunkStore, ChunkWrite, IndexSpec } from '../../contracts/engine.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { chromaEngine } from './chroma-engine.ts';
import { chromaCondition } from './chroma-filter.ts';
import { anyFilter, anyMetadata, documentIds, fields, holds } from './filters.test-support.ts';

const { CHROMA_URL: url = '', CHROMA_API_KEY: apiKey } = process.env;
const needsServer = describe.skipIf(url === '');
const title = url === '' ? 'Chroma (CHROMA_URL names no server)' : 'Chroma';

const options = { ...(url && { url }), ...(apiKey && { apiKey }) };
const spec: IndexSpec = { id: 'live', collection: 'default', dimension: 3, fields };

interface Said {
  readonly documentId?: string;
  readonly version?: number;
  readonly ordinal?: number;
  readonly id?: string;
  readonly content?: string;
  readonly metadata?: Metadata;
}

function chunk({ documentId = 'guide', version = 1, ordinal = 0, ...said }: Said = {}): Chunk {
  const { id = chunkId(documentId, version, ordinal), content = `text ${ordinal}`, metadata = {} } = said;
  const place = {
    id,
    documentId,
    version,
    ordinal,
    start: ordinal * 100,
    end: ordinal * 100 + content.length,
  };
  return { ...place, content, title: 'Guide', headingPath: ['Part'], tokens: 2, language: 'en', metadata };
}

const axes = [Float32Array.of(1, 0, 0), Float32Array.of(0, 1, 0), Float32Array.of(0, 0, 1)] as const;
const write = (said: Said, ...vectors: Float32Array[]): ChunkWrite => ({
  chunk: chunk(said),
  vectors: vectors.length > 0 ? vectors : [axes[0]],
});

/** Vectors that are nearly the same. */
function near(at: number): Float32Array {
  return Float32Array.from({ length: 8 }, (_, axis) => (axis === 0 ? 1 : (at % 7) * 1e-4));
}

needsServer(title, () => {
  const collection = `test-${randomUUID()}`;
  const engine = chromaEngine({ ...options, collection });
  const client = new ChromaClient({
    host: new URL(url || 'http://127.0.0.1').hostname,
    port: Number(new URL(url || 'http://127.0.0.1').port),
    headers: apiKey ? { 'x-chroma-token': apiKey } : {},
  });

  afterEach(async () => {
    for (const name of [spec.id, 'other', 'plain_', 'big']) await engine.drop(name);
  });
  afterAll(() => engine.close());

  test('vectors that are nearly the same hide none of the others', async () => {
    const index = await engine.open({ ...spec, dimension: 8 });
    const apart = Array.from({ length: 30 }, (_, at) =>
      Float32Array.from({ length: 8 }, (_, axis) => Math.sin(at * 8 + axis)),
    );
    await index.write(
      [...Array.from({ length: 200 }, (_, at) => near(at)), ...apart].map((vector, ordinal) =>
        write(
          { ordinal },
          vector.map((value) => value / Math.hypot(...vector)),
        ),
      ),
    );
    const found = await index.vectors?.search({ vector: near(3), limit: 230 });
    expect(found?.length).toBe(230);
  });

  test('D2: a collection is made for cosines, and says what it is', async () => {
    await engine.open(spec);
    await engine.open({ ...spec, id: 'plain_' });
    const made = await client.getCollection({ name: `${collection}.live` });
    expect(made.configuration.hnsw?.space).toBe('cosine');
    expect(made.metadata).toEqual({
      'footnote:index': 'live',
      'footnote:collection': 'default',
      'footnote:dimension': 3,
    });
    expect(await client.getCollection({ name: `${collection}.plain_.0` })).toMatchObject({
      name: expect.any(String),
    });
  });

  test.each(['l2', 'ip'] as const)(
    'a collection of the distance %s is a mismatch that names both',
    async (space) => {
      const name = `${collection}.other`;
      await client.createCollection({ name, embeddingFunction: null, configuration: { hnsw: { space } } });
      try {
        await expect(engine.open({ ...spec, id: 'other' })).rejects.toMatchObject({
          code: 'index_mismatch',
          message: expect.stringMatching(`the distance ${space}.*the distance cosine`),
        });
        await engine.drop('other');
        expect(await client.getCollection({ name })).toMatchObject({ name });
      } finally {
        await client.deleteCollection({ name });
      }
    },
  );

  test('the collection of another program is neither used nor dropped', async () => {
    const name = `${collection}.other`;
    await client.createCollection({
      name,
      embeddingFunction: null,
      configuration: { hnsw: { space: 'cosine' } },
    });
    try {
      await expect(engine.open({ ...spec, id: 'other' })).rejects.toMatchObject({
        code: 'engine_rejected',
        message: expect.stringContaining('engine.name'),
      });
      await engine.drop('other');
      expect(await client.getCollection({ name })).toMatchObject({ name });
    } finally {
      await client.deleteCollection({ name });
    }
  });

  test('another dimension is a mismatch that names both', async () => {
    await engine.open(spec);
    await expect(engine.open({ ...spec, dimension: 4 })).rejects.toMatchObject({
      code: 'index_mismatch',
      details: { stored: 'vectors of 3 dimensions', configured: '4' },
    });
  });

  test('a chunk scores as its best window, and the limit is full of chunks', async () => {
    const store = await engine.open(spec);
    const near = Array.from({ length: 50 }, (_, at) => Float32Array.of(1, at / 10_000, 0));
    await store.write([
      write({ documentId: 'many' }, ...near),
      write({ documentId: 'two' }, axes[2], Float32Array.of(0.6, 0.8, 0)),
      write({ documentId: 'one' }, axes[1]),
      write({ documentId: 'opposite' }, Float32Array.of(-1, 0, 0)),
    ]);
    for (const limit of [4, 3, 4]) {
      const hits = await store.vectors?.search({ vector: axes[0], limit });
      expect(hits?.map(({ documentId }) => documentId)).toEqual(
        ['many', 'two', 'one', 'opposite'].slice(0, limit),
      );
      const scores = hits?.map(({ score }) => score) ?? [];
      for (const [at, score] of [1, 0.6, 0, -1].slice(0, limit).entries())
        expect(scores[at]).toBeCloseTo(score, 5);
      for (const score of scores) expect(Math.abs(score)).toBeLessThanOrEqual(1);
    }
    expect(await store.vectors?.count()).toEqual({ vectors: 54, chunks: 4 });
    expect(await store.count()).toBe(4);
    expect(await store.count({ filter: { field: 'documentId', op: 'in', value: ['many', 'two'] } })).toBe(2);
  });

  test('a chunk that is written again loses the windows and the metadata that it has no longer', async () => {
    const store = await engine.open(spec);
    const metadata = { topic: 'art', tags: ['red', 'blue'], published: '2020-06', year: 2020 };
    await store.write([write({ content: 'old', metadata }, axes[0], axes[1], axes[2])]);
    await store.write([write({ content: 'new', metadata: { tags: ['red'] } }, axes[1])]);
    expect(await store.vectors?.count()).toEqual({ vectors: 1, chunks: 1 });
    expect(await store.get(['guide.1.0'])).toEqual([chunk({ content: 'new', metadata: { tags: ['red'] } })]);
    expect(await store.vectors?.search({ vector: axes[0], limit: 5 })).toMatchObject([{ score: 0 }]);
    const remaining = { red: 1, blue: 0 };
    for (const [value, count] of Object.entries(remaining))
      expect(await store.count({ filter: { field: 'tags', op: 'eq', value } })).toBe(count);
    for (const field of ['topic', 'published', 'year'] as const) {
      const value = field === 'year' ? 2020 : metadata[field];
      expect(await store.count({ filter: { field, op: 'eq', value } })).toBe(0);
    }
    await store.write([write({ content: 'more' }, axes[0], axes[2])]);
    expect(await store.vectors?.count()).toEqual({ vectors: 2, chunks: 1 });
    expect(await store.get(['guide.1.0'])).toEqual([chunk({ content: 'more' })]);
  });

  test('a chunk that is written without a vector is there no more', async () => {
    const store = await engine.open(spec);
    await store.write([write({}, axes[0], axes[1]), write({ ordinal: 1 })]);
    await store.write([{ chunk: chunk(), vectors: [] }]);
    expect(await store.vectors?.count()).toEqual({ vectors: 1, chunks: 1 });
    expect(await store.get(['guide.1.0', 'guide.1.1'])).toEqual([chunk({ ordinal: 1 })]);
  });

  test('a chunk whose id says nothing of its document is found, read, counted and removed like others', async () => {
    const store = await engine.open(spec);
    const odd = { id: 'b.7.0', documentId: 'a', version: 3 };
    await store.write([
      write({ ...odd, content: 'odd' }, axes[0], axes[1]),
      write({ documentId: 'b', version: 8 }),
    ]);
    expect(await store.get(['b.7.0', 'b.8.0', 'b.7.0'])).toEqual([
      chunk({ ...odd, content: 'odd' }),
      chunk({ documentId: 'b', version: 8 }),
      chunk({ ...odd, content: 'odd' }),
    ]);
    const hits = await store.vectors?.search({ vector: axes[1], limit: 1 });
    expect(hits).toMatchObject([{ chunkId: 'b.7.0', documentId: 'a', version: 3 }]);
    const versions = [...(await store.versions())].toSorted((left, right) => left.version - right.version);
    expect(versions).toEqual([
      { documentId: 'a', version: 3 },
      { documentId: 'b', version: 8 },
    ]);
    // The same id as a chunk of the document that it names.
    await store.write([write({ documentId: 'b', version: 7, content: 'plain' })]);
    expect(await store.count()).toBe(2);
    expect((await store.get(['b.7.0']))[0]).toMatchObject({ documentId: 'b', content: 'plain' });
    await store.write([write({ ...odd, content: 'odd' })]);
    await store.remove([{ documentId: 'b' }]);
    expect(await store.versions()).toEqual([{ documentId: 'a', version: 3 }]);
    await store.remove([{ documentId: 'a', version: 3 }]);
    expect(await store.count()).toBe(0);
  });

  test('text that no request can carry comes back as it was', async () => {
    const store = await engine.open(spec);
    const texts = ['lone \ud800', '', '\0', '\ufeffx', 'long '.repeat(20_000)];
    const written = texts.map((content, ordinal) =>
      write({ ordinal, content, metadata: { topic: content } }),
    );
    await store.write(written);
    expect(await store.get(written.map(({ chunk: { id } }) => id))).toEqual(written.map((one) => one.chunk));
    expect(await store.get(['guide.1.0\ud800'])).toEqual([]);
    await store.remove([{ documentId: 'guide\ud800' }]);
    expect(await store.count()).toBe(texts.length);
  });

  test('a batch of more than the server takes at once is all there, and so are all its chunks when it is removed', async () => {
    // 42 MB of vectors, of which the server refuses 40 at once.
    const dimension = 8192;
    const store = await engine.open({ ...spec, id: 'big', dimension });
    const batch = Array.from({ length: 1300 }, (_, ordinal) => {
      const random = seededRandom(ordinal);
      const vector = Float32Array.from({ length: dimension }, () => random() - 0.5);
      return write({ ordinal, documentId: ordinal % 2 === 0 ? 'even' : 'odd' }, vector);
    });
    await store.write(batch);
    expect(await store.count()).toBe(1300);
    expect(await store.get(batch.map((one) => one.chunk.id))).toEqual(batch.map((one) => one.chunk));
    await store.remove([{ documentId: 'even' }]);
    expect(await store.versions()).toEqual([{ documentId: 'odd', version: 1 }]);
    expect(await store.count()).toBe(650);
  });

  test('a filter of ten thousand documents is applied by the server', async () => {
    const store = await engine.open(spec);
    await store.write(['d7', 'd9999', 'other'].map((documentId) => write({ documentId })));
    const filter = {
      field: 'documentId',
      op: 'in' as const,
      value: Array.from({ length: 1e4 }, (_, at) => `d${at}`),
    };
    expect(store.canFilter?.(filter)).toBe(true);
    const hits = await store.vectors?.search({ vector: axes[0], limit: 10, filter });
    expect(hits?.map(({ documentId }) => documentId)).toEqual(['d7', 'd9999']);
    expect(await store.count({ filter })).toBe(2);
    const none = { field: 'documentId', op: 'in' as const, value: [] };
    expect(await store.vectors?.search({ vector: axes[0], limit: 10, filter: none })).toEqual([]);
    expect(await store.count({ filter: { not: none } })).toBe(3);
  });

  describe('with metadata of every kind', () => {
    const described = fc.sample(anyMetadata, { numRuns: 150, seed: 5 }).map((metadata, ordinal) => ({
      ordinal,
      metadata,
      documentId: documentIds[ordinal % documentIds.length] as string,
    }));
    const filling = { ...spec, id: 'filled' };
    let store: ChunkStore;
    beforeAll(async () => {
      store = await engine.open(filling);
      await store.write(
        described.map((said, at) => write(said, ...(at % 3 === 0 ? [axes[0], axes[1]] : [axes[2]]))),
      );
    });
    afterAll(() => engine.drop(filling.id));

    test('the server applies what it is given exactly as the contract says', async () => {
      const given = fc
        .sample(anyFilter, { numRuns: 700, seed: 11 })
        .filter((filter) => typeof chromaCondition(filter, fields) === 'object');
      expect(given.length).toBeGreaterThan(150);
      for (const filter of given) {
        const passing = described.filter(({ documentId, metadata }) => holds(filter, documentId, metadata));
        const hits = (await store.vectors?.search({ vector: axes[0], limit: 1000, filter })) ?? [];
        const found = hits
          .map((hit) => Number(hit.chunkId.split('.').at(-1)))
          .toSorted((left, right) => left - right);
        expect(found, JSON.stringify(filter)).toEqual(passing.map(({ ordinal }) => ordinal));
        expect(await store.count({ filter }), JSON.stringify(filter)).toBe(passing.length);
      }
    });

    test('what it cannot apply is refused', async () => {
      const filter = { field: 'topic', op: 'gte' as const, value: 'b' };
      expect(store.canFilter?.(filter)).toBe(false);
      await expect(store.count({ filter })).rejects.toMatchObject({ code: 'filter_invalid' });
    });
  });

  test('a store whose index was dropped says so', async () => {
    const store = await engine.open(spec);
    await engine.drop(spec.id);
    await expect(store.count()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('the index "live" was dropped'),
    });
  });

  test('a missing database is named with what to do', async () => {
    const elsewhere = chromaEngine({ ...options, database: 'nowhere' });
    await expect(elsewhere.open(spec)).rejects.toMatchObject({
      code: 'engine_rejected',
      message: expect.stringMatching(/Chroma at \S+ refused.*engine\.database/),
    });
    await elsewhere.drop('live');
    await elsewhere.close();
  });

  describe('behind a network that fails', () => {
    const sockets = new Set<Socket>();
    let proxy: Server;
    let isStalled = false;
    let isCut = false;
    let port = 0;

    beforeAll(async () => {
      const target = new URL(url);
      proxy = createServer((incoming) => {
        sockets.add(incoming);
        incoming.on('close', () => sockets.delete(incoming)).on('error', () => {});
        if (isCut) incoming.destroy();
        if (isCut || isStalled) return;
        const outgoing = connect(Number(target.port), target.hostname);
        outgoing.on('error', () => incoming.destroy());
        incoming.on('close', () => outgoing.destroy());
        incoming.pipe(outgoing).pipe(incoming);
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      port = (proxy.address() as { port: number }).port;
    });
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });

    const fail = (how: 'cut' | 'stalled' | 'not at all') => {
      isCut = how === 'cut';
      isStalled = how === 'stalled';
      for (const socket of sockets) socket.destroy();
    };

    test.each(['cut', 'stalled'] as const)('calls fail while it is %s, and go on afterwards', async (how) => {
      const through = chromaEngine({ url: `http://127.0.0.1:${port}`, collection, timeoutMs: 500 });
      try {
        const store = await through.open(spec);
        await store.write([write({})]);
        fail(how);
        const calls = [
          () => store.vectors?.search({ vector: axes[0], limit: 1 }),
          () => store.get(['guide.1.0']),
          () => store.write([write({ ordinal: 1 })]),
          () => store.remove([{ documentId: 'guide' }]),
          () => store.count(),
          () => through.open(spec),
        ];
        for (const call of calls)
          await expect(call()).rejects.toMatchObject({
            code: 'engine_unavailable',
            message: expect.stringContaining(`Chroma at 127.0.0.1:${port}`),
          });
        fail('not at all');
        expect(await store.get(['guide.1.0'])).toEqual([chunk()]);
        await store.write([write({ ordinal: 1 })]);
        expect(await store.count()).toBe(2);
      } finally {
        fail('not at all');
        await through.close();
      }
    });

    test('a call that is given up does not wait for its answer', async () => {
      const through = chromaEngine({ url: `http://127.0.0.1:${port}`, collection, timeoutMs: 60_000 });
      try {
        const store = await through.open(spec);
        fail('stalled');
        const controller = new AbortController();
        const asked = store.count({ signal: controller.signal });
        await expect.poll(() => sockets.size).toBeGreaterThan(0);
        controller.abort();
        await expect(asked).rejects.toMatchObject({ code: 'aborted' });
        // Nor does the connection stay open.
        await expect.poll(() => sockets.size).toBe(0);
      } finally {
        fail('not at all');
        await through.close();
      }
    });
  });
});
