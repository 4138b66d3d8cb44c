import * as runner from 'vitest';
import { describe, expect, test } from 'vitest';
import type {
  ChunkWrite,
  EngineHit,
  KeywordIndex,
  KeywordQuery,
  SearchIndex,
} from '../src/contracts/engine.ts';
import { CompleteEngine } from '../src/engines/complete/complete-engine.ts';
import { analyser } from '../src/text/analyser/analyser.ts';
import { type EngineFixture, type EngineTests, engineConformance } from './engine.ts';
import { filteringTests } from './engine-filtering.ts';
import { spec } from './engine-fixtures.ts';
import { lifecycleTests } from './engine-lifecycle.ts';
import { searchingTests } from './engine-searching.ts';
import { wordingTests } from './engine-wording.ts';
import { writingTests } from './engine-writing.ts';
import { NaiveEngine, type NaivePlace } from './naive-engine.test-support.ts';

describe('an engine made after the contract alone', () => {
  engineConformance({
    runner,
    async create() {
      const place: NaivePlace = new Map();
      return {
        engine: new NaiveEngine(place),
        reopen: async () => new NaiveEngine(place),
        dispose: async () => undefined,
      };
    },
  });
});

const suite: EngineTests = {
  ...lifecycleTests,
  ...writingTests,
  ...searchingTests,
  ...wordingTests,
  ...filteringTests,
};

/** What a broken index does instead of the whole one. */
type Breach = (whole: SearchIndex) => Instead;

/** The members of an index and its parts, those of the parts by names of their own. */
interface Instead
  extends Partial<
    Pick<SearchIndex, 'spec' | 'write' | 'remove' | 'get' | 'neighbours' | 'versions' | 'count'>
  > {
  readonly addVectors?: SearchIndex['vectors']['add'];
  readonly searchVector?: SearchIndex['vectors']['search'];
  readonly countVectors?: SearchIndex['vectors']['count'];
  readonly searchKeyword?: KeywordIndex['search'];
  readonly termStatistics?: KeywordIndex['statistics'];
  readonly similarTerms?: KeywordIndex['similarTerms'];
  readonly longerTerms?: KeywordIndex['longerTerms'];
}

const keywords =
  (change: (query: KeywordQuery, whole: SearchIndex) => Promise<readonly EngineHit[]>): Breach =>
  (whole) => ({ searchKeyword: (query) => change(query, whole) });

