import { describe, expect, test } from 'vitest';
import type { Reranker } from '../src/contracts/reranker.ts';
import { retrieve } from '../src/retrieve/retrieve.ts';
import { animals, chunkOf, question } from './retrieve-fixture.ts';

const corpus = animals();

const lengthReranker: Reranker = {
  name: 'longest first',
  maxCandidates: 3,
  rerank: async (_, candidates) =>
    candidates.map(({ chunkId, text }) => ({ chunkId, score: text.length })).toReversed(),
};

test('a reranker decides the order of the first passages and leaves the others where they are', async () => {
  const plain = (await retrieve(question, corpus.context())).result;
  const { result } = await retrieve(question, { ...corpus.context(), reranker: lengthReranker });
  const [first, second, third, last] = result.hits;
  const lengths = [first, second, third].map((hit) => hit?.explain.rerank?.score ?? 0);
  expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
  expect(last?.chunkId).toBe(plain.hits[3]?.chunkId);
  expect(last?.explain.rerank).toBeUndefined();
  expect(result.ranking.rerank).toMatchObject({
    reranker: 'longest first',
    candidates: 3,
    max: lengths[0],
  });
  expect(result.timings.rerank).toBeGreaterThanOrEqual(0);
  for (const [place, hit] of result.hits.slice(0, 3).entries()) {
    const { from, to } = hit.explain.rerank ?? { from: 0, to: 0 };
    expect(to).toBe(place + 1);
    expect(plain.hits[from - 1]?.chunkId).toBe(hit.chunkId);
  }
});

test('a question says itself where to look', async () => {
  const { result: byPath } = await retrieve(`path:crab.md ${question}`, corpus.context(), { explain: true });
  expect(byPath.hits.map(({ documentId }) => documentId)).toEqual(['crab']);
  expect(byPath.question.recognised).toContainEqual({ kind: 'filter', text: 'path:crab.md', field: 'path' });
  expect(byPath.dropped.find(({ documentId }) => documentId === 'lobster')?.explain.droppedBy).toBe('filter');
});

/** The question with exact search asked for. */
const exactly = (text: string) => {
  const settings = { spelling: true, compounds: true, exactPhrases: true };
  return retrieve(text, { ...corpus.context(), questionExpansion: { settings } });
};

test('words in quotation marks are required where exact search is asked for, and where all is quoted', async () => {
  const { result: byWords } = await exactly('"a claw dropped" claw lobster');
  expect(byWords.hits.map(({ documentId }) => documentId)).toContain('lobster');
  expect(byWords.warnings).toEqual([expect.stringContaining('“a claw dropped”')]);
  const { result: byNothing } = await exactly('"to be or not to be" claw lobster');
  expect(byNothing.hits.map(({ documentId }) => documentId)).toContain('lobster');
  expect(byNothing.warnings).toEqual([expect.stringContaining('“to be or not to be” is not required')]);
  for (const { result } of [
    await exactly('"drop a claw" claw lobster'),
    await retrieve('"drop a claw"', corpus.context()),
  ])
    expect([...result.hits, ...result.dropped].map(({ documentId }) => documentId)).toEqual(['crab']);
});

test('words in quotation marks are else preferred, and what lacks them is found as well', async () => {
  const { result } = await retrieve('"drop a claw" claw lobster', corpus.context());
  const { result: plain } = await retrieve('drop a claw claw lobster', corpus.context());
  const scoreOf = ({ hits, dropped }: typeof result, id: string) =>
    [...hits, ...dropped].find(({ documentId }) => documentId === id)?.explain.keyword?.score ?? 0;
  expect(scoreOf(result, 'crab')).toBeGreaterThan(scoreOf(plain, 'crab'));
  expect(scoreOf(result, 'lobster')).toBe(scoreOf(plain, 'lobster'));
  expect(result.warnings).toEqual([]);
});

test('a misspelt word is looked for as what it may have been meant as, and shown', async () => {
  const misspelt = 'How does a lobzter regrow its claw?';
  const { result } = await retrieve(misspelt, corpus.context());
  expect(result.question.expansions).toEqual([
    { kind: 'spelling', from: 'lobzter', standsFor: ['lobzter'], term: 'lobster', weight: 0.8 },
  ]);
  expect(result.hits[0]?.explain.matchedTerms.map(({ term }) => term)).toContain('lobster');
  const off = { questionExpansion: { settings: { spelling: false, compounds: false } } };
  const { result: asIs } = await retrieve(misspelt, { ...corpus.context(), ...off });
  expect(asIs.question.expansions).toEqual([]);
  expect(asIs.hits[0]?.explain.matchedTerms.map(({ term }) => term)).not.toContain('lobster');
});

