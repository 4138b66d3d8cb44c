import { expect, test } from 'vitest';
import { formatFactColumns, formatFacts } from './format-facts.ts';

const plain = (_: unknown, text: string) => text;

test('what is said is wrapped under itself, and what is not known left out', () => {
  const facts = [
    ['path', 'notes/lease.md'],
    ['note', null],
    ['read', 'on a day in May, and once more in June'],
  ] as const;
  expect(formatFacts(facts, 30, plain).split('\n')).toEqual([
    'path  notes/lease.md',
    'read  on a day in May, and',
    '      once more in June',
  ]);
});

test('beside a long name there is no room: it stands below', () => {
  expect(formatFacts([['retrieval.duplicateSimilarity', '0.9']], 40, plain)).toBe(
    'retrieval.duplicateSimilarity\n    0.9',
  );
});

test('several cells stand in columns as long as they fit', () => {
  const rows = [
    ['server.host', '"127.0.0.1"', 'default'],
    ['store', '"/srv/footnote"', 'flag'],
  ] as const;
  expect(formatFactColumns(rows, 37, plain).split('\n')).toEqual([
    'server.host  "127.0.0.1"      default',
    'store        "/srv/footnote"  flag',
  ]);
  expect(formatFactColumns(rows, 36, plain).split('\n')).toEqual([
    'server.host  "127.0.0.1" default',
    'store        "/srv/footnote" flag',
  ]);
});
