import { describe, expect, test } from 'vitest';
import { chunkId } from '../src/contracts/chunk.ts';
import type { LiveDocuments } from '../src/contracts/document-records.ts';
import type { SearchIndex } from '../src/contracts/engine.ts';
import { retrieve } from '../src/retrieve/retrieve.ts';
import { defaults } from '../src/settings/default-config.ts';
import { animals, question } from './retrieve-fixture.ts';

const corpus = animals();

const none: LiveDocuments = { versions: async () => new Map(), paths: async () => new Map() };

async function keywordScoreOfTea(titleWeight: number): Promise<number> {
  const { result } = await retrieve('bridge tea', corpus.context({ titleWeight, fusion: 'weighted' }));
  const hit = [...result.hits, ...result.dropped].find(({ documentId }) => documentId === 'tea');
  return hit?.explain.keyword?.score ?? 0;
}

describe('a question that the collection answers', () => {
  test('B4: finds the passage first, with its place and its chunk', async () => {
    const { result, chunks } = await retrieve(question, corpus.context());
    expect(result.hits[0]).toMatchObject({
      documentId: 'lobster',
      path: 'lobster.md',
      title: 'About the lobster',
      chunkId: chunkId('lobster', 2, 0),
      start: 0,
      page: null,
    });
    expect(chunks.map(({ id }) => id)).toEqual(result.hits.map(({ chunkId }) => chunkId));
    expect(result.relevance.relevant).toBe(true);
  });

  test('explains ranks, scores, matched terms and shares of each hit', async () => {
    const { result } = await retrieve(question, corpus.context());
    const [first] = result.hits;
    expect(first?.explain).toMatchObject({
      vector: { rank: 1 },
      keyword: { rank: 1 },
      fusion: { method: 'convex' },
    });
    expect(first?.explain.matchedTerms.map(({ term }) => term).toSorted()).toEqual([
      'claw',
      'lobster',
      'regrow',
    ]);
    for (const { score, explain } of [...result.hits, ...result.dropped]) {
      const { fusion, documentSupport } = explain;
      expect(fusion.vector + fusion.keyword + documentSupport).toBeCloseTo(score, 12);
    }
  });

  test('A3: what words in a title count for can be set', async () => {
    const scores = await Promise.all([0, 0.3, 3].map(keywordScoreOfTea));
    expect(scores).toEqual([...new Set(scores)].toSorted((left, right) => left - right));
  });

  test('C3: a passage below the least cosine of the vector leg is found by its words alone', async () => {
    const all = (await retrieve(question, corpus.context())).result;
    const cosines = all.hits.map(({ explain }) => explain.vector?.score ?? 0);
    const vectorMinCosine = Math.max(...cosines) + 0.01;
    const { hits, relevance } = (await retrieve(question, corpus.context({ vectorMinCosine, fusion: 'rrf' })))
      .result;
    expect(hits[0]?.documentId).toBe('lobster');
    expect(hits.filter(({ explain }) => explain.vector)).toEqual([]);
    expect(relevance.bestCosine).toBe(Math.max(...cosines));
  });

  test('C3: scores come on 0–1 where the fusion has a scale', async () => {
    const alone = { fusion: 'rrf', documentSupport: 0 } as const;
    const { hits, dropped } = (await retrieve(question, corpus.context(alone))).result;
    expect(hits[0]?.explain).toMatchObject({ vector: { rank: 1 }, keyword: { rank: 1 } });
    expect(hits[0]?.scaledScore).toBe(1);
    for (const { score, scaledScore } of [...hits, ...dropped])
      expect(scaledScore).toBeCloseTo((score * (defaults.retrieval.rrfK + 1)) / 2, 9);
    const supported = (await retrieve(question, corpus.context({ fusion: 'rrf', documentSupport: 0.5 })))
      .result;
    expect(supported.hits[0]?.scaledScore).toBe(1);
    const convex = (await retrieve(question, corpus.context())).result;
    expect(convex.hits[0]).not.toHaveProperty('scaledScore');
  });

  test('B3: with the cosine alone every hit reaches the threshold on it', async () => {
    const [best = 0, second = 0] = (
      await retrieve(question, corpus.context({ fusion: 'cosine' }))
    ).result.hits.map(({ explain }) => explain.vector?.score);
    const settings = { fusion: 'cosine', documentSupport: 0, minScore: (best + second) / 2 } as const;
    const { hits, ranking } = (await retrieve(question, corpus.context(settings))).result;
    expect(hits.map(({ documentId, score }) => [documentId, score])).toEqual([['lobster', best]]);
    expect(ranking.fusion).toEqual({
      method: 'cosine',
      scale: { lowest: 0, highest: 1 },
      documentSupport: 0,
    });
  });

  test('times every stage', async () => {
    const { timings } = (await retrieve(question, corpus.context())).result;
    expect(Object.keys(timings).toSorted()).toEqual(
      [
        'understand',
        'embed',
        'vector',
        'keyword',
        'live',
        'fuse',
        'read',
        'choose',
        'expand',
        'explain',
        'total',
      ].toSorted(),
    );
    for (const milliseconds of Object.values(timings)) expect(milliseconds).toBeGreaterThanOrEqual(0);
  });
});

