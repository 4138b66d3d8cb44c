import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinLegs } from './candidate.ts';
import { anyLeg, anyWeight, candidatesOf, hit } from './candidates.test-support.ts';
import { convexFusion, rrfFusion, weightedFusion } from './fuse/create-fusion.ts';
import { rankCandidates } from './rank-candidates.ts';

test('is ordered by score, then by id, and the score is the sum of what it is made of', () => {
  fc.assert(
    fc.property(anyLeg, anyLeg, anyWeight, (vector, keyword, documentSupport) => {
      const ranked = rankCandidates(
        candidatesOf(vector, keyword),
        convexFusion({ vectorWeight: 0.55, candidates: 100 }),
        documentSupport,
      );
      for (const [place, { candidate, score, ...parts }] of ranked.entries()) {
        expect(parts.vectorShare + parts.keywordShare + parts.documentSupport).toBeCloseTo(score, 12);
        const next = ranked[place + 1];
        if (!next) continue;
        const isBefore = candidate.chunkId < next.candidate.chunkId;
        expect(score > next.score || (score === next.score && isBefore)).toBe(true);
      }
    }),
  );
});

test('a document gives each of its candidates a part of the mean of its three best', () => {
  const keyword = [hit('a', 9, 'd'), hit('x', 8), hit('b', 7, 'd'), hit('c', 6, 'd'), hit('e', 5, 'd')];
  const ranked = rankCandidates(candidatesOf([], keyword), rrfFusion({ k: 0 }), 0.2);
  const support = (id: string) => ranked.find(({ candidate }) => candidate.chunkId === id)?.documentSupport;
  const ofDocument = (0.2 * (1 + 1 / 3 + 1 / 4)) / 3;
  for (const id of ['a', 'b', 'c', 'e']) expect(support(id)).toBeCloseTo(ofDocument, 12);
  expect(support('x')).toBeCloseTo(0.2 / 2, 12);
});

test('where every document has one candidate the order stays as it is', () => {
  const vector = ['a', 'b', 'c', 'd'].map((id, place) => hit(id, 1 - place / 4));
  const order = (support: number) =>
    rankCandidates(
      candidatesOf(vector, []),
      convexFusion({ vectorWeight: 0.55, candidates: 100 }),
      support,
    ).map(({ candidate }) => candidate.chunkId);
  expect(order(0.8)).toEqual(order(0));
});

const rrf = rrfFusion({ k: 60 });
const missing: unknown = undefined;

test.each([
  ['a weight above 1', () => convexFusion({ vectorWeight: 3, candidates: 10 }), 'vectorWeight'],
  ['a weight below 0', () => weightedFusion({ vectorWeight: -0.1, candidates: 10 }), 'vectorWeight'],
  ['candidates that are left out', () => convexFusion({ vectorWeight: 1 } as never), 'candidates'],
  ['options that are left out', () => convexFusion(missing as never), 'options'],
  ['a negative k', () => rrfFusion({ k: -1 }), 'k'],
  ['a k that is none', () => rrfFusion({ k: Number.NaN }), 'k'],
  ['a negative limit', () => joinLegs([], -1), 'limit'],
  ['what is no fusion', () => rankCandidates([], missing as never, 0), 'fusion'],
  ['a support that is left out', () => rankCandidates([], rrf, missing as never), 'documentSupport'],
])('%s is refused', (_, call, field) => {
  expect(call).toThrow(
    expect.objectContaining({ code: 'request_invalid', details: expect.objectContaining({ field }) }),
  );
});
