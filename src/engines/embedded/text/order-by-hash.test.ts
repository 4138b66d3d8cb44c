import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderByHash } from '../fnv1a.ts';

const hash = fc.oneof(fc.nat(2 ** 28 - 1), fc.nat(3), fc.constantFrom(2 ** 14 - 1, 2 ** 14, 2 ** 28 - 1));

test('orders places by their hashes, equal ones as they stand', () => {
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 200 }), (hashes) => {
      const places = hashes.map((_, place) => place);
      const expected = places.toSorted((left, right) => (hashes[left] as number) - (hashes[right] as number));
      expect([...orderByHash(Uint32Array.from(hashes))]).toEqual(expected);
    }),
  );
});
