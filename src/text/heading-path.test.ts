import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../contracts/parser.ts';
import { placeAt } from './heading-path.ts';

const heading = (start: number, level: number, title: string): Block => ({
  kind: 'heading',
  level,
  title,
  anchor: title,
  start,
  end: start + 5,
});

test('a character stands under the headings that are open there', () => {
  const blocks: Block[] = [
    { kind: 'paragraph', start: 0, end: 5, page: 1 },
    heading(10, 1, 'A'),
    heading(20, 3, 'C'),
    heading(30, 2, 'B'),
    { kind: 'paragraph', start: 40, end: 50, page: 2 },
    heading(60, 1, 'Z'),
  ];
  expect(placeAt(blocks, 3)).toEqual({ headingPath: [], page: 1 });
  expect(placeAt(blocks, 12)).toEqual({ headingPath: ['A'], page: 1 });
  expect(placeAt(blocks, 10).headingPath).toEqual(['A']);
  expect(placeAt(blocks, 40).page).toBe(2);
  expect(placeAt(blocks, 29).headingPath).toEqual(['A', 'C']);
  expect(placeAt(blocks, 45)).toEqual({ headingPath: ['A', 'B'], page: 2 });
  expect(placeAt(blocks, 99).headingPath).toEqual(['Z']);
});

test('whatever the levels, the path is the nearest heading before of each smaller level', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 30 }), (levels) => {
      const blocks = levels.map((level, position) => heading(position * 10, level, `${level}-${position}`));
      const expected: string[] = [];
      let above = 7;
      for (let position = levels.length - 1; position >= 0; position--) {
        const level = levels[position] as number;
        if (level < above) {
          expected.unshift(`${level}-${position}`);
          above = level;
        }
      }
      expect(placeAt(blocks, levels.length * 10).headingPath).toEqual(expected);
    }),
  );
});
