import { expect, test } from 'vitest';
import type { SearchResult } from '../../retrieve/hit.ts';
import { hit, question } from '../made-up-hit.test-support.ts';
import { formatExplanation, formatSearchTrace } from './format-explanation.ts';

const plain = (_: unknown, text: string) => text;
const explain = (width: number) => formatExplanation(hit, question, 2, width, plain);

test('the keyword score is told in the words of the question, and what parts of words made of it', () => {
  expect(explain(100).map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
    'vector ██████░░░░░░ +1.000 not found by this leg',
    'keyword ████████████ +2.000 rank 1, BM25 6.50: digital 4.0, parts of words 2.5',
  ]);
});

test('on a narrow terminal what a score is made of stands below it', () => {
  expect(explain(40)).toEqual([
    '    vector     +1.000',
    '        not found by this leg',
    '    keyword    +2.000',
    '        rank 1, BM25 6.50: digital 4.0,',
    '        parts of words 2.5',
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
    fusion: { method: 'convex', scale: null },
    threshold: { minCosine: 0.4, minCoverage: 0.45 },
    rerank: null,
  },
  timings: {},
  warnings: [],
});

test.each([
  [
    0.3,
    1,
    true,
    'yes; best cosine 0.30 (of 0.40), one passage holds 100 % of the words (of 45 %) at a cosine of 0.30, as shares of these together 2.97 (of 1.50)',
  ],
  [
    0.399,
    0.4487,
    true,
    'yes; best cosine 0.399 (of 0.400), one passage holds 44.9 % of the words (of 45.0 %) at a cosine of 0.40, as shares of these together 1.99 (of 1.50)',
  ],
  [0.1, 0.5622, false, 'together 1.499 (of 1.500)'],
  [0.4, 0.45, true, 'yes; best cosine 0.40 (of 0.40), one passage holds 45 % of the words (of 45 %)'],
])(
  'cosine %d and coverage %d are shown with the digits that say whether they are enough',
  (cosine, coverage, relevant, line) => {
    expect(formatSearchTrace(trace(cosine, coverage, relevant), 200, plain)).toContain(line);
  },
);

test('cosines that say nothing, since the model does not know the language, are not said to be none', () => {
  const line = formatSearchTrace(trace(null, 0.5, true), 200, plain);
  expect(line).toContain(
    'yes; the words of one passage cover the question by 50 % (of 45 %); cosines do not count',
  );
  expect(line).not.toContain('none');
});