test('what only the filter left out is named where that is asked for', async () => {
  const filter = { not: { field: 'documentId', op: 'eq', value: 'lobster' } } as const;
  const { result } = await retrieve(question, corpus.context(), {
    filter,
    explain: true,
    documents: ['lobster', 'crab'],
  });
  expect(result.hits.map(({ documentId }) => documentId)).toEqual(['crab']);
  expect(result.dropped.map(({ documentId, explain }) => [documentId, explain.droppedBy])).toContainEqual([
    'lobster',
    'filter',
  ]);
  expect(result.dropped.every(({ documentId }) => documentId === 'lobster')).toBe(true);
});

test('the matched terms and the parts of words make up the keyword score', async () => {
  const german = await corpus.engine.open({
    id: 'german',
    collection: 'german',
    dimension: corpus.embedder.dimension,
    fields: {},
  });
  const text = 'Krabben laufen seitwärts, weil ihre Beine zur Seite knicken.';
  await german.write([{ chunk: { ...chunkOf('crab', 1, text), language: 'de' }, vectors: [] }]);
  const { result } = await retrieve('Warum laufen Strandkrabben seitwärts?', {
    ...corpus.context(),
    collections: [{ name: 'german', index: german }],
  });
  const { matchedTerms = [], gramScore = 0, keyword } = result.hits[0]?.explain ?? {};
  expect(gramScore).toBeGreaterThan(0);
  const ofTerms = matchedTerms.reduce((sum, { score }) => sum + score, 0);
  expect(ofTerms + gramScore).toBeCloseTo(keyword?.score ?? 0, 6);
});

test('collections are ranked together, and each hit names its own', async () => {
  const birds = await corpus.engine.open({
    id: 'birds',
    collection: 'birds',
    dimension: corpus.embedder.dimension,
    fields: { language: 'string' },
  });
  const text = 'A robin lays five eggs in a nest of moss. A lobster is no bird.';
  const [embedding] = await corpus.embedder.embedDocuments([text]);
  await birds.write([{ chunk: chunkOf('robin', 1, text), vectors: embedding?.vectors ?? [] }]);
  const live = corpus.context().liveDocuments;
  const both = {
    ...corpus.context(),
    collections: [...corpus.context().collections, { name: 'birds', index: birds }],
    liveDocuments: {
      versions: async () => new Map([...(await live.versions([])), ['robin', 1]]),
      paths: async () => new Map([...(await live.paths([])), ['robin', 'robin.md']]),
    },
  };
  const robins = (await retrieve('How many eggs does a robin lay?', both)).result;
  expect(robins.hits[0]).toMatchObject({ collection: 'birds', documentId: 'robin' });
  const lobsters = (await retrieve(question, both)).result;
  expect(lobsters.hits[0]).toMatchObject({ collection: 'animals', documentId: 'lobster' });
  // Two of six live chunks hold the word: no rarer in the one than in the other.
  const weight = (id: string) =>
    lobsters.hits
      .find(({ documentId }) => documentId === id)
      ?.explain.matchedTerms.find(({ term }) => term === 'lobster')?.score;
  expect(weight('lobster')).toBeGreaterThan(0);
  expect(weight('robin')).toBeGreaterThan(0);
});

test('in a language that the embedder does not know, words decide', async () => {
  const { result } = await retrieve('龙虾 lobster 的爪子 claw 是怎么再长出来的', corpus.context());
  expect(result.question.language).toBe('zh');
  expect(result.relevance.bestCosine).toBeNull();
  const vectorShares = [...result.hits, ...result.dropped].map(({ explain }) =>
    Math.abs(explain.fusion.vector),
  );
  // A z-score of four candidates is at most √3.
  for (const share of vectorShares) expect(share).toBeLessThanOrEqual(0.1 * Math.sqrt(3) + 1e-9);
});

test('stops when it is told to', async () => {
  await expect(retrieve(question, corpus.context(), { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
});

describe('a page that the question names', () => {
  /** Each document is one block on a page of its own. */
  const pages = ['lobster', 'crab', 'bridge', 'tea'];
  const ask = (asked: string) =>
    retrieve(asked, {
      ...corpus.context(),
      sourceText: async (id) => ({
        text: '',
        blocks: [{ kind: 'paragraph', start: 0, end: 100, page: pages.indexOf(id) + 1 }],
      }),
    });

  test('is where it is answered from', async () => {
    const { result, place } = await ask('What does page 2 say about claws?');
    expect(result.hits.map(({ documentId }) => documentId)).toEqual(['crab']);
    expect(result.dropped.find(({ documentId }) => documentId === 'lobster')?.explain.droppedBy).toBe(
      'filter',
    );
    expect(result.question.keywords).toBe('claws?');
    expect(place).toMatchObject({ kind: 'page', number: '2' });
  });

  test('is found where nothing else is asked for', async () => {
    const { result } = await ask('What is on page 3?');
    expect(result.hits.map(({ documentId }) => documentId)).toEqual(['bridge']);
  });

  test('that no document has changes nothing, and a warning says so', async () => {
    const { result, place } = await ask('What does page 9 say about claws?');
    expect(result.hits[0]?.documentId).toBe('lobster');
    expect(place).toBeUndefined();
    expect(result.warnings).toEqual([expect.stringContaining('has a page 9')]);
  });
});
