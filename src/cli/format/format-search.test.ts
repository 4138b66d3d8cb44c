import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hit, SearchResult } from '../../retrieve/hit.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { hit, question } from '../made-up-hit.test-support.ts';
import { bestLines, formatExplanation, formatSearch, formatSearchTrace } from './format-search.ts';

const at = (lines: readonly string[], matched: { term: string; score: number }[], count = 2) =>
  bestLines(lines, { matched, analyser: analyser(), language: 'en', count });

test('the lines that hold the words asked for are taken, in whatever form, and not at the edge of what is shown', () => {
  const lines = ['the kitchen', 'a kettle', 'and cups', 'it is descaled', 'by Kettles', 'on Monday'];
  const kettle = { term: 'kettl', score: 2 };
  expect(at(lines, [kettle])).toBe(0);
  expect(at(lines, [kettle, { term: 'descal', score: 3 }])).toBe(3);
  expect(at(lines, [{ term: 'descal', score: 1 }], 3)).toBe(2);
  expect(at(lines, [])).toBe(0);
  expect(at(['kettle'], [kettle])).toBe(0);
});

test('no other lines in a row are worth more', () => {
  const word = fc.constantFrom('one', 'two', 'three', 'four');
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { maxLength: 3 }), { maxLength: 12 }),
      fc.uniqueArray(word),
      fc.integer({ min: 1, max: 4 }),
      (words, asked, count) => {
        const matched = asked.map((term, place) => ({ term, score: place + 1 }));
        const plain = {
          terms: (text: string) => text.split(' ').map((one) => ({ text: one, isNumber: false })),
        };
        const lines = words.map((line) => line.join(' '));
        const worth = (from: number) => {
          const held = new Set(words.slice(from, from + count).flat());
          return matched.reduce((sum, { term, score }) => sum + (held.has(term) ? score : 0), 0);
        };
        const best = bestLines(lines, { matched, analyser: plain, language: 'en', count });
        for (let from = 0; from + count <= lines.length; from++) {
          expect(worth(from)).toBeLessThanOrEqual(worth(best));
        }
      },
    ),
  );
});

const result = (found: Hit): SearchResult => ({
  hits: [found],
  dropped: [],
  question,
  relevance: { bestCosine: 0.5, passageCosine: 0.5, coverage: 1, relevant: true },
  ranking: {
    candidates: { vector: 0, keyword: 1, fused: 1 },
    fusion: { method: 'rrf', scale: { lowest: 0, highest: 2 / 61 }, documentSupport: 0 },
    threshold: { minCosine: 0.4, minCoverage: 0.45 },
    rerank: null,
  },
  timings: {},
  warnings: [],
});

const print = (found: Hit) =>
  formatSearch(result(found), {
    explain: false,
    analyser: analyser(),
    width: 40,
    style: (_, text) => text,
  }).split('\n');

test('a passage is shown where it holds what was asked for, by the words that the terms were made from', () => {
  const content = `${'Filler. '.repeat(60)}The digital twin is here. ${'Filler. '.repeat(60)}`;
  const lines = print({ ...hit, content });
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(/^ {4}… Filler/);
  expect(lines.join(' ')).toContain('digital twin');
  expect(lines[3]).toMatch(/ …$/);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(40);
});

test('what no word was found in is shown from its beginning, whole where it is short', () => {
  expect(print({ ...hit, content: 'Nothing of it.' }).slice(1)).toEqual(['    Nothing of it.']);
});

test('small scores keep the digits that tell them apart', () => {
  const fusion = { method: 'rrf', vector: 0, keyword: 1 / 61 } as const;
  expect(print({ ...hit, score: 1 / 61, explain: { ...hit.explain, fusion } })[0]).toMatch(/ 0\.0164$/);
  expect(print({ ...hit, score: -2.5 })[0]).toMatch(/ −2\.500$/);
});

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
