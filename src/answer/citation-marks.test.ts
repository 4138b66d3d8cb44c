import { expect, test } from 'vitest';
import type { Citation } from '../contracts/generator.ts';
import { citationMarks } from './citation-marks.ts';

const citation = (number: number) => ({ number }) as Citation;

test('a mark is the last of its number in its sentence', () => {
  const answer = 'See [1] for more. [1] Both say so. [2][1]';
  const sentences = [
    { start: 0, end: 21, citations: [1] },
    { start: 22, end: answer.length, citations: [1, 2] },
  ].map((sentence) => ({ ...sentence, verdict: 'verbatim' as const, missing: [] }));
  const marks = citationMarks({ answer, citations: [citation(1), citation(2)], sentences });
  expect(
    marks.map(({ start, end, citation: { number } }) => [start, answer.slice(start, end), number]),
  ).toEqual([
    [18, '[1]', 1],
    [35, '[2]', 2],
    [38, '[1]', 1],
  ]);
});

test('of a number that no citation has, and a citation that is not marked, there is none', () => {
  const sentence = { start: 0, end: 8, verdict: 'uncited' as const, citations: [1, 2], missing: [] };
  expect(citationMarks({ answer: 'So. [2]!', citations: [citation(1)], sentences: [sentence] })).toEqual([]);
});

test('without checked sentences the whole text is looked through', () => {
  const [mark] = citationMarks({ answer: 'So. [1] Really.', citations: [citation(1)], sentences: [] });
  expect(mark).toEqual({ start: 4, end: 7, citation: citation(1) });
});
