import { afterAll, describe, expect, test } from 'vitest';
import { engineConformance } from '../../../conformance/engine.ts';
import { pipelineConformance } from '../../../conformance/pipeline.ts';
import { type Chunk, chunkId } from '../../contracts/chunk.ts';
import type { ChunkStore, Engine, IndexSpec } from '../../contracts/engine.ts';
import { analyser as createAnalyser } from '../../text/analyser/analyser.ts';
import { seededRandom } from '../../values/seeded-random.ts';
import { wordAnalyser } from '../embedded/word-analyser.test-support.ts';
import { qdrantEngine } from './qdrant-engine.ts';
import { QdrantServer } from './qdrant-server.ts';

/** A Qdrant for tests; nothing but collections that these tests name is touched in it. */
const url = process.env.QDRANT_URL ?? '';
const apiKey = process.env.QDRANT_API_KEY;

/** Of this run alone: several may share a server. */
const prefix = `footnote-test-${process.pid}-${Date.now().toString(36)}`;

const analyser = createAnalyser();
const engineOf = (collection: string, more = {}) =>
  qdrantEngine({ url, apiKey, collection, analyser, timeoutMs: 60_000, ...more });

const spec: IndexSpec = { id: 'one', collection: 'docs', dimension: 2, fields: { tags: 'list' } };
const unit = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));

function chunk(documentId: string, content: string, more: Partial<Chunk> = {}): Chunk {
  return {
    id: chunkId(documentId, 1, 0),
    documentId,
    version: 1,
    ordinal: 0,
    start: 0,
    end: content.length,
    content,
    title: '',
    headingPath: [],
    tokens: 1,
    language: 'en',
    metadata: {},
    ...more,
  };
}

const storeOf = async (engine: Engine, id: string) => engine.open({ ...spec, id });
const idsOf = (hits: readonly { documentId: string }[] | undefined) =>
  hits?.map(({ documentId }) => documentId);

const cosine = (left: Float32Array, right: Float32Array) =>
  left.reduce((sum, value, at) => sum + value * (right[at] as number), 0);

/** Of a term that so many of ten chunks hold. */
const idfOfTen = (chunks: number) => Math.log(1 + (10 - chunks + 0.5) / (chunks + 0.5));

const writeAll = (store: ChunkStore, contents: readonly string[]) =>
  store.write(contents.map((content, at) => ({ chunk: chunk(`d${at}`, content), vectors: [] })));

const metadataOf = (at: number) => ({ half: at % 2 === 0, hundredth: at % 100, rare: at % 3000 });

afterAll(async () => {
  if (url === '') return;
  const server = new QdrantServer({ url, apiKey });
  const { collections } = await server.ask((api, init) => api.getCollections({}, init));
  for (const { name } of collections)
    if (name.startsWith(prefix))
      await server.ask((api, init) => api.deleteCollection({ collection_name: name }, init), {
        timeoutMs: 60_000,
      });
});

