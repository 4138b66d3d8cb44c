import { expect, test } from 'vitest';
import type { Block } from '../../contracts/parser.ts';
import { longestChapters } from './collection-coverage.ts';

/** A text of headings (`level title`) and paragraphs (their length). */
function blocksOf(...pieces: readonly (string | number)[]): Block[] {
  let start = 0;
  return pieces.map((piece) => {
    const length = typeof piece === 'number' ? piece : piece.length;
    const span = { start, end: start + length };
    start += length + 1;
    if (typeof piece === 'number') return { ...span, kind: 'paragraph' };
    return { ...span, kind: 'heading', level: Number(piece[0]), title: piece.slice(2), anchor: '' };
  });
}

test('the longest chapters of a book are named in its order, whatever stands below them', () => {
  const book = blocksOf(
    '1 Ships',
    '2 Foreword',
    10,
    '2 Hulls',
    500,
    '3 Wood',
    300,
    '2 Sails',
    100,
    '2 Anchors',
    700,
    '2 Index',
    5,
  );
  expect(longestChapters(book, 'Ships', 2)).toEqual({ headings: ['Hulls', 'Anchors'], hasMore: true });
  expect(longestChapters(book, 'Ships', 3)).toEqual({
    headings: ['Hulls', 'Sails', 'Anchors'],
    hasMore: true,
  });
  expect(longestChapters(book, 'Ships', 9)).toEqual({
    headings: ['Foreword', 'Hulls', 'Sails', 'Anchors', 'Index'],
    hasMore: false,
  });
});

test('a title, a lone heading, and one without letters are no chapters', () => {
  const none = { headings: [], hasMore: false };
  expect(longestChapters(blocksOf('1 Ships', 10, '2 Hulls', 10), 'Ships', 5)).toEqual(none);
  expect(longestChapters(blocksOf('1 Ships', 10, '1  SHIPS ', 10, '1 3.2', 10), 'Ships', 5)).toEqual(none);
  expect(longestChapters(blocksOf(10, 20), 'Ships', 5)).toEqual(none);
});

test('parts come before the chapters in them, and what has one name twice is named once', () => {
  const parts = blocksOf('1 Part\n one', '2 Hulls', 10, '1 Part two', '2 Sails', 10, '1 part one', 50);
  expect(longestChapters(parts, 'Ships', 5).headings).toEqual(['Part one', 'Part two']);
  expect(longestChapters(parts, 'Ships', 1).headings).toEqual(['Part one']);
});
