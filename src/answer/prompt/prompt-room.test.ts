import { expect, test } from 'vitest';
import type { Generator } from '../../contracts/generator.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { promptRoom } from './prompt-room.ts';
import { readPromptTemplate } from './prompt-template.ts';

/** A token a word. */
const tokenizer: Tokenizer = { id: 'words', count: (text) => text.match(/\S+/g)?.length ?? 0 };

const template = readPromptTemplate(
  '<!-- system -->\nAnswer from these: {context}\n<!-- user -->\n{question}',
  'test',
);
/** Of template and question: 3 + 4 words, 4 more for each of two messages. */
const fixedTokens = 15;

const room = (limit: number | undefined, turns: readonly number[] = []) => {
  const generator: Generator = { name: 'chat', maxPromptTokens: limit, async *generate() {} };
  const history = turns.map((words) => ({ role: 'user' as const, content: 'word '.repeat(words) }));
  const asked = { question: 'How high is it?', selectedText: '', history };
  return promptRoom(asked, template, { generator, tokenizer });
};

test('a model without a known limit reads all passages, and of the conversation what most models have room for', () => {
  const { contextTokens, history } = room(undefined, [1000, 1000]);
  expect(contextTokens).toBe(Number.POSITIVE_INFINITY);
  expect(history).toHaveLength(2);
  expect(room(undefined, [1000, 1000, 1000, 1000, 1000]).history).toHaveLength(3);
});

test('of a long conversation a model is shown the last ten messages, however short', () => {
  const { history } = room(undefined, [9, 9, ...Array.from({ length: 10 }, () => 1)]);
  expect(history.map(({ content }) => content)).toEqual(Array.from({ length: 10 }, () => 'word '));
});

test('ten megabytes of conversation are not told to a model', () => {
  const tooMuch = Array.from({ length: 10 }, () => 2 ** 20 / 'word '.length);
  for (const limit of [undefined, 100_000]) expect(room(limit, tooMuch).history).toEqual([]);
});

test('what the question leaves belongs to the passages', () => {
  expect(room(1000).contextTokens).toBe(1000 - fixedTokens);
});

test('the latest messages have a quarter of it, whole ones only', () => {
  const { contextTokens, history } = room(415, [50, 42, 30, 16]);
  expect(history.map(({ content }) => tokenizer.count(content))).toEqual([42, 30, 16]);
  expect(contextTokens).toBe(415 - fixedTokens - 100);
  expect(room(414, [50, 42, 30, 16]).history).toHaveLength(2);
});

test('a message too long to be kept keeps those before it out, since they would be out of place', () => {
  expect(room(415, [1, 1, 500]).history).toEqual([]);
});

test('a question that leaves no room for passages is refused with what it needs', () => {
  expect(room(fixedTokens + 32).contextTokens).toBe(32);
  expect(() => room(46)).toThrow(
    expect.objectContaining({ code: 'prompt_too_long', details: { needed: 15, limit: 46, model: 'chat' } }),
  );
});
