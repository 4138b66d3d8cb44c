import { expect, test } from 'vitest';
import { sentences } from '../../text/sentences/sentences.ts';
import { chunk, request } from '../generate/quoting.test-support.ts';
import {
  endsQuestion,
  endsSentence,
  joinCode,
  joinLists,
  joinTables,
  passageSentences,
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

test.each([
  ['A fee is paid:\n\n(a) for travel;\n(b) for rent, and\n(c) for food.\n\nCats sleep.', 3],
  ['The fee is paid if somebody\n\na) travels,\nb) rents.', 2],
  ['It was said before (a) was.\n(b) was not.', 0],
])('lines with letters that half a sentence counts up are items: %s', (text, items) => {
  const [passage] = request('', [chunk('fees', text)]).passages;
  const found = passage ? passageSentences(passage) : [];
  expect(found.filter(({ kind }) => kind === 'list-item')).toHaveLength(items);
  const whole = text.replace('\n\nCats sleep.', '');
  const list = joinLists(found, text).find(({ kind }) => kind === 'list');
  expect(list && text.slice(list.start, list.end)).toBe(items === 0 ? undefined : whole);
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
