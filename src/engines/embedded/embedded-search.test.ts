import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countsOf, dimension, randomVector, spec, write } from '../../../conformance/engine-fixtures.ts';
import type { Analyser } from '../../contracts/analyser.ts';
import type { ChunkWrite, EngineHit, KeywordQuery } from '../../contracts/engine.ts';
import { checkStore } from './check-store.ts';
import { type EmbeddedEngine, embeddedEngine } from './embedded-engine.ts';
import { naiveKeywordSearch, naiveVectorSearch } from './naive-search.test-support.ts';
import { gramAnalyser, wordAnalyser } from './word-analyser.test-support.ts';

let directory: string;
const engines: EmbeddedEngine[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'search-'));
});
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.close()));
  rmSync(directory, { recursive: true, force: true });
});

let files = 0;
function freshEngine(
  file = join(directory, `${files++}.db`),
  analyser: Analyser = wordAnalyser,
): { engine: EmbeddedEngine; file: string } {
  const engine = embeddedEngine({ file, analyser });
  engines.push(engine);
  return { engine, file };
}

const word = fc.constantFrom('apple', 'pear', 'fig', 'plum', 'kiwi', '7', '1984', 'ärger', '林檎');
const words = (maxLength: number) => fc.array(word, { maxLength }).map((list) => list.join(' '));

const chunkWrite: fc.Arbitrary<ChunkWrite> = fc
  .record({
    document: fc.integer({ min: 0, max: 5 }),
    ordinal: fc.integer({ min: 0, max: 3 }),
    content: words(12),
    title: words(2),
    heading: words(2),
    windows: fc.integer({ min: 0, max: 3 }),
    seed: fc.integer({ min: 0, max: 50 }),
  })
  .map(({ document, ordinal, content, title, heading, windows, seed }) =>
    write(
      {
        documentId: `d${document}`,
        ordinal,
        content,
        title,
        headingPath: heading === '' ? [] : [heading, 'fig'],
      },
      Array.from({ length: windows }, (_, window) => randomVector(seed * 3 + window)),
    ),
  );

type Step =
  | { readonly kind: 'write'; readonly batch: readonly ChunkWrite[] }
  | { readonly kind: 'remove'; readonly documentId: string }
  | { readonly kind: 'vectors'; readonly chunkId: string; readonly seed: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      batch: fc.array(chunkWrite, { maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      documentId: fc.constantFrom('d0', 'd1', 'd2'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('vectors' as const),
      chunkId: fc.constantFrom('d0.1.0', 'd3.1.1', 'd4.1.2'),
      seed: fc.integer({ min: 100, max: 200 }),
    }),
  },
);

/** What the index should hold after the steps: the plainest model there is. */
function play(model: Map<string, ChunkWrite>, step: Step): void {
  if (step.kind === 'write') {
    for (const entry of step.batch) model.set(entry.chunk.id, entry);
  } else if (step.kind === 'remove') {
    for (const [id, { chunk }] of model) if (chunk.documentId === step.documentId) model.delete(id);
  } else {
    const known = model.get(step.chunkId);
    if (known) model.set(step.chunkId, { ...known, vectors: [randomVector(step.seed)] });
  }
}

const weight = fc.double({ min: 0.01, max: 1, noNaN: true });
const boost = fc.constantFrom(0, 0.3, 2);

const keywordQuery: fc.Arbitrary<KeywordQuery> = fc.record({
  text: words(5),
  language: fc.constant('en'),
  limit: fc.integer({ min: 1, max: 30 }),
  phrases: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(words(2), { maxLength: 2 }) },
  ),
  expansions: fc.array(fc.record({ term: word, weight }), { maxLength: 3 }),
  boosts: fc.record({ title: boost, headingPath: boost }, { requiredKeys: [] }),
});

/** What the matched terms and the grams added. */
function sharesOf({ matchedTerms = [], gramScore = 0 }: EngineHit): number {
  return matchedTerms.reduce((sum, { score }) => sum + score, gramScore);
}

function expectSameHits(
  found: readonly EngineHit[],
  expected: readonly { id: string; score: number }[],
): void {
  expect(found.map((hit) => hit.chunkId)).toEqual(expected.map((hit) => hit.id));
  for (const [rank, { score }] of expected.entries()) expect(found[rank]?.score).toBeCloseTo(score, 6);
}

