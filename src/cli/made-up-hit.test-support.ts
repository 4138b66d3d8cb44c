import type { Hit, QuestionTrace } from '../retrieve/hit.ts';

/** A hit of the keyword leg alone. */
export const hit: Hit = {
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
  metadata: {},
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

/** What it was found by. */
export const question: QuestionTrace = {
  language: 'en',
  rephrased: null,
  keywords: 'digital',
  terms: [{ term: 'digit', weight: 3, word: 'digital' }],
  recognised: [],
  expansions: [],
};
