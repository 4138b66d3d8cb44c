import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EngineHit } from '../contracts/engine.ts';
import { fuseConvex } from './fuse-convex.ts';

const hit = (chunkId: string, score: number): EngineHit => ({
  chunkId,
  documentId: chunkId,
  version: 1,
  score,
});

test('weighs the z-scores of both legs over the union of their candidates', () => {
  // Vector .9, .5 and c at the leg's lowest, .5: mean 19/30, deviation .4·√2/3.
  // Keyword 8, 2 and a at the leg's lowest, 2: mean 4, deviation √8.
  const fused = fuseConvex({
    vector: [hit('a', 0.9), hit('b', 0.5)],
    keyword: [hit('b', 8), hit('c', 2)],
    vectorWeight: 0.55,
  });
  const high = 2 / Math.SQRT2;
  const low = -1 / Math.SQRT2;
  const expected = { a: 0.55 * high + 0.45 * low, b: 0.55 * low + 0.45 * high, c: 0.55 * low + 0.45 * low };
  expect(fused.map(({ chunkId }) => chunkId)).toEqual(['a', 'b', 'c']);
  for (const { chunkId, score } of fused) expect(score).toBeCloseTo(expected[chunkId as 'a'], 12);
});

test('explains each hit by its place in each leg and the two shares', () => {
  const terms = [
    { term: 'low', score: 1 },
    { term: 'high', score: 3 },
  ];
  const fused = fuseConvex({
    vector: [hit('a', 0.9), hit('b', 0.5)],
    keyword: [hit('c', 9), { ...hit('a', 4), matchedTerms: terms }],
    vectorWeight: 0.5,
  });
  expect(fused.find(({ chunkId }) => chunkId === 'a')?.explain).toMatchObject({
    vector: { rank: 1, score: 0.9 },
    keyword: { rank: 2, score: 4 },
    matchedTerms: [terms[1], terms[0]],
  });
});

test('a candidate that a leg missed is level with the worst that the leg returned', () => {
  const fused = fuseConvex({
    vector: [hit('a', 0.9), hit('b', 0.3)],
    keyword: [hit('c', 5), hit('d', 5)],
    vectorWeight: 0.5,
  });
  const share = (id: string) => fused.find(({ chunkId }) => chunkId === id)?.explain.fusion.vector;
  expect(share('c')).toBe(share('b'));
});

test('an empty leg, or one whose scores are all equal, adds nothing', () => {
  const keyword = [hit('b', 5), hit('a', 5)];
  expect(
    fuseConvex({ vector: [], keyword, vectorWeight: 0.55 }).map(({ chunkId, score }) => [chunkId, score]),
  ).toEqual([
    ['a', 0],
    ['b', 0],
  ]);
  expect(fuseConvex({ vector: [], keyword: [], vectorWeight: 0.55 })).toEqual([]);
});

const leg = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 1000 })), {
    selector: ([id]) => id,
    maxLength: 20,
  })
  .map((pairs) =>
    pairs.map(([id, score]) => hit(`c${id}`, score / 100)).toSorted((a, b) => b.score - a.score),
  );
const weight = fc.double({ min: 0, max: 1, noNaN: true });

/** The definition, written out without regard to cost. */
function naive(vector: EngineHit[], keyword: EngineHit[], vectorWeight: number): Map<string, number> {
  const ids = [...new Set([...vector, ...keyword].map(({ chunkId }) => chunkId))];
  const standardised = (hits: EngineHit[]) => {
    const found = hits.map(({ score }) => score);
    const all = ids.map((id) => hits.find(({ chunkId }) => chunkId === id)?.score ?? Math.min(...found));
    const mean = all.reduce((a, b) => a + b, 0) / all.length;
    const deviation = Math.sqrt(all.reduce((a, b) => a + (b - mean) ** 2, 0) / all.length);
    return all.map((score) =>
      hits.length === 0 || new Set(all).size === 1 ? 0 : (score - mean) / deviation,
    );
  };
  const v = standardised(vector);
  const k = standardised(keyword);
  return new Map(
    ids.map((id, i) => [id, vectorWeight * (v[i] as number) + (1 - vectorWeight) * (k[i] as number)]),
  );
}

test('agrees with the naive definition', () => {
  fc.assert(
    fc.property(leg, leg, weight, (vector, keyword, vectorWeight) => {
      const expected = naive(vector, keyword, vectorWeight);
      const fused = fuseConvex({ vector, keyword, vectorWeight });
      expect(fused.length).toBe(expected.size);
      for (const { chunkId, score, explain } of fused) {
        expect(score).toBeCloseTo(expected.get(chunkId) as number, 9);
        expect(explain.fusion.vector + explain.fusion.keyword).toBe(score);
      }
    }),
  );
});

test('is ordered by score, then by id, whatever order equal hits come in', () => {
  fc.assert(
    fc.property(leg, leg, weight, (vector, keyword, vectorWeight) => {
      const fused = fuseConvex({ vector, keyword, vectorWeight });
      for (const [position, current] of fused.entries()) {
        const next = fused[position + 1];
        if (!next) continue;
        expect(
          current.score > next.score || (current.score === next.score && current.chunkId < next.chunkId),
        ).toBe(true);
      }
    }),
  );
});

test('scaling or shifting a leg changes no order', () => {
  fc.assert(
    fc.property(leg, leg, (vector, keyword) => {
      const moved = keyword.map((entry) => ({ ...entry, score: entry.score * 8 + 16 }));
      const plain = new Map(
        fuseConvex({ vector, keyword, vectorWeight: 0.55 }).map((f) => [f.chunkId, f.score]),
      );
      for (const { chunkId, score } of fuseConvex({ vector, keyword: moved, vectorWeight: 0.55 })) {
        expect(score).toBeCloseTo(plain.get(chunkId) as number, 9);
      }
    }),
  );
});
