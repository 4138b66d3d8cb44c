import * as fc from 'fast-check';
import type { Metadata } from '../../contracts/chunk.ts';
import type { FieldTypes, Filter, FilterScalar } from '../../contracts/engine.ts';

/** Fields of every type; `title` has the name of a key of the engine's own. */
export const fields: FieldTypes = {
  topic: 'string',
  year: 'number',
  reviewed: 'boolean',
  published: 'date',
  tags: 'list',
  title: 'string',
};

const texts = ['art', 'Art', '', 'a\0b', `x' or 1=1 --`, 'Ärzte'];
const numbers = [-20, -3, 0, 0.1, 1, 1.5, 2, 2 ** 53, 2 ** 60, 2 ** 63, -(2 ** 63), 1e300, 5e-324];
const days = ['2019-12-31', '2020-01-01', '2020-06-15', '2024-02-29'];
const dates = [...days, '2020', '2020-06', '2024-02', '9999', '0000'];
const storedDates = [
  ...dates,
  '2020-06-15T09:30Z',
  '2020-06-15 at noon',
  '2020-06-31',
  '2020-13',
  '2020-6-1',
  '2020ff',
  '2020-06-32',
];

const lists = fc.array(fc.constantFrom(...texts), { maxLength: 3 });

/** Metadata with fields missing here and there, and some of another type than declared. */
export const anyMetadata: fc.Arbitrary<Metadata> = fc.record(
  {
    topic: fc.oneof(fc.constantFrom(...texts), fc.constantFrom<FilterScalar[]>(1, true)),
    year: fc.oneof(fc.constantFrom(...numbers), fc.constantFrom<FilterScalar[]>('1', true)),
    reviewed: fc.oneof(fc.boolean(), fc.constantFrom<FilterScalar[]>('true', 1)),
    published: fc.oneof(fc.constantFrom(...storedDates), fc.constantFrom<FilterScalar[]>(2020, true)),
    tags: fc.oneof(lists, fc.constantFrom<FilterScalar[]>(1, true)),
    title: fc.constantFrom(...texts),
  },
  { requiredKeys: [] },
);

export const documentIds = ['a', 'a.1', 'A', 'a%', `b'`];

const compared: readonly { field: string; values: readonly FilterScalar[]; isOrdered: boolean }[] = [
  { field: 'topic', values: [...texts, 'absent', 'a\ud800'], isOrdered: true },
  {
    field: 'year',
    values: [...numbers, -100, 0.5, 3, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    isOrdered: true,
  },
  { field: 'reviewed', values: [true, false], isOrdered: false },
  { field: 'published', values: [...dates, '2020-06-14', '2020-06-15T09', '2023'], isOrdered: true },
  { field: 'tags', values: [...texts, 'absent'], isOrdered: false },
  { field: 'title', values: texts, isOrdered: false },
  { field: 'documentId', values: [...documentIds, 'absent'], isOrdered: true },
];

const comparison: fc.Arbitrary<Filter> = fc
  .constantFrom(...compared)
  .chain(({ field, values, isOrdered }) => {
    const value = fc.constantFrom(...values);
    const single = fc.constantFrom(...(isOrdered ? (['eq', 'gte', 'lte'] as const) : (['eq'] as const)));
    return fc.oneof(
      fc.record({ field: fc.constant(field), op: single, value }),
      fc.record({
        field: fc.constant(field),
        op: fc.constant('in' as const),
        value: fc.array(value, { maxLength: 4 }),
      }),
    );
  });

/** Any valid filter over {@link fields}. */
export const anyFilter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    comparison,
    fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
})).filter;

/** The contract's meaning of a filter, said as plainly as can be. */
export function holds(filter: Filter, documentId: string, metadata: Metadata): boolean {
  if ('and' in filter) return filter.and.every((part) => holds(part, documentId, metadata));
  if ('or' in filter) return filter.or.some((part) => holds(part, documentId, metadata));
  if ('not' in filter) return !holds(filter.not, documentId, metadata);
  const { field, op } = filter;
  const stored = field === 'documentId' ? documentId : metadata[field];
  const held = stored === undefined ? [] : typeof stored === 'object' ? stored : [stored];
  const wanted = op === 'in' ? filter.value : [filter.value];
  const isDate = fields[field] === 'date';
  return held.some((value) =>
    wanted.some((other) => {
      if (typeof value !== typeof other) return false;
      if (isDate && String(value).startsWith(String(other))) return true;
      if (op === 'gte') return value >= other;
      return op === 'lte' ? value <= other : !isDate && value === other;
    }),
  );
}
