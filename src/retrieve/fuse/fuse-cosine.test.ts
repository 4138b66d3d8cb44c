import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLeg, fuseBy, hit } from '../candidates.test-support.ts';
import { cosineFusion } from './fuse-cosine.ts';

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
