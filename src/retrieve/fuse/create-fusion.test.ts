import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EngineHit } from '../../contracts/engine.ts';
import { anyLeg, anyWeight, candidatesOf, fuseBy, hit } from '../candidates.test-support.ts';
import {
  checkMinScore,
  convexFusion,
  cosineFusion,
  createFusion,
  type FusionSettings,
  type KnownLanguage,
  rrfFusion,
} from './create-fusion.ts';

const settings = {
  fusion: 'convex',
  vectorWeight: 0.55,
  rrfK: 60,
  candidates: 2,
} as const satisfies FusionSettings;
const candidates = candidatesOf([hit('a', 0.9), hit('b', 0.1)], [hit('b', 4), hit('c', 1)]);

test.each([
  ['convex', 'convex', null],
  ['cosine', 'cosine', { lowest: 0, highest: 1 }],
  ['weighted', 'weighted', { lowest: 0, highest: 1 }],
  ['rrf', 'rrf', { lowest: 0, highest: 2 / 61 }],
  ['rrf-rerank', 'rrf', { lowest: 0, highest: 2 / 61 }],
] as const)('%s fuses by %s, on the scale %j', (fusion, method, scale) => {
  expect(createFusion({ ...settings, fusion }, 'known')).toMatchObject({ method, scale });
});

/** What the vector leg adds to its best candidate. */
function share(vectorWeight: number, language: KnownLanguage): number | undefined {
  const fusion = createFusion({ ...settings, fusion: 'weighted', vectorWeight }, language);
  return fusion.shares(candidates).vector[0];
}

test('in a language that the embedder does not know its leg counts .1, or less where less is set', () => {
  expect(share(0.55, 'known')).toBe(0.55);
  expect(share(0.55, 'unknown')).toBe(0.1);
  expect(share(0.05, 'unknown')).toBe(0.05);
});

test('across two languages that it knows its leg counts .9, or more where more is set, but nothing where words alone are wanted', () => {
  expect(share(0.55, 'across')).toBe(0.9);
  expect(share(1, 'across')).toBe(1);
  expect(share(0, 'across')).toBe(0);
});

test.each([
  ['convex', 0.3, /can be compared only within one search/],
  ['rrf', 0.033, /0–0\.0328/],
  ['rrf-rerank', 0.5, /0–0\.0328/],
] as const)('a least score of %s of %d is refused', (fusion, minScore, problem) => {
  expect(() => checkMinScore({ ...settings, fusion, minScore })).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: expect.stringMatching(problem) }),
  );
});

test.each([
  ['convex', 0],
  ['rrf', 0.005],
  ['cosine', 0.6],
  ['weighted', 0.3],
  ['weighted', 1],
] as const)('A6: a least score of %s of %d means something', (fusion, minScore) => {
  expect(() => checkMinScore({ ...settings, fusion, minScore })).not.toThrow();
});

function fuse(vector: EngineHit[], keyword: EngineHit[], vectorWeight: number, candidates = 100) {
  return fuseBy(convexFusion({ vectorWeight, candidates }), vector, keyword);
}

test('weighs the z-scores of both legs over the union of their candidates', () => {
  // Vector .9, .5 and c at the leg's lowest, .5: mean 19/30, deviation .4·√2/3.
  // Keyword 8, 2 and a at the leg's lowest, 2: mean 4, deviation √8.
  const fused = fuse([hit('a', 0.9), hit('b', 0.5)], [hit('b', 8), hit('c', 2)], 0.55, 2);
  const high = 2 / Math.SQRT2;
  const low = -1 / Math.SQRT2;
  const expected = { a: 0.55 * high + 0.45 * low, b: 0.55 * low + 0.45 * high, c: 0.55 * low + 0.45 * low };
  expect(fused.map(({ chunkId }) => chunkId)).toEqual(['a', 'b', 'c']);
  for (const { chunkId, score } of fused) expect(score).toBeCloseTo(expected[chunkId as 'a'], 12);
});

test('the only passage with a word of the question is ahead of those with none', () => {
  const vector = [hit('a', 0.51), hit('b', 0.5), hit('c', 0.49)];
  expect(fuse(vector, [hit('c', 7)], 0.1)[0]?.chunkId).toBe('c');
});

