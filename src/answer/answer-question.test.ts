import { expect, test } from 'vitest';
import { type Chunk, chunkId } from '../contracts/chunk.ts';
import type { Generator } from '../contracts/generator.ts';
import type { Hit, SearchResult } from '../retrieve/hit.ts';
import type { Retrieval } from '../retrieve/retrieve.ts';
import { analyser } from '../text/analyser/analyser.ts';
import { type AnswerContext, answerQuestion } from './answer-question.ts';
import { createExtractiveGenerator } from './extractive-generator.ts';

const text = 'The dam was built in 1931. Rain fell on Monday.';

const chunk: Chunk = {
  id: chunkId('dam', 1, 0),
  documentId: 'dam',
  version: 1,
  ordinal: 0,
  start: 0,
  end: text.length,
  content: text,
  title: 'Dams',
  headingPath: [],
  tokens: 12,
  language: 'en',
  metadata: {},
};

const hit: Hit = {
  documentId: 'dam',
  path: 'dam.md',
  title: 'Dams',
  chunkId: chunk.id,
  headingPath: [],
  page: null,
  start: 0,
  end: text.length,
  content: text,
  score: 1,
  explain: { matchedTerms: [], fusion: { method: 'convex', vector: 0.5, keyword: 0.5 } },
};

const result: SearchResult = {
  hits: [hit],
  dropped: [],
  question: { language: 'en', keywords: 'dam built', terms: [{ term: 'dam', weight: 1 }] },
  relevance: { bestCosine: 0.6, coverage: 0.8, relevant: true },
  timings: { fuse: 1, total: 2 },
  warnings: ['said before'],
};

const found: Retrieval = { result, chunks: [chunk] };
const nothing: Retrieval = {
  result: {
    ...result,
    hits: [],
    dropped: [hit],
    relevance: { bestCosine: 0.1, coverage: 0, relevant: false },
  },
  chunks: [],
};

const context: AnswerContext = {
  generator: createExtractiveGenerator({ analyser: analyser(), maxSentences: 1 }),
  sourceText: async () => ({ text, blocks: [] }),
  titles: async () => ['Dams', 'Bridges', 'Tunnels', 'Locks', 'Canals', 'Weirs'],
  maxPassages: 5,
};

test('answers with cited quotes and a confidence, and adds its stages to the timings', async () => {
  const answer = await answerQuestion('When was the dam built?', found, context);
  expect(answer).toMatchObject({
    answer: 'The dam was built in 1931. [1]',
    abstained: false,
    citations: [{ number: 1, quote: 'The dam was built in 1931.', verdict: 'verbatim' }],
    hits: [hit],
    warnings: ['said before'],
  });
  expect(answer.confidence).toBeCloseTo(0.7, 12);
  expect(Object.keys(answer.timings)).toEqual(['fuse', 'total', 'generate', 'cite']);
  expect(answer.timings.total).toBeGreaterThanOrEqual(2);
});

test('abstains where nothing was found: says what is covered, cites nothing', async () => {
  const answer = await answerQuestion('Who is the king?', nothing, context);
  expect(answer).toMatchObject({ abstained: true, citations: [], confidence: 0, hits: [], dropped: [hit] });
  expect(answer.answer).toContain('nothing about this');
  expect(answer.answer).toContain('“Dams”, “Bridges”, “Tunnels”, “Locks”, “Canals” and more');
});

test('says how to add documents where there are none', async () => {
  const answer = await answerQuestion('Who is the king?', nothing, { ...context, titles: async () => [] });
  expect(answer.answer).toContain('footnote ingest');
});

test('abstains, and says why, where the document was replaced in the meantime', async () => {
  const answer = await answerQuestion('When was the dam built?', found, {
    ...context,
    sourceText: async () => undefined,
  });
  expect(answer).toMatchObject({ abstained: true, citations: [], confidence: 0 });
  expect(answer.warnings).toEqual(['said before', expect.stringContaining('dam.md')]);
});

test('the generator reads no more passages than it may', async () => {
  let read = 0;
  const counting: Generator = {
    name: 'counting',
    async *generate(request) {
      read = request.passages.length;
      yield { type: 'finish', reason: 'stop' };
    },
  };
  const many = { result: { ...result, hits: [hit, hit, hit] }, chunks: [chunk, chunk, chunk] };
  await answerQuestion('When?', many, { ...context, generator: counting, maxPassages: 2 });
  expect(read).toBe(2);
});

test('words of a generator that are no quotes never reach the reader', async () => {
  const talking: Generator = {
    name: 'talking',
    async *generate() {
      yield { type: 'text', text: 'I think it was 1930.' };
      yield { type: 'finish', reason: 'stop' };
    },
  };
  await expect(answerQuestion('When?', found, { ...context, generator: talking })).rejects.toMatchObject({
    code: 'model_rejected',
  });
});
