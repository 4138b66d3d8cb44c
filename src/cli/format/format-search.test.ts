import { expect, test } from 'vitest';
import type { Hit, SearchResult } from '../../retrieve/hit.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { hit, question } from '../made-up-hit.test-support.ts';
import { formatSearch } from './format-search.ts';

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
