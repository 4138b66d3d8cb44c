import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBeir } from './beir.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'beir-'));
  await mkdir(join(folder, 'qrels'));
  await write(
    'corpus.jsonl',
    '{"_id": "d1", "title": "Dams", "text": "Built in 1931."}\n{"_id": "d2", "text": "Rain."}\n',
  );
  await write('queries.jsonl', '{"_id": "q1", "text": "When?"}\n{"_id": "q2", "text": "Who?"}\n');
  await write('qrels/test.tsv', 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n');
});

afterEach(() => rm(folder, { recursive: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);

test('reads documents, questions and judgements', async () => {
  expect(await readBeir(folder)).toEqual({
    name: basename(folder),
    documents: [
      { id: 'd1', title: 'Dams', text: 'Built in 1931.' },
      { id: 'd2', title: '', text: 'Rain.' },
    ],
    questions: [
      {
        id: 'q1',
        text: 'When?',
        judgements: new Map([
          ['d1', 2],
          ['d2', 0],
        ]),
        answers: [],
      },
      { id: 'q2', text: 'Who?', judgements: new Map(), answers: [] },
    ],
  });
});

test('reads answers where there are some', async () => {
  await write('answers.jsonl', '{"_id": "q1", "answers": ["1931"]}\n');
  expect((await readBeir(folder)).questions.map(({ answers }) => answers)).toEqual([['1931'], []]);
});

test('judgements without a header lose none', async () => {
  await write('qrels/test.tsv', 'q1\td1\t2\nq2\td2\t1\n');
  const { questions } = await readBeir(folder);
  expect(questions.map(({ judgements }) => [...judgements])).toEqual([[['d1', 2]], [['d2', 1]]]);
});

test.each([
  ['corpus.jsonl', '{"_id": "d1", "text": "a"}\n{"_id": 2}\n', 2, '_id: it must be a string'],
  [
    'corpus.jsonl',
    '{"_id": "d1", "text": "a"}\n\n{"_id": "d1", "text": "b"}\n',
    3,
    'the _id "d1" is used twice',
  ],
  ['queries.jsonl', 'not json\n', 1, 'it is not valid JSON'],
  ['queries.jsonl', '[]\n', 1, 'it must be an object'],
  ['qrels/test.tsv', 'head\nq1\td1\t1\nq9\td1\t1\n', 3, 'there is no question "q9"'],
  ['qrels/test.tsv', 'head\nq1\td9\t1\n', 2, 'there is no document "d9"'],
  ['qrels/test.tsv', 'head\nq1\td1\tyes\n', 2, '"yes" is not a whole number'],
  ['qrels/test.tsv', 'head\nq1 0 d1 1\n', 2, 'tabs must separate question, document and score'],
  ['qrels/test.tsv', 'q1\td1\nq2\td2\t1\n', 1, '"" is not a whole number'],
  ['qrels/test.tsv', 'q1\td1\t1\nq1\td1\t0\n', 2, '"d1" is judged twice for "q1"'],
])('a fault in %s is named with its line: %j', async (name, text, line, problem) => {
  await write(name, text);
  await expect(readBeir(folder)).rejects.toMatchObject({
    code: 'file_malformed',
    details: { path: join(folder, name), line, problem },
  });
});

test.each(['corpus.jsonl', 'queries.jsonl', 'qrels/test.tsv'])('%s missing is named', async (what) => {
  await rm(join(folder, what));
  await expect(readBeir(folder)).rejects.toMatchObject({
    code: 'evaluation_empty',
    details: { path: folder, what },
  });
});

test('a set without documents, and one without a judged question, say so', async () => {
  await write('qrels/test.tsv', 'head\n');
  await expect(readBeir(folder)).rejects.toMatchObject({ code: 'evaluation_empty' });
  await write('corpus.jsonl', '\n');
  await expect(readBeir(folder)).rejects.toMatchObject({
    code: 'evaluation_empty',
    details: { path: folder, what: 'document' },
  });
});
