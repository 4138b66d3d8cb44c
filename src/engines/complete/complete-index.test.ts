import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import * as runner from 'vitest';
import { describe, expect, test } from 'vitest';
import { engineConformance } from '../../../conformance/engine.ts';
import { chunk, randomVector, spec } from '../../../conformance/engine-fixtures.ts';
import type { NaivePlace } from '../../../conformance/naive-engine.test-support.ts';
import type { EngineHit } from '../../contracts/engine.ts';
import { analyser as createAnalyser } from '../../text/analyser/analyser.ts';
import { embeddedEngine } from '../embedded/embedded-engine.ts';
import { CompleteEngine } from './complete-engine.ts';
import {
  partialEngine,
  termsAlone,
  vectorsAlone,
  withKeptTerms,
  withTerms,
} from './partial-stores.test-support.ts';

const analyser = createAnalyser();

describe.each([
  ['finds chunks by terms', withTerms],
  ['finds chunks by terms and gives the terms of each', withKeptTerms],
  ['ranks by vectors alone', vectorsAlone],
  ['finds chunks by terms and holds no vectors', termsAlone],
])('completed, a store that %s is whole', (_, part) => {
  engineConformance({
    runner,
    async create() {
      const place: NaivePlace = new Map();
      const engine = () => partialEngine(place, part);
      return { engine: engine(), reopen: async () => engine(), dispose: async () => undefined };
    },
  });
});

describe('completed by an engine beside it that finds chunks by terms, a store that ranks by vectors alone is whole', () => {
  engineConformance({
    runner,
    async create() {
      const place: NaivePlace = new Map();
      const besides: NaivePlace = new Map();
      const engine = () => partialEngine(place, vectorsAlone);
      return {
        engine: engine(),
        reopen: async () => engine(),
        beside: async () => partialEngine(besides, withTerms),
        dispose: async () => undefined,
      };
    },
  });
});

const word = constantFrom(
  'apple',
  'apples',
  'pear',
  'plum',
  'stone',
  '1905',
  'Äpfel',
  'Apfelbaum',
  '苹果',
  'the',
);
const text = array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' '));
const language = constantFrom('en', 'de', 'zh');

test('scores, shares and their order are those of the embedded engine, whoever finds the chunks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'complete-'));
  const embedded = new CompleteEngine({
    engine: embeddedEngine({ file: join(folder, 'store.db'), analyser }),
    analyser,
  });
  const partial = new CompleteEngine({ engine: partialEngine(new Map(), withTerms), analyser });
  const keeping = new CompleteEngine({ engine: partialEngine(new Map(), withKeptTerms), analyser });
  let number = 0;
  try {
    await assert(
      asyncProperty(
        array(record({ content: text, title: text, heading: text, language }), {
          minLength: 1,
          maxLength: 60,
        }),
        record({
          text,
          language,
          limit: integer({ min: 1, max: 80 }),
          phrases: array(
            array(word, { minLength: 2, maxLength: 2 }).map((two) => two.join(' ')),
            { maxLength: 1 },
          ),
          expansions: array(record({ term: word, weight: constantFrom(0.2, 0.7, 1) }), {
            maxLength: 2,
          }),
          boosts: record({ title: constantFrom(0, 0.3, 2), headingPath: constantFrom(0, 0.3) }),
        }),
        async (documents, query) => {
          const id = `property-${number++}`;
          const batch = documents.map(({ content, title, heading, language: written }, ordinal) => ({
            chunk: { ...chunk({ ordinal, content, title, headingPath: [heading] }), language: written },
            vectors: [randomVector(ordinal)],
          }));
          const found = await Promise.all(
            [embedded, partial, keeping].map(async (engine) => {
              const index = await engine.open({ ...spec, id });
              await index.write(batch);
              return index.keywords.search(query);
            }),
          );
          expectSame(found[1] ?? [], found[0] ?? []);
          expect(found[2]).toEqual(found[1]);
        },
      ),
      { numRuns: 40 },
    );
  } finally {
    await embedded.close();
    await partial.close();
    await keeping.close();
    await rm(folder, { recursive: true });
  }
});

test('where the core filters, a count is 0 exactly where nothing passes', async () => {
  const engine = new CompleteEngine({
    engine: partialEngine(new Map(), vectorsAlone),
    analyser,
    beside: async () =>
      partialEngine(new Map(), (whole, chunks) => ({ ...withTerms(whole, chunks), canFilter: () => false })),
  });
  const index = await engine.open({ ...spec, fields: { area: 'string' } });
  const places = ['north', 'north', 'south'];
  await index.write(
    places.map((area, ordinal) => ({
      chunk: chunk({ ordinal, content: 'apple', metadata: { area } }),
      vectors: [randomVector(ordinal)],
    })),
  );
  const count = (value: string) => index.count({ filter: { field: 'area', op: 'eq', value } });
  expect(await count('south')).toBeGreaterThan(0);
  expect(await count('west')).toBe(0);
  await engine.close();
});

function shares({ matchedTerms }: EngineHit): ReadonlyMap<string, number> {
  return new Map(matchedTerms?.map(({ term, score }) => [term, score]));
}

/** The same scores in the same order; chunks that score alike but for rounding may change places. */
function expectSame(hits: readonly EngineHit[], expected: readonly EngineHit[]): void {
  expect(hits.length).toBe(expected.length);
  const byId = new Map(expected.map((hit) => [hit.chunkId, hit]));
  for (const [at, hit] of hits.entries()) {
    expect(hit.score).toBeCloseTo(expected[at]?.score ?? 0, 5);
    const same = byId.get(hit.chunkId);
    // The last ones may be others that score alike.
    if (!same) {
      expect(hit.score).toBeCloseTo(expected.at(-1)?.score ?? 0, 5);
      continue;
    }
    expect([...shares(hit).keys()].toSorted()).toEqual([...shares(same).keys()].toSorted());
    for (const [term, share] of shares(hit)) expect(share).toBeCloseTo(shares(same).get(term) ?? 0, 5);
    expect(hit.gramScore ?? 0).toBeCloseTo(same.gramScore ?? 0, 5);
  }
}
