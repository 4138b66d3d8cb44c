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
]);

/** A collection of these documents, each known by its path. */
const collection = {
  listDocuments: async () =>
    [...texts.keys()].map(
      (path) => ({ documentId: path, path, paths: [path] }) as unknown as DocumentSummary,
    ),
  getDocumentText: async (path: string) => ({ text: texts.get(path) }) as DocumentText,
};

const asked = (place: ExpectedPlace | undefined, more: Partial<EvaluationQuestion> = {}) => ({
  id: '1',
  text: 'What needs an approval?',
  answers: [],
  judgements: new Map<string, number>(),
  ...(place && { place }),
  ...more,
});

/** Whether a hit is what the question looks for. */
async function finds(question: EvaluationQuestion, hit: Partial<Hit>): Promise<boolean> {
  const [resolved] = await resolveQuestions([question], collection, 'questions.yaml');
  const found = {
    documentId: 'rules/travel.md',
    path: 'rules/travel.md',
    page: null,
    start: 0,
    end: 99,
    ...hit,
  };
  return resolved?.judgements.has(resolved.itemOf(found as Hit)) ?? false;
}

test('a passage is right that holds half of the quote or more, in its own document', async () => {
  // Twelve characters, from 13 on.
  const question = asked({ quote: 'an  approval' });
  expect(await finds(question, { start: 0, end: 18 })).toBe(false);
  expect(await finds(question, { start: 0, end: 19 })).toBe(true);
  expect(await finds(question, { start: 18, end: 40 })).toBe(true);
  expect(await finds(question, { documentId: 'notes/travel.md' })).toBe(false);
});

test('and that stands on the page, and in one of the documents, that were named', async () => {
  const question = asked({ documents: ['rules/travel.md', 'notes/travel.md'], page: 2 });
  expect(await finds(question, { page: 2 })).toBe(true);
  expect(await finds(question, { documentId: 'notes/travel.md', page: 2 })).toBe(true);
  expect(await finds(question, { page: 3 })).toBe(false);
  expect(await finds(question, { documentId: 'travel.md', page: 2 })).toBe(false);
});

test('without a quote it has to hold an answer', async () => {
  const question = asked({ documents: ['rules/travel.md'], page: 2 }, { answers: ['Flights'] });
  expect(await finds(question, { page: 2, content: 'Flights need an approval.' })).toBe(true);
  expect(await finds(question, { page: 2, content: 'Trains do not.' })).toBe(false);
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
