import { expect, test } from 'vitest';
import { markdownParser } from '../../formats/markdown/markdown-parser.ts';
import { clozeQuestions, headingQuestions } from './generate-questions.ts';

const text = `# Setup

## Installing the hub

In the editor, install it by its manager:

- Add the package from the address of its repository

The hub is installed once for all 12 projects of the team.

## 2. What does it cost?

The hub costs nothing for teams of the faculty and its guests.
`;
const source = { path: 'setup.md', title: 'Setup', language: 'en', text };

test('a section is answered for by a sentence, not by what announces a list, and a question is asked as it stands', async () => {
  const { blocks } = await markdownParser.parse({ path: source.path, bytes: new TextEncoder().encode(text) });
  expect(headingQuestions(source, blocks)).toEqual([
    {
      question: 'What is said about Installing the hub in Setup?',
      document: 'setup.md',
      quote: 'The hub is installed once for all 12 projects of the team.',
    },
    {
      question: 'What does it cost?',
      document: 'setup.md',
      quote: 'The hub costs nothing for teams of the faculty and its guests.',
    },
  ]);
});

/** The clozes of a Markdown file. */
async function clozesOf(markdown: string, language = 'en') {
  const bytes = new TextEncoder().encode(markdown);
  const { text, blocks } = await markdownParser.parse({ path: source.path, bytes });
  return clozeQuestions({ ...source, language, text }, blocks);
}

test('nothing is left out of a sentence that announces others', async () => {
  const announcing = 'Here is an example of the code that the team wrote for the Hub:\n\n    hub.open()\n';
  expect(await clozesOf(announcing)).toEqual([]);
  expect(await clozesOf(announcing.replace(':', '.'))).toHaveLength(1);
});

test('no part of a name is left out', async () => {
  const sentence = 'The team runs its scripts of the hub with Node.js on all machines of the faculty.';
  expect(await clozesOf(`# Hub\n\n${sentence}\n`)).toEqual([]);
  expect((await clozesOf(`# Hub\n\n${sentence.replace('Node.js', 'Deno')}\n`))[0]?.answer).toBe('Deno');
});

test.each([
  ['en', 'Its pumps were built by the Northwind company in the year 1930.', 0],
  ['de', 'Seine Pumpen wurden im Jahr 1930 von der Firma Nordwind gebaut.', 0],
  ['de', 'Das Werk hat zwei Pumpen aus dem Jahr 1930, die von Nordwind stammen.', 1],
])(
  'no word is left out of what needs the sentence before it, in %s: %s',
  async (language, sentence, made) => {
    expect(await clozesOf(`# Werk\n\n${sentence}\n`, language)).toHaveLength(made);
  },
);

test('of several names the longest is left out: in German every noun looks like one', async () => {
  const sentence =
    'Ab dem dritten Tag ist eine Bescheinigung vorzulegen, die per Post geschickt werden kann.';
  expect((await clozesOf(`# Krankheit\n\n${sentence}\n`, 'de'))[0]?.answer).toBe('Bescheinigung');
});

test('what only a number tells apart is left in', async () => {
  const chapter = 'As was said in Chapter four of this book, the struct is borrowed here.';
  expect((await clozesOf(`# Hub\n\n${chapter}\n`))[0]?.answer).toBe('Chapter');
  expect(await clozesOf(`# Hub\n\n${chapter.replace('four', '4-5')}\n`)).toEqual([]);
});

test('front matter, titles, tables and code are no sentences to leave a word out of', async () => {
  expect(
    await clozesOf(`---
title: The hub of all the teams and projects of the faculty
position: 12
---

**Weeks 8-10** | What the Hub is for, and what the teams build with it

| what the projects of the faculty need | where the Hub keeps it |
|---|---|
| a folder for each of the 12 projects of the team. | on the second Disk of the hub. |

\`\`\`
The hub keeps the folders of 12 projects on the second Disk.
\`\`\`
`),
  ).toEqual([]);
});

test('a question has no markup, what it quotes stands as in the text', async () => {
  const quote = 'The **hub** keeps `folder` and [list](list.md#all) of *each* team on 12 disks.';
  expect(await clozesOf(`# Hub\n\n${quote}\n`)).toEqual([
    {
      question: 'The hub keeps folder and list of each team on ____ disks.',
      document: 'setup.md',
      quote,
      answer: '12',
    },
  ]);
});

test('a character of Chinese or Japanese says as much as several letters, and a number may touch its words', async () => {
  const text = '# 炊飯器\n\n## 保温\n\n保温は24時間までで、RC-550では12時間です。ふたを閉めてください。\n';
  const { blocks } = await markdownParser.parse({ path: 'a.md', bytes: new TextEncoder().encode(text) });
  const japanese = { path: 'a.md', title: '炊飯器', language: 'ja', text };
  const quote = '保温は24時間までで、RC-550では12時間です。';
  expect(headingQuestions(japanese, blocks)).toEqual([{ question: '炊飯器: 保温', document: 'a.md', quote }]);
  expect(clozeQuestions(japanese, blocks)).toEqual([
    { question: quote.replace('24', '____'), document: 'a.md', quote, answer: '24' },
  ]);
});
