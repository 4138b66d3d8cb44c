import * as runner from 'vitest';
import { afterAll, expect, test } from 'vitest';
import type { Embedder } from '../src/contracts/embedder.ts';
import type { ChunkStore, Engine, VectorIndex } from '../src/contracts/engine.ts';
import { sharedEmbedder } from '../test/shared-embedder.ts';
import { embeddedElsewhere } from './embedded-elsewhere.test-support.ts';
import { type PipelineTests, pipelineAreas, pipelineConformance, runPipelineTest } from './pipeline.ts';
import { type EmbeddedLibrary, openLibrary, openPlaces, remembering } from './pipeline-place.ts';
import { type PoorPlace, poorEngine } from './poor-engine.test-support.ts';

pipelineConformance({
  runner,
  name: 'an engine that can as little as may be',
  async create() {
    const place: PoorPlace = new Map();
    return { engine: poorEngine(place), reopen: async () => poorEngine(place), dispose: async () => {} };
  },
});

pipelineConformance({
  runner,
  name: 'an embedded engine of somebody else’s making, in a file of its own',
  create: embeddedElsewhere,
});

let known: Promise<Embedder> | undefined;
/** It embeds the library once for all broken engines. */
const embedder = () => (known ??= sharedEmbedder().then(remembering));

/** The library in the embedded engine, which all broken ones are compared with. */
let beside: Promise<EmbeddedLibrary> | undefined;
afterAll(async () => (await beside)?.close());

/** What a broken engine does instead, and the test that must find it. */
const breaches: Readonly<Record<string, readonly [string, (store: ChunkStore) => Partial<ChunkStore>]>> = {
  'loses what is written last of a batch': [
    'whole rankings are those of the embedded engine: passages, words, shares and cosines',
    (store) => ({ write: (batch, options) => store.write(batch.slice(0, -1), options) }),
  ],
  'keeps the first window alone': [
    'a passage of several windows is found by the words of its last one',
    (store) => ({
      write: (batch, options) =>
        store.write(
          batch.map(({ chunk, vectors }) => ({ chunk, vectors: vectors.slice(0, 1) })),
          options,
        ),
    }),
  ],
  'ranks as it likes': [
    'whole rankings are those of the embedded engine: passages, words, shares and cosines',
    ({ vectors }) => ({
      vectors: {
        ...(vectors as VectorIndex),
        search: async (query) =>
          ((await vectors?.search(query)) ?? []).map((hit) => ({ ...hit, score: hit.score * 0.99 })),
      },
    }),
  ],
  'says that it can filter and does not': [
    'a filter lets through what it says, in both legs',
    ({ vectors }) => ({
      canFilter: () => true,
      vectors: {
        ...(vectors as VectorIndex),
        search: async ({ vector, limit }) => (await vectors?.search({ vector, limit })) ?? [],
      },
    }),
  ],
  'removes nothing': [
    'of a removed document nothing is found, read or listed any more',
    () => ({ remove: async () => {} }),
  ],
  'does not wait for what it wrote': [
    'while documents are replaced, each is found whole in its old version or in its new one',
    () => ({ settle: async () => {} }),
  ],
};

test.each(Object.keys(breaches))('an engine that %s does not pass', async (name) => {
  const [title, breach] = breaches[name] as (typeof breaches)[string];
  const run = Object.assign({}, ...Object.values(pipelineAreas))[title] as PipelineTests[string];
  const place: PoorPlace = new Map();
  const open = (): Engine => {
    const engine = poorEngine(place);
    return {
      ...engine,
      async open(...asked) {
        const store = await engine.open(...asked);
        const instead = breach(store);
        return new Proxy(store, {
          get(target, key: keyof ChunkStore) {
            const member = instead[key] ?? target[key];
            return typeof member === 'function' ? member.bind(target) : member;
          },
        });
      },
    };
  };
  const under = { engine: open(), reopen: async () => open(), dispose: async () => {} };
  const options = { cosineTolerance: 1e-4, collection: `of-test-${Object.keys(breaches).indexOf(name)}` };
  const attempt = async () => {
    const model = await embedder();
    const places = await openPlaces(under, {
      embedder: model,
      beside: await (beside ??= openLibrary(model)),
    });
    try {
      await runPipelineTest(run, places, options);
    } finally {
      await places.close();
    }
  };
  await expect(attempt()).rejects.toThrow();
});

test('a skip of a test that there is not is refused', () => {
  const skip = { 'no such test': 'a reason' };
  expect(() => pipelineConformance({ runner, name: 'any', create: embeddedElsewhere, skip })).toThrow(
    'no such test',
  );
});
