import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { proximity } from './proximity.ts';

test('the shortest run that holds all terms counts', () => {
  expect(proximity(['a', 'x', 'b', 'y', 'y', 'a', 'b'], new Set(['a', 'b', 'c']))).toBe(1);
  expect(proximity(['a', 'x', 'b'], new Set(['a', 'b']))).toBe(2 / 3);
  expect(proximity(['a', 'a'], new Set(['a', 'b']))).toBe(0);
});

test('it is what trying every run comes to', () => {
  const term = fc.constantFrom('a', 'b', 'c', 'x', 'y');
  fc.assert(
    fc.property(
      fc.array(term, { maxLength: 12 }),
      fc.uniqueArray(term, { maxLength: 4 }),
      (terms, wanted) => {
        const sought = new Set(wanted);
        const different = new Set(terms.filter((one) => sought.has(one)));
        const runs = terms.flatMap((_, start) => terms.map((__, end) => terms.slice(start, end + 1)));
        const whole = runs.filter((run) => different.isSubsetOf(new Set(run)) && run.length > 0);
        const shortest = Math.min(...whole.map((run) => run.length));
        expect(proximity(terms, sought)).toBe(different.size < 2 ? 0 : different.size / shortest);
      },
    ),
  );
});
