import { expect, test } from 'vitest';
import { axis, spec, write } from '../../../conformance/engine-fixtures.ts';
import type { Filter, KeywordIndex, SearchIndex } from '../../contracts/engine.ts';
import { TemporaryStore } from '../../engines/embedded/temporary-store.test-support.ts';
import { FootnoteError } from '../../errors.ts';
import { stripQuestion, understandQuestion } from '../../question/question.ts';
import { analyser } from '../../text/analyser/analyser.ts';
import { Stopwatch } from '../stopwatch.ts';
import { nearCosine, type SearchedCollection, searchLegs } from './search-legs.ts';

const store = new TemporaryStore();

/** An index without chunks, which may refuse every filter. */
function emptyIndex(refuses: boolean): SearchIndex {
  const search = async () => {
    if (refuses)
      throw new FootnoteError('filter_invalid', { problem: 'there is no field "year"', fields: 'none' });
    return [];
  };
  return { vectors: { search }, keywords: { search } } as unknown as SearchIndex;
}

/** An index of 100 chunks, 50 of which hold any word, among them the only one that may be seen. */
const revenueWords: Pick<KeywordIndex, 'search' | 'statistics'> = {
  search: async () => [
    {
      chunkId: 'a.1.0',
      documentId: 'a',
      version: 1,
      score: 3,
      matchedTerms: [
        { term: 'revenu', score: 1.5 },
        { term: 'turnov', score: 0.5 },
      ],
      gramScore: 1,
    },
  ],
  statistics: async (terms, { filter } = {}) => ({
    chunks: filter ? 1 : 100,
    frequencies: terms.map(() => (filter ? 1 : 50)),
  }),
};

/** An index that finds these words, and nothing by vectors. */
function indexOf(words: Pick<KeywordIndex, 'search' | 'statistics'>): SearchIndex {
  const keywords = { ...words, similarTerms: async () => [], longerTerms: async () => [] };
  const vectors = { search: async () => [] };
  return { vectors, keywords } as Partial<Record<keyof SearchIndex, unknown>> as SearchIndex;
}

const revenueIndex = indexOf(revenueWords);

function search(
  collections: readonly SearchedCollection[],
  allowed?: Filter,
  asked = 'Revenue',
  settings = { spelling: false, compounds: false },
  language = 'en',
  documents = language,
) {
  const question = understandQuestion(stripQuestion(asked, { maxLength: 100 }), language, [documents]);
  return searchLegs(
    question,
    {
      collections,
      allowed,
      embedding: Promise.resolve(axis(0)),
      analyser: analyser(),
      questionExpansion: { settings },
      limit: 100,
      stopwatch: new Stopwatch(),
    },
    { filter: allowed },
  );
}

test('of several collections the one that cannot hold a filter is named, one alone need not be', async () => {
  const contracts = { name: 'contracts', index: emptyIndex(false) };
  const notes = { name: 'notes', index: emptyIndex(true) };
  await expect(search([contracts, notes])).rejects.toMatchObject({
    code: 'filter_invalid',
    details: { problem: 'in the collection "notes" there is no field "year"', fields: 'none' },
  });
  await expect(search([notes])).rejects.toMatchObject({ details: { problem: 'there is no field "year"' } });
});

test('how common the words of a question are is asked once', async () => {
  const asked: (readonly string[])[] = [];
  const statistics: KeywordIndex['statistics'] = async (terms) => {
    asked.push(terms);
    return { chunks: 100, frequencies: terms.map(() => 50) };
  };
  const collections = [{ name: 'reports', index: indexOf({ ...revenueWords, statistics }) }];
  await search(collections, undefined, 'log in to an old app', { spelling: true, compounds: true });
  expect(asked).toEqual([['login', 'oldapp', 'log', 'old', 'app']]);
});

test('scores are those of what the caller may see: terms by their rarity there, the rest of them alike', async () => {
  const collections = [{ name: 'reports', index: revenueIndex }];
  const allowed: Filter = { field: 'documentId', op: 'in', value: ['a'] };
  // BM25’s inverse document frequency in one chunk of one, over that in 50 of 100.
  const factor = Math.log(1 + 0.5 / 1.5) / Math.log(1 + 50.5 / 50.5);
  const [hit] = (await search(collections, allowed)).hits[0]?.keyword ?? [];
  expect(hit?.matchedTerms?.[0]?.score).toBeCloseTo(1.5 * factor, 12);
  expect(hit?.matchedTerms?.[1]?.score).toBeCloseTo(0.5 * factor, 12);
  expect(hit?.score).toBeCloseTo(3 * factor, 12);
  expect((await search(collections)).hits[0]?.keyword[0]?.score).toBe(3);
  expect((await search(collections, allowed, 'the')).hits[0]?.keyword[0]?.score).toBe(3);
});

