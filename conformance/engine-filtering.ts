import assert from 'node:assert/strict';
import type { Metadata } from '../src/contracts/chunk.ts';
import type { EngineHit, FieldType, Filter, FilterScalar, SearchIndex } from '../src/contracts/engine.ts';
import { seededRandom } from '../src/values/seeded-random.ts';
import { assertNear, assertSame } from './assertions.ts';
import type { EngineTests } from './engine.ts';
import { axis, legsOf, randomVector, refusalOf, spec, write } from './engine-fixtures.ts';

const topics = ['art', 'law', 'music', 'war', 'Ärzte'];
const tags = ['new', 'old', 'red', 'blue'];
const dates = [
  '2019-12-31',
  '2020',
  '2020-01-01',
  '2020-06',
  '2020-06-15',
  '2020-06-15T09:30Z',
  '2024-02-29',
];
const chunkCount = 120;

/** Metadata of the chunks under test, with fields missing here and there. */
const catalogue: readonly Metadata[] = Array.from({ length: chunkCount }, (_, seed) => {
  const random = seededRandom(seed + 1);
  const maybe = (name: string, value: Metadata[string]) => (random() < 0.8 ? { [name]: value } : {});
  return {
    ...maybe('topic', pick(topics, random)),
    // From three digits to four, and below zero: as text they would have another order.
    ...maybe('year', pick([-20, -3, 7, 996, 998.5, 1003, 1003.5, 2007], random)),
    ...maybe('reviewed', random() < 0.5),
    ...maybe('published', pick(dates, random)),
    ...maybe(
      'tags',
      tags.filter(() => random() < 0.4),
    ),
  };
});

/** Chunks are spread over documents of this many, so that a document's fill no segment by itself. */
const chunksPerDocument = 7;
const documentOf = (ordinal: number) => `document ${Math.floor(ordinal / chunksPerDocument)}`;

/** What filters see of each chunk. */
const visible = catalogue.map(
  (metadata, ordinal): Metadata => ({ ...metadata, documentId: documentOf(ordinal) }),
);

/** The contract's meaning of a filter, said as plainly as can be. */
function holds(filter: Filter, metadata: Metadata): boolean {
  if ('and' in filter) return filter.and.every((part) => holds(part, metadata));
  if ('or' in filter) return filter.or.some((part) => holds(part, metadata));
  if ('not' in filter) return !holds(filter.not, metadata);
  const stored = metadata[filter.field];
  const values = stored === undefined ? [] : typeof stored === 'object' ? stored : [stored];
  const wanted = filter.op === 'in' ? filter.value : [filter.value];
  return values.some((value: FilterScalar) =>
    wanted.some((other) => {
      // Within the year, the month, the day or the hour that it is compared with.
      if (filter.field === 'published' && String(value).startsWith(String(other))) return true;
      if (filter.op === 'gte') return value >= other;
      return filter.op === 'lte' ? value <= other : value === other;
    }),
  );
}

/** A generator in [0, 1). */
type Random = () => number;

/** What filters compare each field with: values it holds, values beside them, and values it never has. */
const comparisons: readonly { field: string; values: readonly FilterScalar[]; isOrdered: boolean }[] = [
  { field: 'topic', values: [...topics, 'absent', ''], isOrdered: true },
  {
    field: 'published',
    values: [...dates, '2019', '2020-02', '2020-06-14', '2020-06-15T09', '2024-02'],
    isOrdered: true,
  },
  { field: 'year', values: [-100, -20, -5, 7, 996, 999, 1003, 1003.5, 3000], isOrdered: true },
  { field: 'reviewed', values: [true, false], isOrdered: false },
  { field: 'tags', values: [...tags, 'absent'], isOrdered: false },
  {
    field: 'documentId',
    values: [documentOf(0), documentOf(50), documentOf(119), 'absent'],
    isOrdered: true,
  },
];

function pick<T>(values: readonly T[], random: Random): T {
  return values[Math.floor(random() * values.length)] as T;
}

/** None to three of what `make` makes. */
function upToThree<T>(make: () => T, random: Random): readonly T[] {
  return Array.from({ length: pick([0, 1, 2, 3], random) }, make);
}

/** Any filter, at most `depth` conjunctions, disjunctions and negations deep. */
function anyFilter(random: Random, depth = 4): Filter {
  const inner = () => anyFilter(random, depth - 1);
  const form = depth === 0 ? 'comparison' : pick(['comparison', 'and', 'or', 'not'] as const, random);
  if (form === 'and') return { and: upToThree(inner, random) };
  if (form === 'or') return { or: upToThree(inner, random) };
  if (form === 'not') return { not: inner() };
  const { field, values, isOrdered } = pick(comparisons, random);
  const value = () => pick(values, random);
  const op = pick(isOrdered ? (['eq', 'in', 'gte', 'lte'] as const) : (['eq', 'in'] as const), random);
  return op === 'in' ? { field, op, value: upToThree(value, random) } : { field, op, value: value() };
}

async function fill(index: SearchIndex): Promise<void> {
  await index.write(
    catalogue.map((metadata, ordinal) =>
      write({ documentId: documentOf(ordinal), ordinal, content: 'apple', metadata }, [
        randomVector(ordinal),
      ]),
    ),
  );
}

const ordinalsOf = (hits: readonly EngineHit[]) =>
  hits.map((hit) => Number(hit.chunkId.split('.').at(-1))).toSorted((left, right) => left - right);
const expected = (filter: Filter) =>
  [...visible.keys()].filter((ordinal) => holds(filter, visible[ordinal] as Metadata));