describe('what is left out', () => {
  test('a version that is not live is never a hit', async () => {
    const { result } = await retrieve('A lobster regrows a lost claw at once.', corpus.context());
    expect(result.hits.map(({ chunkId }) => chunkId)).not.toContain(chunkId('lobster', 1, 0));
    expect(result.dropped.find(({ explain }) => explain.droppedBy === 'not-live')?.chunkId).toBe(
      chunkId('lobster', 1, 0),
    );
  });

  test('nor is it shown to whoever does not see all: the live one may be for others', async () => {
    const { result } = await retrieve('A lobster regrows a lost claw at once.', corpus.context(), {
      groups: [],
      explain: true,
    });
    expect(result.hits.length).toBeGreaterThan(0);
    expect(JSON.stringify(result)).not.toContain(chunkId('lobster', 1, 0));
  });

  test('no chunk is read twice, however often a search comes by it', async () => {
    const read: string[] = [];
    const watched = new Proxy(corpus.index, {
      get(target, name) {
        if (name === 'get')
          return (...[ids, options]: Parameters<SearchIndex['get']>) => {
            read.push(...ids);
            return target.get(ids, options);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { result } = await retrieve(question, {
      ...corpus.context(),
      collections: [{ name: 'animals', index: watched }],
    });
    expect(result).toMatchObject({ hits: (await retrieve(question, corpus.context())).result.hits });
    expect(read).toEqual([...new Set(read)]);
    expect(read).toEqual(expect.arrayContaining(result.dropped.map(({ chunkId }) => chunkId)));
  });

  test('a document that is gone from the records is never a hit', async () => {
    const { result } = await retrieve(question, { ...corpus.context(), liveDocuments: none });
    expect(result.hits).toEqual([]);
    expect(new Set(result.dropped.map(({ explain }) => explain.droppedBy))).toEqual(new Set(['not-live']));
  });

  test('a question about something else has no hits, and the best candidates name the threshold', async () => {
    const { result, chunks } = await retrieve(
      'Who won the chess championship in Reykjavik?',
      corpus.context(),
    );
    expect(result.relevance.relevant).toBe(false);
    expect(result.hits).toEqual([]);
    expect(chunks).toEqual([]);
    expect(result.dropped.some(({ explain }) => explain.droppedBy === 'threshold')).toBe(true);
  });

  test('a filter holds for both legs', async () => {
    const filter = { field: 'language', op: 'eq', value: 'de' } as const;
    const { result } = await retrieve(question, corpus.context(), { filter });
    expect([...result.hits, ...result.dropped]).toEqual([]);
  });
});
