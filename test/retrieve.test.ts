import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaults } from '../src/config.ts';
import { type Chunk, chunkId } from '../src/contracts/chunk.ts';
import type { Embedder } from '../src/contracts/embedder.ts';
import type { Engine, EngineIndex } from '../src/contracts/engine.ts';
import type { LiveDocuments } from '../src/contracts/live-documents.ts';
import type { Reranker } from '../src/contracts/reranker.ts';
import { embeddedEngine } from '../src/engines/embedded/embedded-engine.ts';
import { FootnoteError } from '../src/errors.ts';
import { onnxEmbedder } from '../src/models/onnx-embedder.ts';
import { type RetrieveContext, retrieve } from '../src/retrieve/retrieve.ts';
import { analyser } from '../src/text/analyser/analyser.ts';

/** Titles and texts; the last is an older version of the first. */
const documents: readonly (readonly [id: string, version: number, text: string])[] = [
  ['lobster', 2, 'A lobster regrows a lost claw over several molts. Its first claws appear in the larva.'],
  ['crab', 1, 'Crabs walk sideways because their legs bend to the side. A crab can also drop a claw.'],
  ['bridge', 1, 'The suspension bridge over the bay was opened in 1937 after four years of building.'],
  ['tea', 1, 'Green tea is steamed or roasted soon after picking, so that the leaves do not oxidise.'],
  ['lobster', 1, 'A lobster regrows a lost claw at once.'],
];

const analysis = analyser();
let folder: string;
let embedder: Embedder;
let engine: Engine;
let index: EngineIndex;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retrieve-'));
  embedder = await onnxEmbedder({ threads: 1 });
  engine = embeddedEngine({ file: join(folder, 'store.db'), analyser: analysis });
  index = await engine.open({ id: 'animals', dimension: embedder.dimension, fields: { language: 'string' } });
  const embeddings = await embedder.embedDocuments(documents.map(([, , text]) => text));
  await index.write(
    documents.map(([documentId, version, content], place) => ({
      chunk: chunkOf(documentId, version, content),
      vectors: embeddings[place]?.vectors ?? [],
    })),
  );
});

afterAll(async () => {
  await engine.close();
  await embedder.close();
  await rm(folder, { recursive: true });
});

function chunkOf(documentId: string, version: number, content: string): Chunk {
  return {
    id: chunkId(documentId, version, 0),
    documentId,
    version,
    ordinal: 0,
    start: 0,
    end: content.length,
    content,
    title: `About the ${documentId}`,
    headingPath: [],
    tokens: 20,
    language: 'en',
    metadata: { language: 'en' },
  };
}

function context(settings: Partial<RetrieveContext['settings']> = {}): RetrieveContext {
  return {
    collections: [{ name: 'animals', index }],
    embedder,
    analyser: analysis,
    liveDocuments: {
      // Each document's first entry is its live version.
      versions: async () => new Map(documents.toReversed().map(([id, version]) => [id, version])),
      paths: async () => new Map(documents.map(([id]) => [id, `${id}.md`])),
    },
    documentList: async () =>
      documents.map(([documentId]) => ({
        documentId,
        path: `${documentId}.md`,
        title: `About the ${documentId}`,
      })),
    documentText: async (id, version) =>
      documents.find(([other, itsVersion]) => other === id && itsVersion === version)?.[2],
    settings: { ...defaults.retrieval, ...settings },
    maxQuestionLength: defaults.question.maxLength,
    questionExpansion: { settings: defaults.question },
  };
}

const none: LiveDocuments = { versions: async () => new Map(), paths: async () => new Map() };

const question = 'How does a lobster regrow its claw?';