const breaches: Readonly<Record<string, Breach>> = {
  'orders equal scores as they come': (whole) => ({
    searchVector: async (query) =>
      (await whole.vectors.search(query)).toReversed().toSorted((left, right) => right.score - left.score),
  }),
  'orders equal scores by code point': keywords(async (query, whole) => {
    const hits = await whole.keywords.search(query);
    return hits.toSorted(
      (left, right) =>
        right.score - left.score || Buffer.compare(Buffer.from(left.chunkId), Buffer.from(right.chunkId)),
    );
  }),
  'searches before it filters': (whole) => ({
    searchVector: async (query) => {
      const passing = await whole.vectors.search({ ...query, limit: 1000 });
      const best = await whole.vectors.search({ vector: query.vector, limit: query.limit });
      return best.filter((hit) => passing.some((one) => one.chunkId === hit.chunkId));
    },
  }),
  'ignores filters where it looks for words': keywords((query, whole) => {
    const { filter: _, ...rest } = query;
    return whole.keywords.search(rest);
  }),
  'ignores phrases': keywords((query, whole) => whole.keywords.search({ ...query, phrases: [] })),
  'ignores boosts': keywords((query, whole) => whole.keywords.search({ ...query, boosts: {} })),
  'counts a title like the content': keywords((query, whole) =>
    whole.keywords.search({ ...query, boosts: { title: 1, ...query.boosts } }),
  ),
  'counts headings like the content': keywords((query, whole) =>
    whole.keywords.search({ ...query, boosts: { headingPath: 1, ...query.boosts } }),
  ),
  'counts expansions like words': keywords(({ expansions = [], ...query }, whole) =>
    whole.keywords.search({
      ...query,
      expansions: expansions.map((one) => ({ ...one, weight: one.weight > 0 ? Math.max(1, one.weight) : 0 })),
    }),
  ),
  'counts the last of two expansions': keywords(({ expansions = [], ...query }, whole) =>
    whole.keywords.search({
      ...query,
      expansions: [...new Map(expansions.map((one) => [one.term, one])).values()],
    }),
  ),
  'takes any number of expansions': keywords(({ expansions = [], ...query }, whole) =>
    whole.keywords.search({ ...query, expansions: expansions.slice(0, 100) }),
  ),
  'says of every hit that it is of the first version': keywords(async (query, whole) =>
    (await whole.keywords.search(query)).map((hit) => ({ ...hit, version: 1 })),
  ),
  'says of every vector hit that it is of the first version': (whole) => ({
    searchVector: async (query) => (await whole.vectors.search(query)).map((hit) => ({ ...hit, version: 1 })),
  }),
  'names the least matched term first': keywords(async (query, whole) =>
    (await whole.keywords.search(query)).map((hit) => ({
      ...hit,
      matchedTerms: hit.matchedTerms?.toReversed() ?? [],
    })),
  ),
  'rounds a cosine up': (whole) => ({
    searchVector: async (query) =>
      (await whole.vectors.search(query)).map((hit) => ({ ...hit, score: hit.score + 1e-7 })),
  }),
  'hears no abort while it searches': (whole) => ({
    searchVector: (query) => whole.vectors.search({ ...query, signal: new AbortController().signal }),
  }),
  'takes any limit': keywords((query, whole) =>
    whole.keywords.search({ ...query, limit: Math.min(1000, Math.max(1, Math.round(query.limit) || 1)) }),
  ),
  'keeps vectors of text that is replaced': (whole) => {
    const known = new Map<string, ChunkWrite['vectors']>();
    return {
      write: async (batch, options) => {
        await whole.write(batch, options);
        for (const { chunk, vectors } of batch)
          known.set(chunk.id, [...(known.get(chunk.id) ?? []), ...vectors]);
        await whole.vectors.add(Array.from(known, ([chunkId, vectors]) => ({ chunkId, vectors })));
      },
    };
  },
  'takes no vectors away': (whole) => ({
    addVectors: (batch, options) =>
      whole.vectors.add(
        batch.filter(({ vectors }) => vectors.length > 0),
        options,
      ),
  }),
  'writes what it can of a batch': (whole) => ({
    write: async (batch, options) => {
      for (const one of batch) await whole.write([one], options);
    },
  }),
  'adds the vectors that it can of a batch': (whole) => ({
    addVectors: async (batch, options) => {
      for (const one of batch) await whole.vectors.add([one], options);
      if (batch.length === 0) await whole.vectors.add(batch, options);
    },
  }),
  'removes all versions': (whole) => ({
    remove: (selectors, options) =>
      whole.remove(
        selectors.map(({ documentId }) => ({ documentId })),
        options,
      ),
  }),
  'removes what begins with an id': (whole) => ({
    remove: async (selectors, options) => {
      const versions = await whole.versions(options);
      const begun = versions.filter(({ documentId }) =>
        selectors.some((one) => documentId.startsWith(one.documentId)),
      );
      return whole.remove(begun.length > selectors.length ? begun : selectors, options);
    },
  }),
  'gives a chunk once': (whole) => ({
    get: (ids, options) => whole.get([...new Set(ids)], options),
  }),
  'gives as many chunks as its query takes values': (whole) => ({
    get: (ids, options) => whole.get(ids.slice(0, 999), options),
  }),
  'composes letters': (whole) => ({
    get: async (ids, options) =>
      (await whole.get(ids, options)).map((one) => ({ ...one, content: one.content.normalize() })),
  }),
  'forgets what fields it has': (whole) => ({ spec: { ...whole.spec, fields: {} } }),
  'gives chunks in an order of its own': (whole) => ({
    get: async (ids, options) => (await whole.get(ids, options)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }),
  'counts a chunk among its neighbours': (whole) => ({
    neighbours: async (ids, ...asked) => {
      const around = await whole.neighbours(ids, ...asked);
      return Promise.all(
        around.map(async (near, at) => [...near, ...(await whole.get([ids[at] as string]))]),
      );
    },
  }),
  'gives neighbours backwards': (whole) => ({
    neighbours: async (...asked) => (await whole.neighbours(...asked)).map((near) => near.toReversed()),
  }),
  'gives the neighbours of several chunks in an order of its own': (whole) => ({
    neighbours: (ids, ...asked) => whole.neighbours(ids.toSorted(), ...asked),
  }),
  'leaves out chunks without neighbours': (whole) => ({
    neighbours: async (...asked) => (await whole.neighbours(...asked)).filter((near) => near.length > 0),
  }),
  'swaps before and after': (whole) => ({
    neighbours: (ids, { before, after }, options) =>
      whole.neighbours(ids, { before: after, after: before }, options),
  }),
  'counts windows as chunks': (whole) => ({
    countVectors: async (options) => {
      const { vectors } = await whole.vectors.count(options);
      return { vectors, chunks: vectors };
    },
  }),
  'counts terms of all chunks': (whole) => ({
    termStatistics: async (terms, { signal } = {}) => whole.keywords.statistics(terms, { signal }),
  }),
  'counts terms whatever the filter says': (whole) => ({
    termStatistics: async (terms, { filter, signal } = {}) => {
      const stated = whole.keywords.statistics(terms, { filter, signal });
      return (await stated?.catch(() => undefined)) ?? { chunks: 0, frequencies: [] };
    },
  }),
  'gives similar terms as they come': (whole) => ({
    similarTerms: async (...asked) => (await whole.keywords.similarTerms(...asked)).toReversed(),
  }),
  'gives the rarest compounds first': (whole) => ({
    longerTerms: async (...asked) => (await whole.keywords.longerTerms(...asked)).toReversed(),
  }),
};

test.each(Object.keys(breaches))('an engine that %s does not pass', async (name) => {
  expect(await brokenPromise(breaches[name] as Breach)).toBeDefined();
});

/** The first test of the suite that fails. */
async function brokenPromise(breach: Breach): Promise<string | undefined> {
  for (const [promise, run] of Object.entries(suite)) {
    const place: NaivePlace = new Map();
    const open = () => brokenEngine(place, breach);
    const engine = open();
    const fixture = { engine, index: await engine.open(spec), reopen: async () => open() };
    try {
      await run(fixture);
    } catch {
      return promise;
    }
  }
  return undefined;
}

function brokenEngine(place: NaivePlace, breach: Breach): EngineFixture['engine'] {
  const whole = new CompleteEngine({ engine: new NaiveEngine(place), analyser: analyser() });
  return {
    name: whole.name,
    drop: (...asked) => whole.drop(...asked),
    readers: () => whole.readers(),
    close: () => whole.close(),
    open: async (...asked) => broken(await whole.open(...asked), breach),
  };
}

/** An index that does some things otherwise. */
function broken(whole: SearchIndex, breach: Breach): SearchIndex {
  const { addVectors, searchVector, countVectors, searchKeyword, termStatistics, ...instead } = breach(whole);
  const { similarTerms, longerTerms, ...others } = instead;
  const { vectors, keywords } = whole;
  const members = {
    ...others,
    vectors: {
      ...vectors,
      ...(addVectors && { add: addVectors }),
      ...(searchVector && { search: searchVector }),
      ...(countVectors && { count: countVectors }),
    },
    keywords: {
      ...keywords,
      ...(searchKeyword && { search: searchKeyword }),
      ...(termStatistics && { statistics: termStatistics }),
      ...(similarTerms && { similarTerms }),
      ...(longerTerms && { longerTerms }),
    },
  };
  return new Proxy(whole, {
    get(target, key: keyof SearchIndex) {
      const member = (members as Partial<SearchIndex>)[key] ?? target[key];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
