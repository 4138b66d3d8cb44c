import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRanking } from './llm-reranker.ts';

test.each([
  ['a list', '[2,3,1]', [2, 3, 1]],
  ['a list in a code block, with words around it', 'Here you are:\n```json\n[ 3, 1, 2 ]\n```', [3, 1, 2]],
  ['a list after thoughts that name passages', 'First [1] looks right, but no.\n[2, 1, 3]', [2, 1, 3]],
  ['single numbers', '[3] > [1] > [2]', [3, 1, 2]],
  ['bare numbers', '3, 1, 2', [3, 1, 2]],
  ['numbers in quotes', '["2", "1", "3"]', [2, 1, 3]],
  ['unknown numbers, which are dropped', '[7, 2, 0, 3, 99999999999999999999]', [2, 3, 1]],
  ['repeated numbers, of which the first counts', '[2,2,1,2]', [2, 1, 3]],
  ['missing numbers, which keep their order behind the others', '[3]', [3, 1, 2]],
])('reads %s', (_, answer, order) => {
  expect(readRanking(answer, 3)).toEqual(order);
});

test.each([
  ['nothing', ''],
  ['no list', 'I cannot help with that. See section 2.'],
  ['an empty list', '[]'],
  ['a list of unknown numbers', '[17, 99]'],
])('finds no order in %s', (_, answer) => {
  expect(readRanking(answer, 3)).toBeUndefined();
});

test('whatever is answered, an order has every number once', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.integer({ min: -5, max: 20 })),
      fc.integer({ min: 1, max: 9 }),
      (noise, list, count) => {
        const order = readRanking(`${noise}${JSON.stringify(list)}`, count);
        if (order === undefined) return;
        expect(order.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: count }, (_, index) => index + 1),
        );
      },
    ),
  );
});
