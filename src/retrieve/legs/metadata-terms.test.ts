import { expect, test } from 'vitest';
import type { Chunk, Metadata } from '../../contracts/chunk.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { withMetadataTerms } from './metadata-terms.ts';

function chunk(id: string, metadata: Metadata): Chunk {
  const place = { ordinal: 0, start: 0, end: 1, content: 'x', title: '', headingPath: [], tokens: 1 };
  return { id, documentId: id, version: 1, language: 'en', metadata, ...place };
}

const chunks = new Map([
  ['red', chunk('red', { team: 'red', year: 2023, section: 'Blue' })],
  ['blue', chunk('blue', { team: 'blue', tags: ['travel'], year: 2024 })],
]);

const hit = (chunkId: string, score: number) => ({ chunkId, documentId: chunkId, version: 1, score });
const budget = { term: 'budget', score: 2 };

function found(words: readonly string[], hasWords = true) {
  const terms = words.map((word) => ({ term: analyser().terms(word, 'en')[0]?.text ?? '', weight: 3 }));
  const keyword = ['red', 'blue'].map((id) => ({ ...hit(id, 2), matchedTerms: [budget] }));
  const vector = [hit('red', 0.5), hit('blue', 0.4)];
  const hits = [{ collection: 'notes', vector, keyword: hasWords ? keyword : [] }];
  const [one] = withMetadataTerms(hits, { terms, analyser: analyser(), chunks });
  return one?.keyword.map(({ chunkId, score, matchedTerms }) => [
    chunkId,
    score,
    matchedTerms?.map(({ term }) => term),
  ]);
}

test('words of a document’s own fields count as words of its passages, and put it first', () => {
  expect(found(['blue', 'budget', '2024'])).toEqual([
    ['blue', 8, ['blue', '2024', 'budget']],
    ['red', 2, ['budget']],
  ]);
  expect(found(['travel', 'budget'])?.[0]).toEqual(['blue', 5, ['travel', 'budget']]);
});

test('what only the vectors found is found by them, and by nothing that every passage has', () => {
  expect(found(['blue'], false)).toEqual([['blue', 3, ['blue']]]);
  expect(found(['chapter'], false)).toEqual([]);
});
