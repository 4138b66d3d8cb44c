import { expect, test } from 'vitest';
import type { Citation } from '../contracts/generator.ts';
import type { SearchResult } from '../retrieve/hit.ts';
import { answerSources } from './finish-answer.ts';
import { citationWith } from './generate/quoting.test-support.ts';

const citation = (number: number, chunkId: string, more: Partial<Citation> = {}) =>
  citationWith({ number, chunkId, ...more });

const result = {
  hits: [
    { chunkId: 'd.1.0', score: 0.5, scaledScore: 0.75, explain: { vector: { rank: 1, score: 0.8 } } },
    { chunkId: 'd.1.1', score: 1.5, explain: { vector: { rank: 2, score: 0.6 } } },
  ],
  question: { language: 'en' },
} as unknown as SearchResult;

test('E10: a source is a cited passage with chapter, section, page, confidence and id', () => {
  const cited = [citation(1, 'd.1.0'), citation(2, 'd.1.1', { page: 7 }), citation(3, 'd.1.0')];
  expect(answerSources(cited, result)).toEqual([
    {
      chunkId: 'd.1.0',
      documentId: 'd',
      chapter: 'Towers',
      section: 'Oil',
      page: null,
      confidence: 0.75,
      snippet: 'Oil.',
      citations: [1, 3],
    },
    expect.objectContaining({ chunkId: 'd.1.1', page: 7, confidence: 0.6, citations: [2] }),
  ]);
});

test('B7: its snippet has at most 200 characters', () => {
  const quote = 'A lamp burns oil. '.repeat(30).trim();
  const [source] = answerSources([citation(1, 'd.1.0', { quote })], result);
  expect(source?.snippet.length).toBeLessThanOrEqual(200);
  expect(quote.startsWith(`${source?.snippet} `)).toBe(true);
});

test('C8: what has no headings and no title is called Unknown and N/A', () => {
  const [source] = answerSources([citation(1, 'd.1.0', { headingPath: [], title: '' })], result);
  expect(source).toMatchObject({ chapter: 'Unknown', section: 'N/A', page: null });
});