function lowestOf(hits: EngineHit[]): number {
  return Math.min(...hits.map(({ score }) => score));
}

/** The definition, written out without regard to cost. */
function naive(
  vector: EngineHit[],
  keyword: EngineHit[],
  vectorWeight: number,
  candidates: number,
): Map<string, number> {
  const ids = [...new Set([...vector, ...keyword].map(({ chunkId }) => chunkId))];
  const standardised = (hits: EngineHit[], missed: number) => {
    const all = ids.map((id) => hits.find(({ chunkId }) => chunkId === id)?.score ?? missed);
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    const deviation = Math.sqrt(all.reduce((a, b) => a + (b - mean) ** 2, 0) / all.length);
    return all.map((score) =>
      hits.length === 0 || new Set(all).size === 1 ? 0 : (score - mean) / deviation,
    );
  };
  const v = standardised(vector, lowestOf(vector));
  const k = standardised(keyword, keyword.length < candidates ? 0 : lowestOf(keyword));
  return new Map(
    ids.map((id, i) => [id, vectorWeight * (v[i] as number) + (1 - vectorWeight) * (k[i] as number)]),
  );
}

test('agrees with the naive definition', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, anyWeight, fc.boolean(), (vector, keyword, vectorWeight, isCut) => {
      const candidates = isCut ? Math.max(vector.length, keyword.length) : 100;
      const expected = naive(vector, keyword, vectorWeight, candidates);
      const fused = fuse(vector, keyword, vectorWeight, candidates);
      expect(fused.length).toBe(expected.size);
      for (const { chunkId, score } of fused) expect(score).toBeCloseTo(expected.get(chunkId) as number, 9);
    }),
  );
});

test('scores are the cosines; what only the keyword leg found comes last', () => {
  const fused = fuseBy(cosineFusion(), [hit('near', 0.9), hit('far', 0.2)], [hit('word', 12), hit('far', 3)]);
  expect(fused.map(({ chunkId, score }) => [chunkId, score])).toEqual([
    ['near', 0.9],
    ['far', 0.2],
    ['word', 0],
  ]);
});

test('scores lie on the declared scale, and the keyword leg adds nothing', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, (vector, keyword) => {
      const leg = vector.map((one) => ({ ...one, score: one.score / 10 }));
      for (const { candidate, score, keywordShare } of fuseBy(cosineFusion(), leg, keyword)) {
        expect(score).toBe(Math.max(0, candidate.vector?.score ?? 0));
        expect(keywordShare).toBe(0);
      }
    }),
  );
});

test('A4: adds the reciprocal ranks of both legs', () => {
  const vector = [hit('Doc_A', 0.9), hit('Doc_B', 0.8), hit('Doc_C', 0.7)];
  const keyword = [hit('Doc_A', 9), hit('Doc_C', 8), hit('Doc_D', 7)];
  const fused = fuseBy(rrfFusion({ k: 60 }), vector, keyword);
  expect(fused.map(({ chunkId, score }) => [chunkId, score.toFixed(4)])).toEqual([
    ['Doc_A', '0.0328'],
    ['Doc_C', '0.0320'],
    ['Doc_B', '0.0161'],
    ['Doc_D', '0.0159'],
  ]);
});

test('scores depend on ranks alone and lie on the declared scale', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, fc.nat(1000), (vector, keyword, k) => {
      const { scale } = rrfFusion({ k });
      for (const { chunkId: id, score } of fuseBy(rrfFusion({ k }), vector, keyword)) {
        const rank = (leg: typeof vector) => leg.findIndex(({ chunkId }) => chunkId === id) + 1;
        const expected = [rank(vector), rank(keyword)]
          .filter((place) => place > 0)
          .reduce((sum, place) => sum + 1 / (k + place), 0);
        expect(score).toBeCloseTo(expected, 12);
        expect(score).toBeLessThanOrEqual((scale?.highest ?? 0) + 1e-12);
        expect(score).toBeGreaterThan(scale?.lowest ?? 0);
      }
    }),
  );
});
