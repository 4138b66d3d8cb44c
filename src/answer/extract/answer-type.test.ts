import { describe, expect, test } from 'vitest';
import { answerType, hasAnswerCue } from './answer-type.ts';

test.each([
  ['How many moons does Mars have?', 'quantity'],
  ['How large can a boat on that lake be?', 'limit'],
  ['What year was it founded?', 'time'],
  ['Who built the dam?', 'person'],
  ['Which city hosted the fair?', 'place'],
  ['What was the final score of the game between the two teams?', undefined],
  ['Why is the sky blue?', undefined],
])('%s asks for: %s', (question, type) => {
  expect(answerType(question)).toBe(type);
});

describe('a cue of an answer is one that the question does not give', () => {
  test.each([
    ['quantity', 'How many of the 12 jurors agreed?', 'All but 2 of the 12 agreed.', true],
    ['quantity', 'How many of the 12 jurors agreed?', 'The 12 jurors agreed.', false],
    ['limit', 'How large can a boat be?', 'A boat can be as large as the lock.', true],
    ['limit', 'How large can a boat be?', 'A boat of 12 metres passes.', true],
    ['limit', 'How large can a boat be?', 'The 8-oar boats are large.', false],
    ['time', 'When was the 1912 tunnel closed?', 'The tunnel of 1912 was closed in 1988.', true],
    ['time', 'When was the 1912 tunnel closed?', 'The tunnel of 1912 was closed.', false],
    ['person', 'Who taught Ada Lovelace?', 'For years Ada Lovelace was taught by Mary Somerville.', true],
    ['person', 'Who taught Ada Lovelace?', 'For years Ada Lovelace was taught at home.', false],
  ] as const)('%s, %s %s', (type, question, sentence, expected) => {
    expect(hasAnswerCue(sentence, type, question)).toBe(expected);
  });
});