test('any history of writes, removals and late vectors searches like brute force over what is left', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 25 }),
      keywordQuery,
      fc.constantFrom(wordAnalyser, gramAnalyser),
      async (steps, keyword, analyser) => {
        const { limit } = keyword;
        const { engine, file } = freshEngine(undefined, analyser);
        const index = await engine.open(spec);
        const model = new Map<string, ChunkWrite>();
        for (const one of steps) {
          play(model, one);
          if (one.kind === 'write') await index.write(one.batch);
          else if (one.kind === 'remove') await index.remove([{ documentId: one.documentId }]);
          else await index.vectors.add([{ chunkId: one.chunkId, vectors: [randomVector(one.seed)] }]);
        }
        const held = [...model.values()];
        const check = async (checked: typeof index) => {
          const found = await checked.keywords.search(keyword);
          expectSameHits(found, naiveKeywordSearch(held, keyword, analyser));
          for (const hit of found) expect(sharesOf(hit)).toBeCloseTo(hit.score, 6);
          const vector = randomVector(1);
          expectSameHits(
            await checked.vectors.search({ vector, limit }),
            naiveVectorSearch(held, vector, limit),
          );
        };
        await check(index);
        await engine.close();
        expect((await checkStore(file)).problems).toEqual([]);
        await check(await freshEngine(file, analyser).engine.open(spec));
      },
    ),
    { numRuns: 40 },
  );
});

test('merging many small writes changes no search, and leaves few segments', async () => {
  const writes = Array.from({ length: 120 }, (_, at) =>
    write({
      documentId: `d${at}`,
      content: `apple ${at % 7 === 0 ? 'pear' : 'fig'} w${at}`,
      title: `t${at % 3}`,
      metadata: { year: at },
    }),
  );
  const { engine: small } = freshEngine();
  const { engine: large } = freshEngine();
  const inSmallWrites = await small.open(spec);
  const inOneWrite = await large.open(spec);
  for (const one of writes) await inSmallWrites.write([one]);
  await inSmallWrites.remove([{ documentId: 'd9' }]);
  await inOneWrite.write(writes.filter((one) => one.chunk.documentId !== 'd9'));

  for (const text of ['apple', 'pear w14', 't1 fig apple']) {
    const query = {
      text,
      language: 'en',
      limit: 50,
      filter: { field: 'year', op: 'gte', value: 20 },
    } as const;
    expect(await inSmallWrites.keywords.search(query)).toEqual(await inOneWrite.keywords.search(query));
  }
  const query = { vector: randomVector(3, dimension), limit: 50 };
  expect(await inSmallWrites.vectors.search(query)).toEqual(await inOneWrite.vectors.search(query));
  expect(await countsOf(inSmallWrites)).toEqual(await countsOf(inOneWrite));
});

test.each([2, 3, 16, 384])(
  'vectors of %i numbers that int8 cannot tell apart rank as brute force ranks them',
  async (length) => {
    const { engine } = freshEngine();
    const index = await engine.open({ ...spec, dimension: length });
    const middle = randomVector(1, length);
    const near = (seed: number, spread: number) => {
      const vector = randomVector(seed, length).map((value, at) => (middle[at] as number) + spread * value);
      const norm = Math.hypot(...vector);
      return vector.map((value) => value / norm);
    };
    const writes = Array.from({ length: 900 }, (_, at) =>
      write(
        { documentId: `d${at}` },
        Array.from({ length: 1 + (at % 2) }, (_, window) => near(2 * at + window, 0.004)),
      ),
    );
    await index.write(writes);
    for (const limit of [1, 10, 100]) {
      const vector = near(9999 + limit, 0.5);
      expectSameHits(await index.vectors.search({ vector, limit }), naiveVectorSearch(writes, vector, limit));
    }
  },
);

test('filtered vector search equals brute force at every selectivity', async () => {
  const { engine } = freshEngine();
  const index = await engine.open(spec);
  const writes = Array.from({ length: 3000 }, (_, at) =>
    write({ documentId: `d${at}`, metadata: { year: at } }, [randomVector(at)]),
  );
  await index.write(writes.slice(0, 1800));
  await index.write(writes.slice(1800));
  await index.remove([{ documentId: 'd3' }, { documentId: 'd2000' }]);
  const vector = randomVector(77_777);
  for (const below of [1, 5, 60, 200, 250, 900, 2999]) {
    const passing = writes.filter(
      ({ chunk }) => Number(chunk.metadata['year']) <= below && !['d3', 'd2000'].includes(chunk.documentId),
    );
    const hits = await index.vectors.search({
      vector,
      limit: 20,
      filter: { field: 'year', op: 'lte', value: below },
    });
    expectSameHits(hits, naiveVectorSearch(passing, vector, 20));
  }
});
