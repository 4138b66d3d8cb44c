import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPosting } from './find-posting.ts';
import { packPosting } from './text-segment.ts';

test('finds the posting of each place that has one, within the bounds', () => {
  const places = fc.uniqueArray(fc.nat(300), { maxLength: 60 }).map((list) => list.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(
      places,
      places,
      places,
      fc.integer({ min: 1, max: 0xffff }),
      (before, list, after, frequency) => {
        const pack = (place: number) => packPosting(place, frequency);
        const postings = Uint32Array.from([...before, ...list, ...after], pack);
        const start = before.length;
        const end = start + list.length;
        for (let place = 0; place <= 301; place++) {
          const expected = list.includes(place) ? pack(place) : 0;
          expect(findPosting(postings, start, end, place)).toBe(expected);
        }
      },
    ),
  );
});
