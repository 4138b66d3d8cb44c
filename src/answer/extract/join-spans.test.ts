import { expect, test } from 'vitest';
import { sentences } from '../../text/sentences/sentences.ts';
import { joinCode, joinLists, joinTables } from './join-spans.ts';

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
