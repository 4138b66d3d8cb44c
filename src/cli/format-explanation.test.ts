import { expect, test } from 'vitest';
import type { Hit, QuestionTrace } from '../retrieve/hit.ts';
import { formatExplanation } from './format-explanation.ts';

const hit: Hit = {
  collection: 'default',
  documentId: 'twins',
  path: 'twins.md',
  title: 'Twins',
  chunkId: 'twins.1.0',
  headingPath: [],
  page: null,
  start: 0,
  end: 4,
  content: 'text',
  score: 3,
  expansion: false,
  merged: [],
  explain: {
    keyword: { rank: 1, score: 6.5 },
    matchedTerms: [{ term: 'digit', score: 4 }],
    gramScore: 2.5,
    fusion: { method: 'convex', vector: 1, keyword: 2 },
    documentSupport: 0,
  },
};

const question: QuestionTrace = {
  language: 'en',
  keywords: 'digital',
  terms: [{ term: 'digit', weight: 3, word: 'digital' }],
  recognised: [],
  expansions: [],
};

test('the keyword score is told in the words of the question, and what parts of words made of it', () => {
  const lines = formatExplanation(hit, question, 2, (_, text) => text);
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'vector ██████░░░░░░ +1.000 not found by this leg',
    'keyword ████████████ +2.000 rank 1, BM25 6.50: digital 4.0, parts of words 2.5',
  ]);
});
