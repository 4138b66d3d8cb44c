import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { DocumentSummary, DocumentText } from '../contracts/document.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { EvaluationQuestion, ExpectedPlace } from './evaluation-question.ts';
import { resolveQuestions } from './resolve-questions.ts';

const texts = new Map([
  ['rules/travel.md', 'Flights need an approval. Trains do not.'],
  ['notes/travel.md', 'Flights were late. Trains do not wait.'],
  ['travel.md', 'Nobody flies.'],
  ['one/notes.md', ''],
  ['two/notes.md', ''],
  ['slides.pptx', 'One.\nTwo.\nThree.'],
]);

/** The slides: the last begins with a block that has no page of its own. */
const blocks = [
  { kind: 'paragraph', start: 0, end: 4, page: 1 },
  { kind: 'paragraph', start: 5, end: 9, page: 2 },
  { kind: 'paragraph', start: 10, end: 12, page: 3 },
  { kind: 'paragraph', start: 12, end: 16 },
];

/** A collection of these documents, each known by its path. */
const collection = {
  listDocuments: async () =>
    [...texts.keys()].map(
      (path) => ({ documentId: path, path, paths: [path] }) as unknown as DocumentSummary,
    ),
  getDocumentText: async (path: string) =>
    ({ text: texts.get(path), blocks: path === 'slides.pptx' ? blocks : [] }) as unknown as DocumentText,
};

const asked = (place: ExpectedPlace | undefined, more: Partial<EvaluationQuestion> = {}) => ({
  id: '1',
  text: 'What needs an approval?',
  answers: [],
  judgements: new Map<string, number>(),
  ...(place && { place }),
  ...more,
});

const resolve = (...questions: readonly EvaluationQuestion[]) =>
  resolveQuestions(questions, collection, 'questions.yaml');

/** Whether a hit is what the question looks for. */
async function finds(question: EvaluationQuestion, hit: Partial<Hit>): Promise<boolean> {
  const [resolved] = (await resolve(question)).questions;
  const found = {
    documentId: 'rules/travel.md',
    path: 'rules/travel.md',
    start: 0,
    end: 99,
    content: '',
    ...hit,
  };
  return resolved?.judgements.has(resolved.itemOf(found as Hit)) ?? false;
}

test('a passage is right that holds half of the quote, or lies in it, in its own document', async () => {
  // Twelve characters, from 13 on.
  const question = asked({ quote: 'an  approval' });
  expect(await finds(question, { start: 0, end: 18 })).toBe(false);
  expect(await finds(question, { start: 0, end: 19 })).toBe(true);
  expect(await finds(question, { start: 18, end: 40 })).toBe(true);
  expect(await finds(question, { start: 20, end: 23 })).toBe(true);
  expect(await finds(question, { documentId: 'notes/travel.md' })).toBe(false);
});

test('a page is looked for where its text is, whatever page a passage begins on', async () => {
  // "Two." is the second page, from 5 to 9.
  const slides = { documentId: 'slides.pptx' };
  const question = asked({ documents: ['slides.pptx'], page: 2 });
  expect(await finds(question, { ...slides, start: 0, end: 16 })).toBe(true);
  expect(await finds(question, { ...slides, start: 5, end: 7 })).toBe(true);
  expect(await finds(question, { ...slides, start: 0, end: 6 })).toBe(false);
  expect(await finds(asked({ page: 3 }), { ...slides, start: 5, end: 9 })).toBe(false);
  const quoted = asked({ page: 3, quote: 'T' });
  expect(await finds(quoted, { ...slides, start: 5, end: 9 })).toBe(false);
  expect(await finds(quoted, { ...slides, start: 10, end: 16 })).toBe(true);
});

test('a place that the documents do not have is an error with its line', async () => {
  for (const place of [
    { documents: ['slides.pptx'], page: 4 },
    { documents: ['slides.pptx'], quote: 'approval' },
    { page: 1, quote: 'Two' },
    { quote: 'nowhere' },
  ])
    await expect(resolve(asked(place, { line: 7 }))).rejects.toMatchObject({
      code: 'file_malformed',
      details: { line: 7, problem: expect.stringMatching(/^there is no such place in the documents: /) },
    });
});

test('all faults of a file are named together, each once and in order', async () => {
  const questions = [
    asked({ quote: 'nowhere' }, { line: 9 }),
    asked({ documents: ['gone.md'], quote: 'nowhere' }, { line: 5 }),
    asked(undefined, { line: 2, judgements: new Map([['notes.md', 1]]) }),
    asked({ quote: 'an approval' }, { line: 7 }),
  ];
  await expect(resolve(...questions)).rejects.toMatchObject({
    code: 'file_malformed',
    details: {
      line: 2,
      problem: expect.stringMatching(
        /^"notes\.md" could be .* more of the path; line 5: there is no document "gone\.md" in the collection; line 9: there is no such place in the documents: any document, “nowhere”$/,
      ),
    },
  });
  const many = Array.from({ length: 30 }, (_, place) => asked({ quote: 'nowhere' }, { line: place + 1 }));
  await expect(resolve(...many)).rejects.toThrow(/line 1: .*; line 10: .*“nowhere”; and 20 more\. Fix/);
});

test('what was found and not looked for is told by its place and its first words', async () => {
  const [resolved] = (await resolve(asked({ quote: 'an approval' }))).questions;
  const hit = { documentId: 'travel.md', path: 'travel.md', start: 0, end: 13, content: 'Nobody\nflies.' };
  expect(resolved?.itemOf(hit as Hit)).toBe('travel.md 0–13, “Nobody flies.”');
});

test('an answer that no document has is noted with its line', async () => {
  const answers = ['wait'];
  const { notes } = await resolve(
    asked({}, { id: '1', line: 1, answers }),
    asked({}, { id: '2', line: 4, answers: ['nobody knows'] }),
    asked({ page: 2 }, { id: '3', line: 9, answers }),
  );
  expect(notes).toEqual(['Counted as not found because no document contains the answer: line 4, line 9.']);
});

test('without a quote it has to hold an answer', async () => {
  const question = asked({ page: 2 }, { answers: ['two'] });
  expect(await finds(question, { documentId: 'slides.pptx', start: 5, content: 'Two.' })).toBe(true);
  expect(await finds(question, { documentId: 'slides.pptx', start: 5, content: 'Three.' })).toBe(false);
  expect(await finds(asked({}, { answers: ['Flights'] }), { content: 'Flights need an approval.' })).toBe(
    true,
  );
});

/** The document at `rules/travel.md` is what the question looks for by this name. */
function named(name: string): Promise<boolean> {
  return finds(asked(undefined, { judgements: new Map([[name, 1]]) }), {});
}

test('a document is named by its path, or by an end that no other has', async () => {
  expect(await named('rules/travel.md')).toBe(true);
  expect(await named('./rules/travel.md')).toBe(true);
  expect(await named('travel.md')).toBe(false);
  await expect(named('notes.md')).rejects.toThrow('give more of the path');
  await expect(named('avel.md')).rejects.toThrow('there is no document "avel.md"');
});

test('a document is named by its whole path as well, whichever it was ingested by', async () => {
  expect(await named(join(process.cwd(), 'rules', 'travel.md'))).toBe(true);
});
