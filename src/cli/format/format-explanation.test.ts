import { expect, test } from 'vitest';
import type { SearchResult } from '../../retrieve/hit.ts';
import { hit, question } from '../made-up-hit.test-support.ts';
import { formatExplanation, formatSearchTrace } from './format-explanation.ts';

const plain = (_: unknown, text: string) => text;
const explain = (width: number) => formatExplanation(hit, question, 2, width, plain);

test('the keyword score is told in the words of the question, and what parts of words made of it', () => {
  expect(explain(100).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'vector ██████░░░░░░ +1.000 not found',
    'keyword ████████████ +2.000 rank 1, BM25 6.50: digital 4.0, word parts 2.5',
  ]);
});

test('on a narrow terminal what a score is made of stands below it', () => {
  expect(explain(40)).toEqual([
    '    vector     +1.000',
    '        not found',
    '    keyword    +2.000',
    '        rank 1, BM25 6.50: digital 4.0,',
    '        word parts 2.5',
  ]);
});

test('all scores of a search have as many digits, however small one of them is', () => {
  const fusion = { method: 'convex', vector: 0, keyword: 0.04 } as const;
  const found = { ...hit, explain: { ...hit.explain, fusion } };
  const scores = (best: number) =>
    formatExplanation(found, question, best, 100, plain).map((line) => line.match(/\+[\d.]+/)?.[0]);
  expect(scores(2)).toEqual(['+0.000', '+0.040']);
  expect(scores(0.04)).toEqual(['+0.0000', '+0.0400']);
});

const trace = (bestCosine: number | null, coverage: number, relevant: boolean): SearchResult => ({
  hits: [],
  dropped: [],
  question,
  relevance: { bestCosine, passageCosine: bestCosine ?? 0, coverage, relevant },
  ranking: {
    candidates: { vector: 1, keyword: 1, fused: 1 },
    fusion: { method: 'convex', scale: null, documentSupport: 0 },
    threshold: { minCosine: 0.4, minCoverage: 0.45 },
    rerank: null,
  },
  timings: {},
  warnings: [],
});

test('a summand that counts for nothing is not named', () => {
  const found = trace(0.5, 1, true);
  const fused = (documentSupport: number) =>
    formatSearchTrace(
      {
        ...found,
        ranking: {
          ...found.ranking,
          fusion: { method: 'rrf', scale: { lowest: 0, highest: 2 / 61 }, documentSupport },
        },
      },
      200,
      plain,
    );
  expect(fused(0)).toMatch(/rrf; scores from 0 to 0\.0328$/m);
  expect(fused(0.1)).toContain('0.0328, plus what the document adds');
  const byCosine = {
    ...hit,
    explain: { ...hit.explain, fusion: { method: 'cosine', vector: 0.5, keyword: 0 } },
  };
  const lines = formatExplanation(byCosine as typeof hit, question, 0.5, 100, plain).join('\n');
  expect(lines).toContain('vector');
  expect(lines).not.toMatch(/keyword|document/);
});

test.each([
  [
    0.3,
    1,
    true,
    'yes; best cosine 0.30 (needs 0.40); one passage has 100 % of the words (needs 45 %) and a cosine of 0.30, which as shares of what is needed add up to 2.97 (needs 1.50)',
  ],
  [
    0.399,
    0.4487,
    true,
    'yes; best cosine 0.399 (needs 0.400); one passage has 44.9 % of the words (needs 45.0 %) and a cosine of 0.40, which as shares of what is needed add up to 1.99 (needs 1.50)',
  ],
  [0.1, 0.5622, false, 'add up to 1.499 (needs 1.500)'],
  [0.4, 0.45, true, 'yes; best cosine 0.40 (needs 0.40); one passage has 45 % of the words (needs 45 %)'],
])(
  'cosine %d and coverage %d are shown with the digits that say whether they are enough',
  (cosine, coverage, relevant, line) => {
    expect(formatSearchTrace(trace(cosine, coverage, relevant), 200, plain)).toContain(line);
  },
);

test('cosines that say nothing, since the model does not know the language, are not said to be none', () => {
  const line = formatSearchTrace(trace(null, 0.5, true), 200, plain);
  expect(line).toContain(
    'yes; the words of one passage cover 50 % of the question (needs 45 %); cosines do not count',
  );
  expect(line).not.toContain('none');
});
