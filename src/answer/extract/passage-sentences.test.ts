import { describe, expect, test } from 'vitest';
import { sentences } from '../../text/sentences/sentences.ts';
import {
  endsQuestion,
  endsSentence,
  joinCode,
  joinLists,
  joinTables,
  withAskedQuestions,
  withImpliedHeaders,
  withoutQuestionLabel,
} from './passage-sentences.ts';

test.each([
  ['Rain fell.', true],
  ['“Rain **fell.**”', true],
  ['Rain fell.¹', true],
  ['Rain fell.[2][^3]', true],
  ['Rain [2]', false],
  ['12 m²', false],
])('%s ends a sentence: %s', (text, ends) => {
  expect(endsSentence(text)).toBe(ends);
});

test('a question ends before the marks of its footnotes', () => {
  expect(endsQuestion('Did rain fall?¹')).toBe(true);
});

const lists = (text: string) =>
  joinLists(joinCode(sentences(text, 'en'), text), text).map(({ start, end, kind }) => [
    kind,
    text.slice(start, end),
  ]);

test('a list is one with what introduces it, and with the code and paragraphs of its items', () => {
  const steps =
    'To install it:\n\n1. Look for it:\n   ```bash\n   which it\n   ```\n\n2. Fetch it.\n\n   It is large.\n3. Done';
  expect(lists(`Rain fell.\n\n${steps}\n\nCats sleep.`)).toEqual([
    ['prose', 'Rain fell.'],
    ['list', steps],
    ['prose', 'Cats sleep.'],
  ]);
});

test('a list is one with the half sentence that its items complete, and with no line above that is none', () => {
  const half = 'Any member may\n\n1. vote;\n2. stand for election.';
  expect(lists(half)).toEqual([['list', half]]);
  const kinds = (text: string) => lists(text).map(([kind]) => kind);
  expect(kinds('Added in: v1.2\n\n- name of it\n- size of it')).toEqual(['prose', 'list']);
  expect(kinds('It may rain.\n\n- name of it')).toEqual(['prose', 'list']);
});

test('code is one with the sentence that announces it, up to the end of its fence', () => {
  const run = 'Run this:\n\n```bash\nit --all\n\nit --none\n```';
  expect(lists(`${run}\n\nThen wait.`)).toEqual([
    ['list', run],
    ['prose', 'Then wait.'],
  ]);
});

test('code that nothing announces stands alone', () => {
  const text = 'It runs.\n\n```bash\nit --all\n\nit --none\n```';
  expect(joinCode(sentences(text, 'en'), text).map(({ kind }) => kind)).toEqual(['prose', 'code']);
  expect(lists(text)).toEqual([
    ['prose', 'It runs.'],
    ['code', 'it --all\n\nit --none'],
  ]);
});

test('the rows of a table are one with its header, and no two tables are', () => {
  const table = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |';
  const text = `It rains.\n\n${table}\n\nIt rains.\n\n| 5 | 6 |\n| 7 | 8 |`;
  const found = joinTables(sentences(text, 'en'), text);
  expect(found.map(({ start, end, kind }) => [kind, text.slice(start, end)])).toEqual([
    ['prose', 'It rains.'],
    ['table', table],
    ['prose', 'It rains.'],
    ['table-row', '| 5 | 6 |'],
    ['table-row', '| 7 | 8 |'],
  ]);
});

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

/** The kinds of the rows of a text. */
function rowKinds(text: string, beginsDocument = true): string[] {
  const found = withImpliedHeaders(sentences(text, 'en'), text, beginsDocument);
  return found.flatMap(({ kind }) => (kind.startsWith('table-') ? [kind] : []));
}

const stock = '| Code | Place | Count |\n| S-1 | A | 4 |\n| S-2 | B | 9 |';

test('a first row of words over rows of as many cells is a header', () => {
  const kinds = ['table-header', 'table-row', 'table-row'];
  expect(rowKinds(stock)).toEqual(kinds);
  expect(rowKinds(`Stock of today:\n\n${stock}`, false)).toEqual(kinds);
});

test.each([
  ['of facts', '| Make | Jeep |\n| Year | 2022 |'],
  ['whose first row has a number', '| S-1 | A | 4 |\n| S-2 | B | 9 |'],
  ['whose first row has an empty cell', '| Code | | Count |\n| S-2 | B | 9 |'],
  ['whose rows have other numbers of cells', '| Code | Place | Count |\n| S-2 | B |'],
  ['of one row', '| Code | Place | Count |'],
])('no row of a table %s', (_, table) => {
  expect(rowKinds(table)).not.toContain('table-header');
});

test('none where the text begins within a table, and none beside a header', () => {
  expect(rowKinds(stock, false)).not.toContain('table-header');
  const marked = '| Code | Place | Count |\n|---|---|---|\n| none | of | all |\n| S-2 | B | 9 |';
  expect(rowKinds(marked)).toEqual(['table-header', 'table-row', 'table-row']);
});