export const filteringTests: EngineTests = {
  'a filter lets through exactly the chunks it holds for': async (fixture) => {
    const { index } = fixture;
    await fill(index);
    const random = seededRandom(7);
    for (let run = 0; run < 200; run++) {
      const filter = anyFilter(random);
      for (const search of legsOf(fixture)) {
        const hits = await search({ limit: 1000, filter });
        assertSame(ordinalsOf(hits), expected(filter), JSON.stringify(filter));
      }
    }
  },

  'a filtered search returns the best of what passes, and fills its limit': async ({ index }) => {
    await fill(index);
    const filters: Filter[] = [
      { field: 'topic', op: 'eq', value: 'law' },
      { field: 'year', op: 'gte', value: 1003 },
      {
        and: [
          { field: 'topic', op: 'eq', value: 'art' },
          { field: 'tags', op: 'eq', value: 'red' },
        ],
      },
      { not: { field: 'topic', op: 'in', value: topics } },
      { field: 'documentId', op: 'in', value: [documentOf(3), documentOf(100)] },
    ];
    for (const filter of filters) {
      const all = await index.vectors.search({ vector: axis(0), limit: 1000 });
      const passing = new Set(expected(filter));
      const best = all.filter((hit) => passing.has(ordinalsOf([hit])[0] as number)).slice(0, 5);
      assertSame(
        (await index.vectors.search({ vector: axis(0), limit: 5, filter })).map((hit) => hit.chunkId),
        best.map((hit) => hit.chunkId),
      );
    }
  },

  'a filter does not change the scores': async ({ index }) => {
    await fill(index);
    const query = { text: 'apple', language: 'en', limit: 1000 };
    const scores = new Map((await index.keywords.search(query)).map((hit) => [hit.chunkId, hit.score]));
    for (const hit of await index.keywords.search({
      ...query,
      filter: { field: 'reviewed', op: 'eq', value: true },
    })) {
      assertNear(hit.score, scores.get(hit.chunkId) as number, 6);
    }
  },

  'fields may be declared when an index is opened again, and what a chunk holds of another type is not found':
    async ({ engine, index }) => {
      const levels = [1, 2, 'high', true, ['2'], '2'] as const;
      await index.write(levels.map((level, ordinal) => write({ ordinal, metadata: { level } })));
      const search = async (type: FieldType, filter: Filter) => {
        const opened = await engine.open({ ...spec, fields: { level: type } });
        return ordinalsOf(await opened.vectors.search({ vector: axis(0), limit: 10, filter }));
      };
      assertSame(await search('number', { field: 'level', op: 'gte', value: 2 }), [1]);
      assertSame(await search('boolean', { field: 'level', op: 'eq', value: true }), [3]);
      assertSame(await search('string', { field: 'level', op: 'gte', value: 'a' }), [2]);
    },

  'a filter on an undeclared field, or with a value of another type, is filter_invalid': async (fixture) => {
    const unusable: Filter[] = [
      { field: 'unknown', op: 'eq', value: 'x' },
      { field: 'constructor', op: 'eq', value: 'x' },
      { field: `topic' or '1'='1`, op: 'eq', value: 'x' },
      { and: [{ or: [{ field: 'unknown', op: 'in', value: [] }] }] },
      { field: 'year', op: 'eq', value: '2000' },
      { field: 'year', op: 'lte', value: Number.NaN },
      { field: 'topic', op: 'in', value: ['art', 3] },
      { field: 'published', op: 'gte', value: 'yesterday' },
      { field: 'published', op: 'gte', value: '2024-31-01' },
      { field: 'published', op: 'in', value: ['2020-06-15', '15.06.2020'] },
      { field: 'reviewed', op: 'gte', value: true },
      { field: 'tags', op: 'lte', value: 'new' },
      { field: 'documentId', op: 'in', value: [7] },
      { not: { field: 'unknown', op: 'eq', value: 'x' } },
      { field: 'topic', op: 'like' as 'eq', value: 'x' },
      { and: [], not: { and: [] } },
      { field: 'year', op: 'eq', value: 2000, or: [] },
    ];
    for (const filter of unusable) {
      for (const search of legsOf(fixture))
        assert.equal(await refusalOf(search({ limit: 5, filter })), 'filter_invalid', JSON.stringify(filter));
    }
  },

  'a list of ten thousand values is as good as a short one; more than an index takes is filter_invalid':
    async ({ index }) => {
      await fill(index);
      const others = Array.from({ length: 10_000 }, (_, at) => `somewhere else ${at}`);
      const filter: Filter = { field: 'documentId', op: 'in', value: [...others, documentOf(20)] };
      const hits = await index.vectors.search({ vector: axis(0), limit: 1000, filter });
      assertSame(ordinalsOf(hits), expected(filter));
      const tooMany: Filter = { field: 'documentId', op: 'in', value: Array<string>(1_000_000).fill('x') };
      await assert.rejects(index.vectors.search({ vector: axis(0), limit: 5, filter: tooMany }), {
        code: 'filter_invalid',
      });
    },

  'a filter nested without end is filter_invalid': async ({ index }) => {
    let filter: Filter = { field: 'topic', op: 'eq', value: 'art' };
    for (let depth = 0; depth < 100_000; depth++) filter = { not: filter };
    await assert.rejects(index.vectors.search({ vector: axis(0), limit: 5, filter }), {
      code: 'filter_invalid',
    });
  },

  'hostile filter values match nothing and break nothing': async (fixture) => {
    const { index } = fixture;
    await fill(index);
    for (const value of [`' or 1=1 --`, '"}', '$gt', '%', '\\', '{{topic}}', 'a'.repeat(10_000)]) {
      const filter: Filter = { field: 'topic', op: 'eq', value };
      for (const search of legsOf(fixture)) assertSame(await search({ limit: 5, filter }), []);
    }
    assert.equal(await index.count(), chunkCount);
  },
};
