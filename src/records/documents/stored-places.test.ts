import {
  array,
  assert,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  record,
  string,
  tuple,
} from 'fast-check';
import { expect, test } from 'vitest';
import { packPlaces, unpackPlaces } from './stored-places.ts';

const span = { start: nat(9_000_000), length: integer({ min: 1, max: 300 }) };
const points = integer({ min: -20, max: 3000 });
const somePlace = oneof(
  record({
    ...span,
    page: integer({ min: 1, max: 9999 }),
    box: tuple(points, points, points, points),
  }),
  record({ ...span, sheet: string(), cells: constantFrom('A1', 'B2:D2', 'AB12:ZZ12', 'A1:B9', 'other') }),
  record({ ...span, slide: integer({ min: 1 }), shape: string() }),
  record({ ...span, part: constantFrom('1', '1.2', 'HEADER') }),
  record({ ...span, time: tuple(nat(9999), integer({ min: 10_000, max: 20_000 })) }),
);

test('places of every kind come back as they were', () => {
  assert(
    property(array(somePlace), (drawn) => {
      const places = drawn
        .map(({ length, ...place }) => ({ ...place, end: place.start + length }))
        .toSorted((a, b) => a.start - b.start);
      const read = unpackPlaces(packPlaces(places));
      expect(read).toHaveLength(places.length);
      expect(read).toEqual(expect.arrayContaining(places));
      expect(read.every(({ start }, index) => index === 0 || start >= (read[index - 1]?.start ?? 0))).toBe(
        true,
      );
    }),
  );
});

test('of damaged places there are none', () => {
  const stored = packPlaces([{ start: 0, end: 9, page: 1, box: [60, 700, 120, 10] }]) ?? '';
  expect(unpackPlaces(stored)).toHaveLength(1);
  expect(unpackPlaces(stored.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toEqual([]);
  expect(unpackPlaces(stored.slice(0, -4))).toEqual([]);
  expect(unpackPlaces(null)).toEqual([]);
});
