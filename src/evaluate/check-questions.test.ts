import { expect, test } from 'vitest';
import { checkQuestions } from './evaluation-question.ts';

const asked = (text: string, line?: number) => ({
  id: text,
  text,
  judgements: new Map(),
  answers: [],
  ...(line !== undefined && { line }),
});

test.each([
  ['has no word', [asked('Who?', 1), asked('?!', 4)], { line: 4, problem: /^The question is empty/ }],
  ['says only where to look', [asked('path:travel', 2)], { line: 2, problem: /^The question is empty/ }],
  [
    'is too long',
    [asked('Who?'), asked('Who else will come?')],
    { line: 2, problem: /19 characters.* question\.maxLength$/ },
  ],
])('a question that %s is named with its line', (_, questions, { line, problem }) => {
  expect(() => checkQuestions(questions, 'q.yaml', 12)).toThrow(
    expect.objectContaining({
      code: 'file_malformed',
      details: { path: 'q.yaml', line, problem: expect.stringMatching(problem) as string },
    }),
  );
});

test('others pass', () => {
  expect(() => checkQuestions([asked('Who?'), asked('🦞')], 'q.yaml', 12)).not.toThrow();
});