describe.skipIf(url === '')('on a Qdrant server (skipped where QDRANT_URL names none)', () => {
  // All in one Qdrant collection: each test begins and ends with its indexes dropped, as many collections are slow.
  engineConformance({
    runner: { describe, test, afterAll },
    create: async () => {
      const indexes = ['conformance', 'other', 'missing'];
      const dropAll = async () => {
        const engine = engineOf(prefix);
        for (const id of indexes) await engine.drop(id);
        await engine.close();
      };
      await dropAll();
      return { engine: engineOf(prefix), reopen: async () => engineOf(prefix), dispose: dropAll };
    },
  });

  pipelineConformance({
    runner: { describe, test, afterAll },
    name: 'qdrant',
    create: async () => {
      const collection = `${prefix}-pipeline`;
      return {
        engine: engineOf(collection),
        reopen: async () => engineOf(collection),
        dispose: async () => {},
      };
    },
  });

  test('text and numbers that Qdrant cannot keep come back as they were', async () => {
    const engine = engineOf(`${prefix}-odd`);
    const store = await storeOf(engine, 'one');
    const odd = [
      chunk('half \ud800 pair', 'lone \udc00\0 surrogate', {
        metadata: { 'key \ud800': '\udbff', tags: ['\ud800'] },
      }),
      chunk('numbers', 'x', {
        metadata: {
          a: 0.1 + 0.2,
          b: Number.MAX_VALUE,
          c: 5e-324,
          d: 2 ** 60,
          e: -1e21,
          f: 1 / 3,
        },
      }),
      chunk('names', 'x', {
        metadata: { 'a.b': 1, 'a"b[]': 'x', constructor: 'y', 'x-y': true, '': 'empty' },
      }),
    ];
    await store.write(odd.map((one, at) => ({ chunk: one, vectors: [unit(at)] })));
    expect(await store.get(odd.map(({ id }) => id))).toEqual(odd);
    const found = await store.vectors?.search({ vector: unit(0), limit: 1 });
    expect(idsOf(found)).toEqual(['half \ud800 pair']);
    expect(await store.versions()).toHaveLength(3);
    await engine.close();
  });

  test('two windows of whole numbers are two windows', async () => {
    const engine = engineOf(`${prefix}-odd`);
    const store = await storeOf(engine, 'whole');
    await store.write([
      { chunk: chunk('axes', 'x'), vectors: [Float32Array.of(1, 0), Float32Array.of(0, 1)] },
    ]);
    expect(await store.vectors?.count()).toEqual({ vectors: 2, chunks: 1 });
    for (const angle of [0, Math.PI / 2])
      expect((await store.vectors?.search({ vector: unit(angle), limit: 5 }))?.[0]?.score).toBeCloseTo(1, 5);
    await engine.close();
  });

  test('a small index beside a large one ranks words by how rare they are in it', async () => {
    const engine = engineOf(`${prefix}-shared`, { analyser: wordAnalyser });
    const [small, large] = [await storeOf(engine, 'small'), await storeOf(engine, 'large')];
    await writeAll(
      large,
      Array.from({ length: 2000 }, (_, at) => `filler ${at}`),
    );
    // "often" stands in nine of ten chunks of the small index, "seldom" in one, twice as often weighs "often".
    await writeAll(small, ['seldom and more', ...Array.from({ length: 9 }, () => 'often and more')]);
    const terms = [
      { field: 'content', term: 'seldom', weight: 1 },
      { field: 'content', term: 'often', weight: 2 },
    ] as const;
    const hits = (await small.terms?.search({ terms, limit: 20 })) ?? [];
    expect(idsOf(hits)?.[0]).toBe('d0');
    expect(hits).toHaveLength(10);
    expect((hits[0]?.score ?? 0) / (hits[1]?.score ?? 1)).toBeCloseTo(idfOfTen(1) / (2 * idfOfTen(9)), 2);
    expect(await large.count()).toBe(2000);
    await engine.close();
  });

  test('statistics count by field, and the lengths leave numbers out', async () => {
    const engine = engineOf(`${prefix}-odd`, { analyser: wordAnalyser });
    const store = await storeOf(engine, 'statistics');
    await store.write(
      [
        chunk('a', 'apple apple 7', { title: 'Apple', metadata: { tags: ['x'] } }),
        chunk('b', 'pear', { headingPath: ['One', 'Two words'] }),
      ].map((one) => ({ chunk: one, vectors: [] })),
    );
    const sought = [
      { field: 'content', term: 'apple' },
      { field: 'title', term: 'apple' },
      { field: 'headingPath', term: 'apple' },
      { field: 'content', term: '7' },
    ] as const;
    const fields = {
      content: { chunks: 2, length: 3 },
      title: { chunks: 1, length: 1 },
      headingPath: { chunks: 1, length: 3 },
      grams: { chunks: 0, length: 0 },
    };
    expect(await store.terms?.statistics(sought)).toEqual({ chunks: 2, fields, frequencies: [1, 1, 0, 1] });
    const filter = { not: { field: 'tags', op: 'eq', value: 'x' } } as const;
    expect(await store.terms?.statistics(sought, { filter })).toEqual({
      chunks: 1,
      fields,
      frequencies: [0, 0, 0, 0],
    });
    expect(await store.terms?.vocabulary?.()).toEqual(
      expect.arrayContaining([
        { term: 'apple', chunks: 1 },
        { term: 'words', chunks: 1 },
      ]),
    );
    await engine.close();
  });

  test('every filter is on an indexed key, as strict mode wants it, and what it refuses it says', async () => {
    const collection = `${prefix}-strict`;
    const engine = engineOf(collection, { analyser: wordAnalyser });
    const store = await storeOf(engine, 'one');
    const server = new QdrantServer({ url, apiKey });
    const setStrictMode = (strict_mode_config: object) =>
      server.ask((api, init) =>
        api.updateCollection({ collection_name: collection, strict_mode_config }, init),
      );
    await setStrictMode({
      enabled: true,
      unindexed_filtering_retrieve: false,
      unindexed_filtering_update: false,
    });
    await store.write([{ chunk: chunk('a', 'apple', { metadata: { tags: ['x'] } }), vectors: [unit(0)] }]);
    const filter = {
      and: [
        { field: 'tags', op: 'eq', value: 'x' },
        { field: 'documentId', op: 'in', value: ['a'] },
      ],
    } as const;
    const terms = [{ field: 'content', term: 'apple', weight: 1 }] as const;
    expect(idsOf(await store.vectors?.search({ vector: unit(0), limit: 5, filter }))).toEqual(['a']);
    expect(idsOf(await store.terms?.search({ terms, limit: 5, filter }))).toEqual(['a']);
    expect(await store.terms?.statistics(terms, { filter })).toMatchObject({ chunks: 1, frequencies: [1] });
    expect(await store.terms?.vocabulary?.()).toEqual([{ term: 'apple', chunks: 1 }]);
    expect(await store.versions()).toEqual([{ documentId: 'a', version: 1 }]);
    await store.remove([{ documentId: 'a' }, { documentId: 'b', version: 1 }]);
    expect(await store.count()).toBe(0);
    await setStrictMode({ enabled: true, max_query_limit: 5 });
    await expect(store.vectors?.search({ vector: unit(0), limit: 50 })).rejects.toMatchObject({
      code: 'engine_rejected',
      message: expect.stringMatching(/Limit exceeded.*strict mode/),
    });
    server.close();
    await engine.close();
  });

  test('the best of a filtered search are those of an exhaustive one', async () => {
    const engine = engineOf(`${prefix}-recall`);
    const dimension = 64;
    const store = await engine.open({
      ...spec,
      dimension,
      fields: { half: 'boolean', hundredth: 'number', rare: 'number' },
    });
    const random = seededRandom(3);
    const vector = () => {
      const values = Float32Array.from({ length: dimension }, () => random() - 0.5);
      const norm = Math.hypot(...values);
      return values.map((value) => value / norm);
    };
    const vectors = Array.from({ length: 6000 }, vector);
    await store.write(
      vectors.map((one, at) => ({
        chunk: chunk(`d${at}`, 'x', { metadata: metadataOf(at) }),
        vectors: [one],
      })),
    );
    const cases = [
      { filter: { and: [] }, passes: () => true },
      { filter: { field: 'half', op: 'eq', value: true }, passes: (at: number) => at % 2 === 0 },
      { filter: { field: 'hundredth', op: 'eq', value: 7 }, passes: (at: number) => at % 100 === 7 },
      {
        filter: { field: 'rare', op: 'in', value: [5, 6] },
        passes: (at: number) => at % 3000 === 5 || at % 3000 === 6,
      },
    ] as const;
    for (const { filter, passes } of cases) {
      let [found, sought] = [0, 0];
      for (let run = 0; run < 10; run++) {
        const question = vector();
        const best = vectors
          .map((one, at) => ({ at, score: cosine(one, question) }))
          .filter(({ at }) => passes(at))
          .toSorted((left, right) => right.score - left.score)
          .slice(0, 10);
        const ids = new Set(idsOf(await store.vectors?.search({ vector: question, limit: 10, filter })));
        sought += best.length;
        found += best.filter(({ at }) => ids.has(`d${at}`)).length;
      }
      expect(found / sought, JSON.stringify(filter)).toBeGreaterThanOrEqual(0.99);
    }
    await engine.close();
  });
});
