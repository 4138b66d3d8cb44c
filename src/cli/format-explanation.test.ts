import { expect, test } from 'vitest';
import { formatExplanation } from './format-explanation.ts';
import { hit, question } from './made-up-hit.test-support.ts';

const plain = (_: unknown, text: string) => text;
const explain = (width: number) => formatExplanation(hit, question, 2, width, plain);

test('the keyword score is told in the words of the question, and what parts of words made of it', () => {
  expect(explain(100).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'vector ██████░░░░░░ +1.000 not found by this leg',
    'keyword ████████████ +2.000 rank 1, BM25 6.50: digital 4.0, parts of words 2.5',
  ]);
});

test('on a narrow terminal what a score is made of stands below it', () => {
  expect(explain(40)).toEqual([
    '    vector     +1.000',
    '        not found by this leg',
    '    keyword    +2.000',
    '        rank 1, BM25 6.50: digital 4.0,',
    '        parts of words 2.5',
  ]);
});