describe('a question that the collection answers', () => {
  test('B4: finds the passage first, with its place and its chunk', async () => {
    const { result, chunks } = await retrieve(question, context());
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
    const { result } = await retrieve(question, context());
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

  test('weighs the terms of the question by how rare they are', async () => {
    const { result } = await retrieve(question, context());
    const weights = new Map(result.question.terms.map(({ term, weight }) => [term, weight]));
    expect([...weights.keys()]).toEqual(['lobster', 'regrow', 'claw']);
    expect(weights.get('regrow')).toBeGreaterThan(weights.get('claw') as number);
  });

  test('C3: a passage below the least cosine of the vector leg is found by its words alone', async () => {
    const all = (await retrieve(question, context())).result;
    const cosines = all.hits.map(({ explain }) => explain.vector?.score ?? 0);
    const vectorMinCosine = Math.max(...cosines) + 0.01;
    const { hits, relevance } = (await retrieve(question, context({ vectorMinCosine, fusion: 'rrf' })))
      .result;
    expect(hits[0]?.documentId).toBe('lobster');
    expect(hits.filter(({ explain }) => explain.vector)).toEqual([]);
    expect(relevance.bestCosine).toBe(Math.max(...cosines));
  });

  test('C3: scores come on 0–1 where the fusion has a scale', async () => {
    const alone = { fusion: 'rrf', documentSupport: 0 } as const;
    const { hits, dropped } = (await retrieve(question, context(alone))).result;
    expect(hits[0]?.explain).toMatchObject({ vector: { rank: 1 }, keyword: { rank: 1 } });
    expect(hits[0]?.scaledScore).toBe(1);
    for (const { score, scaledScore } of [...hits, ...dropped])
      expect(scaledScore).toBeCloseTo((score * (defaults.retrieval.rrfK + 1)) / 2, 9);
    const supported = (await retrieve(question, context({ fusion: 'rrf', documentSupport: 0.5 }))).result;
    expect(supported.hits[0]?.scaledScore).toBe(1);
    const convex = (await retrieve(question, context())).result;
    expect(convex.hits[0]).not.toHaveProperty('scaledScore');
  });

  test('B3: with the cosine alone every hit reaches the threshold on it', async () => {
    const [best = 0, second = 0] = (await retrieve(question, context({ fusion: 'cosine' }))).result.hits.map(
      ({ explain }) => explain.vector?.score,
    );
    const settings = { fusion: 'cosine', documentSupport: 0, minScore: (best + second) / 2 } as const;
    const { hits, ranking } = (await retrieve(question, context(settings))).result;
    expect(hits.map(({ documentId, score }) => [documentId, score])).toEqual([['lobster', best]]);
    expect(ranking.fusion).toEqual({ method: 'cosine', scale: { lowest: 0, highest: 1 } });
  });

  test('times every stage', async () => {
    const { timings } = (await retrieve(question, context())).result;
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
  test('hits beyond the wanted number say so', async () => {
    const { result } = await retrieve(question, context({ topK: 1 }));
    expect(result.hits).toHaveLength(1);
    expect(result.dropped.filter(({ explain }) => explain.droppedBy === 'top-k')).toHaveLength(3);
  });

  test('a version that is not live is never a hit', async () => {
    const { result } = await retrieve('A lobster regrows a lost claw at once.', context());
    expect(result.hits.map(({ chunkId }) => chunkId)).not.toContain(chunkId('lobster', 1, 0));
    expect(result.dropped.find(({ explain }) => explain.droppedBy === 'not-live')?.chunkId).toBe(
      chunkId('lobster', 1, 0),
    );
  });

  test('no chunk is read twice, however often a search comes by it', async () => {
    const read: string[] = [];
    const watched = new Proxy(index, {
      get(target, name) {
        if (name === 'get')
          return (...[ids, options]: Parameters<EngineIndex['get']>) => {
            read.push(...ids);
            return target.get(ids, options);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const { result } = await retrieve(question, {
      ...context(),
      collections: [{ name: 'animals', index: watched }],
    });
    expect(result).toMatchObject({ hits: (await retrieve(question, context())).result.hits });
    expect(read).toEqual([...new Set(read)]);
    expect(read).toEqual(expect.arrayContaining(result.dropped.map(({ chunkId }) => chunkId)));
  });

  test('a document that is gone from the records is never a hit', async () => {
    const { result } = await retrieve(question, { ...context(), liveDocuments: none });
    expect(result.hits).toEqual([]);
    expect(new Set(result.dropped.map(({ explain }) => explain.droppedBy))).toEqual(new Set(['not-live']));
  });

  test('a question about something else has no hits, and the best candidates name the threshold', async () => {
    const { result, chunks } = await retrieve('Who won the chess championship in Reykjavik?', context());
    expect(result.relevance.relevant).toBe(false);
    expect(result.hits).toEqual([]);
    expect(chunks).toEqual([]);
    expect(result.dropped.some(({ explain }) => explain.droppedBy === 'threshold')).toBe(true);
  });

  test('a filter holds for both legs', async () => {
    const filter = { field: 'language', op: 'eq', value: 'de' } as const;
    const { result } = await retrieve(question, context(), { filter });
    expect([...result.hits, ...result.dropped]).toEqual([]);
  });
});

test('a threshold on fused scores takes out what is below it', async () => {
  const { result } = await retrieve(question, context({ fusion: 'weighted', minScore: 0.5 }));
  expect(result.ranking.fusion).toEqual({ method: 'weighted', scale: { lowest: 0, highest: 1 } });
  for (const { explain } of result.hits) {
    expect(explain.fusion.vector + explain.fusion.keyword).toBeGreaterThanOrEqual(0.5);
  }
  expect(result.hits.length).toBeGreaterThan(0);
  expect(result.dropped.some(({ explain }) => explain.droppedBy === 'threshold')).toBe(true);
});

describe('a reranker', () => {
  const lengthReranker: Reranker = {
    name: 'longest first',
    maxCandidates: 3,
    rerank: async (_, candidates) =>
      candidates.map(({ chunkId, text }) => ({ chunkId, score: text.length })).toReversed(),
  };

  test('decides the order of the first passages and leaves the others where they are', async () => {
    const plain = (await retrieve(question, context())).result;
    const { result } = await retrieve(question, { ...context(), reranker: lengthReranker });
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

  test('that fails leaves the order of the fusion and is named in a warning', async () => {
    const failing: Reranker = {
      name: 'broken',
      maxCandidates: 10,
      rerank: async () => {
        throw new FootnoteError('model_unavailable', { model: 'broken', reason: 'no answer in 100 ms' });
      },
    };
    const plain = (await retrieve(question, context())).result;
    const { result } = await retrieve(question, { ...context(), reranker: failing });
    expect(result.hits).toEqual(plain.hits);
    expect(result.warnings).toEqual([expect.stringContaining('no answer in 100 ms')]);
    expect(result.ranking.rerank).toBeNull();
  });
});

test('what a caller may not see is not searched', async () => {
  const documents = ['crab', 'tea'];
  const { result: some } = await retrieve(question, context(), { documents, explain: true });
  expect([...some.hits, ...some.dropped].map(({ documentId }) => documentId).toSorted()).toEqual([
    'crab',
    'tea',
  ]);
  const { result: none } = await retrieve(question, context(), { documents: [], explain: true });
  expect([...none.hits, ...none.dropped]).toEqual([]);
});

test('a question says itself where to look, and what must be there', async () => {
  const { result: byPath } = await retrieve(`path:crab.md ${question}`, context(), { explain: true });
  expect(byPath.hits.map(({ documentId }) => documentId)).toEqual(['crab']);
  expect(byPath.question.recognised).toContainEqual({ kind: 'filter', text: 'path:crab.md', field: 'path' });
  expect(byPath.dropped.find(({ documentId }) => documentId === 'lobster')?.explain.droppedBy).toBe('filter');
  const { result: byWords } = await retrieve('"a claw dropped" claw lobster', context());
  expect(byWords.hits.map(({ documentId }) => documentId)).toContain('lobster');
  expect(byWords.warnings).toEqual([expect.stringContaining('“a claw dropped”')]);
  const { result: byPhrase } = await retrieve('"drop a claw" claw lobster', context());
  expect([...byPhrase.hits, ...byPhrase.dropped].map(({ documentId }) => documentId)).toEqual(['crab']);
});

test('a misspelt word is looked for as what it may have been meant as, and shown', async () => {
  const misspelt = 'How does a lobzter regrow its claw?';
  const { result } = await retrieve(misspelt, context());
  expect(result.question.expansions).toEqual([
    { kind: 'spelling', from: 'lobzter', standsFor: ['lobzter'], term: 'lobster', weight: 0.8 },
  ]);
  expect(result.hits[0]?.explain.matchedTerms.map(({ term }) => term)).toContain('lobster');
  const off = { questionExpansion: { settings: { spelling: false, compounds: false } } };
  const { result: asIs } = await retrieve(misspelt, { ...context(), ...off });
  expect(asIs.question.expansions).toEqual([]);
  expect(asIs.hits[0]?.explain.matchedTerms.map(({ term }) => term)).not.toContain('lobster');
});

test('what only the filter left out is named where that is asked for', async () => {
  const filter = { not: { field: 'documentId', op: 'eq', value: 'lobster' } } as const;
  const { result } = await retrieve(question, context(), {
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
  const german = await engine.open({ id: 'german', dimension: embedder.dimension, fields: {} });
  const text = 'Krabben laufen seitwärts, weil ihre Beine zur Seite knicken.';
  await german.write([{ chunk: { ...chunkOf('crab', 1, text), language: 'de' }, vectors: [] }]);
  const { result } = await retrieve('Warum laufen Strandkrabben seitwärts?', {
    ...context(),
    collections: [{ name: 'german', index: german }],
  });
  const { matchedTerms = [], gramScore = 0, keyword } = result.hits[0]?.explain ?? {};
  expect(gramScore).toBeGreaterThan(0);
  const ofTerms = matchedTerms.reduce((sum, { score }) => sum + score, 0);
  expect(ofTerms + gramScore).toBeCloseTo(keyword?.score ?? 0, 6);
});

test('collections are ranked together, and each hit names its own', async () => {
  const birds = await engine.open({
    id: 'birds',
    dimension: embedder.dimension,
    fields: { language: 'string' },
  });
  const text = 'A robin lays five eggs in a nest of moss. A lobster is no bird.';
  const [embedding] = await embedder.embedDocuments([text]);
  await birds.write([{ chunk: chunkOf('robin', 1, text), vectors: embedding?.vectors ?? [] }]);
  const live = context().liveDocuments;
  const both = {
    ...context(),
    collections: [...context().collections, { name: 'birds', index: birds }],
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
  const { result } = await retrieve('龙虾 lobster 的爪子 claw 是怎么再长出来的', context());
  expect(result.question.language).toBe('zh');
  expect(result.relevance.bestCosine).toBeNull();
  const vectorShares = [...result.hits, ...result.dropped].map(({ explain }) =>
    Math.abs(explain.fusion.vector),
  );
  // A z-score of four candidates is at most √3.
  for (const share of vectorShares) expect(share).toBeLessThanOrEqual(0.1 * Math.sqrt(3) + 1e-9);
});

test.each(['🦞', 'the of and', '؟ما'])('%s is a question like any other', async (text) => {
  const { result } = await retrieve(text, context());
  expect(Number.isFinite(result.relevance.coverage)).toBe(true);
});

test('refuses an empty question, and stops when it is told to', async () => {
  await expect(retrieve('  ', context())).rejects.toMatchObject({ code: 'question_empty' });
  await expect(retrieve(question, context(), { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'aborted',
  });
});
