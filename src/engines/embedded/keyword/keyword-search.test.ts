import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ScoredPlace, TopPlaces, withFirstTies } from './keyword-search.ts';

/** In an order of their own, as ids are beside places. */
const idOf = ({ segment, place }: ScoredPlace) => `d${(place * 7 + segment * 3) % 101}.${segment}.${place}`;

test('what remains of the best places are the first by score and then by id', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { maxLength: 300 }), fc.integer({ min: 1, max: 60 }), (scores, count) => {
      const top = new TopPlaces(count);
      for (const [at, score] of scores.entries())
        if (score >= top.threshold) top.offer(at % 3, Math.floor(at / 3), score);
      const expected = scores
        .map((score, at): ScoredPlace => ({ segment: at % 3, place: Math.floor(at / 3), score }))
        .toSorted((left, right) => right.score - left.score || (idOf(left) < idOf(right) ? -1 : 1))
        .slice(0, count);
      const found = withFirstTies(top.candidates(), count, idOf);
      expect(found.map(idOf).toSorted()).toEqual(expected.map(idOf).toSorted());
    }),
    { numRuns: 500 },
  );
});
