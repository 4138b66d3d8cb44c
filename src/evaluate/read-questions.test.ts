import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readQuestions } from './read-questions.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'questions-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(name: string, text: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const expected = [
  {
    id: '1',
    text: 'Who approves flights?',
    judgements: new Map([['travel.md', 1]]),
    answers: ['the head of department'],
  },
  {
    id: '2',
    text: 'How long is a password?',
    judgements: new Map(),
    answers: [],
    place: { documents: ['passwords.md'], page: 2, quote: 'at least fourteen characters' },
  },
  { id: '3', text: 'What does a taxi cost?', judgements: new Map(), answers: [] },
];

test.each([
  [
    'q.yaml',
    [2, 5, 9],
    `# Ours
- question: Who approves flights?
  document: travel.md
  answer: the head of department
- question: How long is a password?
  document: passwords.md
  page: 2
  quote: at least fourteen characters
- { question: 'What does a taxi cost?', answerable: false }
`,
  ],
  [
    'q.jsonl',
    [1, 2, 4],
    `{"question": "Who approves flights?", "document": "travel.md", "answer": "the head of department"}
{"question": "How long is a password?", "document": "passwords.md", "page": 2, "quote": "at least fourteen characters"}

{"question": "What does a taxi cost?", "answerable": false}
`,
  ],
  [
    'q.csv',
    [2, 3, 4],
    `question,document,page,quote,answer,answerable\r
Who approves flights?,travel.md,,,the head of department,\r
How long is a password?,passwords.md,2,"at least fourteen characters",,\r
What does a taxi cost?,,,,,no\r
`,
  ],
  [
    'q.tsv',
    [2, 4, 5],
    `Question\tComment\tDocument\tpage\tquote\tanswer\tAnswerable\t
Who approves flights?\tasked twice\ttravel.md\t\t\tthe head of department\t\t
\t\t\t\t\t\t\t
How long is a password?\t\tpasswords.md\t2\tat least fourteen characters\t\t\t
What does a taxi cost?\t\t\t\t\t\tNo\t
\t\t\t\t\t\t\t
`,
  ],
  [
    'q.json',
    [2, 3, 4],
    `[
\t{"question": "Who approves flights?", "document": "travel.md", "answer": "the head of department"},
\t{"question": "How long is a password?", "document": "passwords.md", "page": "2", "quote": "at least fourteen characters"},
\t{"question": "What does a taxi cost?", "document": "", "page": null, "answerable": "no"}
]
`,
  ],
])('%s is read, each question with its line, whatever wrote it', async (name, lines, text) => {
  for (const written of [text, `\uFEFF${text}`, Buffer.from(`\uFEFF${text}`, 'utf16le')])
    expect(await readQuestions(await write(name, written))).toEqual(
      expected.map((question, position) => ({ ...question, line: lines[position] })),
    );
});

test.each([
  ['q.yml', '- {question: Who?, document: [a.md, b.md], answer: [me, you]}\n'],
  ['q.csv', 'question;document;answer\nWho?;a.md | b.md;me|you|\n'],
])('several documents and several answers may be right in %s', async (name, text) => {
  const path = await write(name, text);
  expect(await readQuestions(path)).toMatchObject([
    {
      judgements: new Map([
        ['a.md', 1],
        ['b.md', 1],
      ]),
      answers: ['me', 'you'],
    },
  ]);
});

test('what was copied out of a file is compared as documents are: cleaned', async () => {
  const path = await write(
    'q.yaml',
    '- {question: Who?, quote: "the aux\u00adiliary\u200b pump", answer: "cafe\u0301"}\n',
  );
  expect(await readQuestions(path)).toMatchObject([
    { place: { quote: 'the auxiliary pump' }, answers: ['café'] },
  ]);
});

/** Ten lists, each of ten times the one before. */
const aliasBomb = [
  '- &l0 [x]',
  ...Array.from({ length: 9 }, (_, n) => `- &l${n + 1} [${`*l${n}, `.repeat(10)}]`),
  '- {question: a, answer: *l9}',
].join('\n');

test.each([
  ['q.yaml', '- question: a\n  answer: b\n- question: [\n', 4, /./],
  ['q.yaml', '- question: What is: the rule?\n', 1, /^a text that contains a colon .* quotation marks$/],
  ['q.yaml', 'question: a\n', 1, /^it is not a list of questions$/],
  ['q.yaml', '- question: a\n  answer: b\n- question: c\n', 3, /^it needs a document, page, quote or answer/],
  [
    'q.yaml',
    '- question: a\n  answer: b\n  pages: 3\n',
    1,
    /^there is no field "pages"; the fields are id, question, document, page, quote, answer, answerable$/,
  ],
  [
    'q.yaml',
    '- {question: a, answer: b, id: x}\n- {question: a, answer: b, id: x}\n',
    2,
    /"x" is used twice/,
  ],
  [
    'q.yaml',
    '- {question: a, page: 0}\n- {question: b}\n- {question: c, page: 1}\n- {page: 2}\n',
    1,
    /^page: .*; line 2: it needs a document.*; line 4: question: it is missing$/,
  ],
  ['q.yaml', '- {question: a, page: 0}\n', 1, /^page: it must be at least 1, not 0$/],
  ['q.yaml', '- {question: a, answer: true}\n', 1, /^answer: it must be a string or a list of strings$/],
  ['q.yaml', '- {question: a, document: []}\n', 1, /^document: it must /],
  ['q.yaml', '- {question: 5, page: 1}\n', 1, /^question: it must be a string$/],
  ['q.yaml', '- {question: a, answerable: never}\n', 1, /^answerable: .* true or false, not "never"$/],
  ['q.yaml', aliasBomb, 3, /alias/],
  ['q.yaml', `- question: ${'['.repeat(50_000)}`, 1, /^brackets .* too deeply$/],
  ['q.jsonl', '{"question": "a", "answer": "b"}\nnonsense\n', 2, /^it is not valid JSON$/],
  ['q.csv', 'query,answer\na,b\n', 1, /^the header has no column "question"$/],
  ['q.csv', 'question,documents\na,b\n', 1, /^the header has no column "document", "page"/],
  ['q.csv', 'question,question,answer\na,b,c\n', 1, /^the header has the column "question" twice$/],
  ['q.csv', 'question,answer\n"a\nb",c\nd,\n', 4, /^it needs a document/],
  ['q.csv', 'question,page\na,two\n', 2, /^page: it must be a number, not "two"$/],
  ['q.csv', 'question,answer,answerable\na,b,yes\nc,,nein\n', 3, /^answerable: .* not "nein"$/],
  ['q.csv', 'question,answer\na,b\n"c,d\ne,f\n', 3, /quotation mark/],
])('a fault in %s is named with its line: %j', async (name, text, line, problem) => {
  await expect(readQuestions(await write(name, text))).rejects.toMatchObject({
    code: 'file_malformed',
    details: { path: join(folder, name), line, problem: expect.stringMatching(problem) as string },
  });
});

test('no question, no file and no such kind of file are told apart', async () => {
  for (const [name, text] of [
    ['q.yaml', '# nothing\n'],
    ['q.jsonl', '\n'],
    ['q.csv', 'question,answer\n'],
    ['q.yaml', ''],
  ] as const)
    await expect(readQuestions(await write(name, text))).rejects.toMatchObject({ code: 'evaluation_empty' });
  await expect(readQuestions(join(folder, 'none.yaml'))).rejects.toMatchObject({ code: 'path_not_found' });
  await mkdir(join(folder, 'folder.yaml'));
  await expect(readQuestions(join(folder, 'folder.yaml'))).rejects.toMatchObject({ code: 'path_unreadable' });
  await expect(readQuestions(join(folder, 'q.txt'))).rejects.toMatchObject({ code: 'file_unsupported' });
});