test('several collections score as one of all their chunks, and what a caller may see as it would alone', async () => {
  const harbour = ['pump near hall', 'pump near roof'];
  const plant = Array.from({ length: 40 }, (_, at) => `valve near ${at % 2 ? 'hall' : 'roof'}`);
  const engine = store.openEngine();
  const open = async (name: string, contents: readonly string[]) => {
    const index = await engine.open({ ...spec, id: name });
    await index.write(
      contents.map((content, at) => write({ documentId: `${content} ${at}`, content, title: '' })),
    );
    return { name, index };
  };
  const [small, large] = [await open('harbour', harbour), await open('plant', plant)];
  const all = await open('all', [...harbour, ...plant]);
  const scores = async (asked: string, collections: readonly (typeof all)[], allowed?: Filter) => {
    const { hits } = await search(collections, allowed, asked);
    const found = hits.flatMap(({ keyword }) => keyword);
    return found.map(({ documentId, score }) => `${documentId.replace(/ \d+$/, '')} ${score.toFixed(6)}`);
  };
  const allowed: Filter = { field: 'documentId', op: 'in', value: ['pump near hall 0', 'pump near roof 1'] };
  for (const asked of ['pump', 'hall']) {
    expect(await scores(asked, [small, large])).toEqual(await scores(asked, [all]));
    expect(await scores(asked, [all], allowed)).toEqual(await scores(asked, [small]));
  }
});

test('what the words found stays in order where they are as rare as the caller may see', async () => {
  const common = { documentId: 'a', version: 1, score: 3, matchedTerms: [{ term: 'revenu', score: 3 }] };
  const rare = { documentId: 'b', version: 1, score: 2, matchedTerms: [{ term: 'turnov', score: 2 }] };
  const index = indexOf({
    search: async () => [
      { ...common, chunkId: 'a.1.0' },
      { ...rare, chunkId: 'b.1.0' },
    ],
    statistics: async (terms, { filter } = {}) => ({
      chunks: 100,
      frequencies: terms.map((term) => (filter && term === 'revenu' ? 90 : 5)),
    }),
  });
  const allowed: Filter = { field: 'documentId', op: 'in', value: ['a', 'b'] };
  const { hits } = await search([{ name: 'reports', index }], allowed, 'Revenue turnover');
  expect(hits[0]?.keyword.map(({ chunkId }) => chunkId)).toEqual(['b.1.0', 'a.1.0']);
});

test('the pairs of a Korean word count as one word together', async () => {
  const asked = '세탁기 고장났을 때 관리사무소';
  const { contents, terms } = await search(
    [{ name: 'house', index: revenueIndex }],
    undefined,
    asked,
    undefined,
    'ko',
  );
  const [one] = terms;
  const shares = new Map(contents[0]?.map(({ term, weight }) => [term, weight / (one?.weight ?? 0)]));
  expect(shares.get('세탁')).toBe(1 / 2);
  expect(shares.get('관리')).toBe(1 / 4);
});

test('cosines of a model that are higher in a language are taken down where question and documents are in it', async () => {
  const near = { chunkId: 'a.1.0', documentId: 'a', version: 1, score: 0.9 };
  const index = { ...revenueIndex, vectors: { search: async () => [near] } } as unknown as SearchIndex;
  const cosines = { unrelated: 0.6, near: 0.8, higherIn: { zh: 0.1 } };
  const collections = [{ name: 'reports', index, cosines }];
  const cosine = async (language: string, documents: string) =>
    (await search(collections, undefined, '收入', undefined, language, documents)).hits[0]?.vector[0]?.score;
  expect(await cosine('zh', 'zh')).toBeCloseTo(nearCosine, 12);
  expect(await cosine('zh', 'en')).toBeCloseTo(nearCosine * 1.5, 12);
  expect(await cosine('ja', 'ja')).toBeCloseTo(nearCosine * 1.5, 12);
});
