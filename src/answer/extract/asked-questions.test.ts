import { describe, expect, test } from 'vitest';
import { sentences } from '../../text/sentences/sentences.ts';
import { withAskedQuestions, withoutQuestionLabel } from './asked-questions.ts';

const read = (text: string, language = 'en') =>
  withAskedQuestions(sentences(text, language), text).map(({ start, end, kind }) => [
    kind,
    text.slice(start, end),
  ]);

describe('questions that a text asks itself stand over their answers', () => {
  test.each([
    ['on lines of their own', 'Q: Is it hot?\nA: It is.'],
    ['in bold print', '**Q: Is it hot?**\nA: It is.'],
    ['whose labels alone are in bold print', '**Q:** Is it hot?\n\n**A:** It is.'],
    ['with numbers', 'Q1: Is it hot?\nA1: It is.'],
    ['in words', 'Question: Is it hot?\nAnswer: It is.'],
    ['without labels', '**Is it hot?**\n\nIt is.'],
    ['of which only the question has a label', 'Q: Is it hot?\n\nIt is.'],
    ['with stops behind the labels', 'Q. Is it hot?\n\nA. It is.'],
    ['that are a paragraph', 'Is it hot?\n\n    It is.'],
    ['that are an item with more under it', ' 1. Is it hot?\n\n    It is.'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([
      ['question', 'Is it hot?'],
      ['prose', 'It is.'],
    ]);
  });

  test('one after the other in one paragraph', () => {
    expect(read('Q: Is it hot?\nA: It is\nQ: It leaks. What now?\nA: Close it. Wait.')).toEqual([
      ['question', 'Is it hot?'],
      ['prose', 'It is'],
      ['question', 'It leaks. What now?'],
      ['prose', 'Close it.'],
      ['prose', 'Wait.'],
    ]);
  });

  test('in items of a list, whose answers are prose; what is none stays an item', () => {
    expect(read('* **Q: Is it hot?**  A:  It is. Wait.\n* Q: Does it leak? A: No.\n* A lid.')).toEqual([
      ['question', 'Is it hot?'],
      ['prose', 'It is.'],
      ['prose', 'Wait.'],
      ['question', 'Does it leak?'],
      ['prose', 'No.'],
      ['list-item', 'A lid.'],
    ]);
  });

  test('in other languages', () => {
    expect(read('Frage: Ist sie heiß?\nAntwort: Ja.', 'de')[0]).toEqual(['question', 'Ist sie heiß?']);
    expect(read('Q : Est-elle chaude ?\nR : Oui.', 'fr')).toEqual([
      ['question', 'Est-elle chaude ?'],
      ['prose', 'Oui.'],
    ]);
    expect(read('问：热吗？\n答：热。', 'zh')).toEqual([
      ['question', '热吗？'],
      ['prose', '热。'],
    ]);
  });

  test.each([
    ['Is it hot? It is.'],
    ['Q: a letter. It says nothing.'],
    ['**Is it hot?** It is.'],
    ['- a lid\n- a pump'],
    ['It boils. Is it hot?\n\nIt is.'],
    ['It is warm.\nIs it hot?\n\nIt is.'],
    ['Is it hot?'],
    ['- Is it hot?\n- Does it leak?\n\nTell the class.'],
    ['1. What is hot?\n   a) the lid\n   b) the pump'],
    ['```\nQ: Is it hot?\nA: It is.\n```'],
  ])('none: %s', (text) => {
    expect(read(text)).toEqual(
      sentences(text, 'en').map(({ start, end, kind }) => [kind, text.slice(start, end)]),
    );
  });
});

test('a heading’s label is none of its words', () => {
  expect(withoutQuestionLabel('Q2: Is it hot?')).toBe('Is it hot?');
  expect(withoutQuestionLabel('Query: hot')).toBe('Query: hot');
});
