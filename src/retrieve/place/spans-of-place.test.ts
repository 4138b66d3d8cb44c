import { describe, expect, test } from 'vitest';
import type { Block } from '../../contracts/parser.ts';
import { spansOfPlace } from './spans-of-place.ts';

/** Blocks of ten characters: a heading of that level, or a paragraph where the level is 0. */
function blocksOf(lines: readonly (readonly [level: number, title: string, page?: number])[]): Block[] {
  return lines.map(([level, title, page], at): Block => {
    const place = { start: at * 10, end: at * 10 + 9, ...(page !== undefined && { page }) };
    return level === 0
      ? { kind: 'paragraph', ...place }
      : { kind: 'heading', level, title, anchor: '', ...place };
  });
}

const spansAt = (blocks: readonly Block[], kind: 'page' | 'section', number: string) =>
  spansOfPlace(blocks, { kind, number, text: '', frame: [] });

describe('a section', () => {
  const manual = blocksOf([
    [1, 'Manual'],
    [2, '2. Use'],
    [3, '2.2 Descaling'],
    [0, ''],
    [2, 'Chapter 3: Warranty'],
    [0, ''],
    [2, '3.1 Returning'],
    [2, '31 Index'],
    [2, '4'],
  ]);

  test.each([
    ['2.2', [[20, 40]]],
    ['2', [[10, 40]]],
    ['3', [[40, 70]]],
    ['4', [[80, Infinity]]],
    ['1', []],
  ])('%s is what stands under headings with its number and those below', (number, spans) => {
    expect(spansAt(manual, 'section', number).map(({ start, end }) => [start, end])).toEqual(spans);
  });

  test.each(['Kapitel 3', '§ 3 Haftung', '3) Fees', '第3章 安全', '3'])('has its number in “%s”', (title) => {
    expect(spansAt(blocksOf([[1, title]]), 'section', '3')).toHaveLength(1);
  });

  test.each(['3D printing', '3,000 miles', '2023', 'Notes on 3'])('has no number in “%s”', (title) => {
    expect(spansAt(blocksOf([[1, title]]), 'section', '3')).toEqual([]);
  });
});

test('a page is all between the first block on it and the first on the next', () => {
  const blocks = blocksOf([
    [0, '', 1],
    [0, '', 2],
    [0, ''],
    [0, '', 3],
  ]);
  expect(spansAt(blocks, 'page', '2')).toEqual([{ start: 10, end: 30 }]);
  expect(spansAt(blocks, 'page', '4')).toEqual([]);
});
