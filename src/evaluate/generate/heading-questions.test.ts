import { expect, test } from 'vitest';
import { markdownParser } from '../../ingest/parse/markdown-parser.ts';
import { clozeQuestions } from './cloze-questions.ts';
import { headingQuestions } from './heading-questions.ts';

const text = `# Setup

## Installing the hub

In the editor, install it by its manager:

- Add the package from the address of its repository

The hub is installed once for all 12 projects of the team.

## What does it cost?

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

test('nothing is left out of a sentence that announces others', () => {
  const announcing = 'Here is an example of the code that the team wrote for the Hub:\n\n    hub.open()\n';
  expect(clozeQuestions({ ...source, text: announcing })).toEqual([]);
  expect(clozeQuestions({ ...source, text: announcing.replace(':', '.') })).toHaveLength(1);
});
