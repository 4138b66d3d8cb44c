import { expect, test } from 'vitest';
import type { Hit } from '../retrieve/hit.ts';
import { type JudgedQuestion, rankedItems } from './evaluation-question.ts';

test('an item stands where its best hit does, and what stands around hits is not ranked', () => {
  const question: JudgedQuestion = {
    id: '1',
    text: 'Who?',
    judgements: new Map(),
    answers: [],
    itemOf: ({ path }) => path,
  };
  const hits = ['b', 'a', 'b'].map((path) => ({ path, expansion: false }));
  const around = { path: 'c', expansion: true };
  expect(rankedItems(question, [...hits, around] as unknown as Hit[])).toEqual(['b', 'a']);
});
