import { expect, test } from 'vitest';
import { understandQuestion } from './understand-question.ts';

const limit = { maxLength: 100 };

test('reads an English question without the words that ask', () => {
  expect(understandQuestion('  How does a lobster regrow its claw? ', limit)).toEqual({
    text: 'How does a lobster regrow its claw?',
    language: 'en',
    keywords: 'a lobster regrow claw?',
  });
});

test('keeps capitalised words inside the question, since they are names', () => {
  expect(understandQuestion('What did Theresa May say in May?', limit).keywords).toBe(
    'Theresa May say in May?',
  );
});

test('keeps all where nothing else would be left', () => {
  expect(understandQuestion('Who could that have been?', limit).keywords).toContain('that');
  expect(understandQuestion('Why? How?', limit).keywords).toBe('Why? How?');
});

test('leaves other languages whole', () => {
  const question = '人工智能是什么？';
  expect(understandQuestion(question, limit)).toEqual({ text: question, language: 'zh', keywords: question });
});

test.each(['', '   \n', '?!', '—'])('refuses %j as empty', (question) => {
  expect(() => understandQuestion(question, limit)).toThrow(
    expect.objectContaining({ code: 'question_empty' }),
  );
});

test('takes a symbol for a question', () => {
  expect(understandQuestion('🦞', limit).text).toBe('🦞');
});

test('refuses a text over the limit and names both lengths', () => {
  expect(understandQuestion('x'.repeat(100), limit).text).toHaveLength(100);
  expect(() => understandQuestion('x'.repeat(101), limit)).toThrow(
    expect.objectContaining({ code: 'question_too_long', details: { length: 101, limit: 100 } }),
  );
});
