import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestName, didYouMean, editDistance } from './closest-name.ts';

const names = ['list', 'show', 'remove', 'retrieval.topK', 'server.port', 'log.id'];

test.each([
  ['lst', 'list'],
  ['shwo', 'show'],
  ['LIST', 'list'],
  ['retreival.topk', 'retrieval.topK'],
  ['server.prot', 'server.port'],
  ['log.od', 'log.id'],
  ['retrieval.foo', undefined],
  ['xy', undefined],
  ['documents', undefined],
  ['', undefined],
])('%s: probably %s', (given, meant) => {
  expect(closestName(given, names)).toBe(meant);
});

test('a message asks only where a name is near', () => {
  expect(didYouMean('lst', names)).toBe(' (did you mean "list"?)');
  expect(didYouMean('zebra', names)).toBe('');
});

const codePoints = (text: string) =>
  Uint32Array.from(text, (character) => character.codePointAt(0) as number);

/** The recurrence as it is defined, without bounds. */
function naive(left: Uint32Array, right: Uint32Array): number {
  const table = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      (table[row] as number[])[column] = Math.min(
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(left.length, right.length);
}

test.each([
  ['same', 'same', 0],
  ['lobster', 'lobste', 1],
  ['lobster', 'lobtser', 1],
  ['lobster', 'loobstr', 2],
  ['lobster', 'cluster', 3],
  ['', 'ab', 2],
  ['naïve', 'naive', 1],
  ['👍👍', '👍', 1],
])('%s and %s are %i apart, counted up to 2', (left, right, edits) => {
  expect(editDistance(codePoints(left), codePoints(right), 2)).toBe(edits);
});

test('is the distance by its definition, cut off above the limit', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä'), maxLength: 9 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 2 }), (left, right, max) => {
      const expected = Math.min(naive(codePoints(left), codePoints(right)), max + 1);
      expect(editDistance(codePoints(left), codePoints(right), max)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});
