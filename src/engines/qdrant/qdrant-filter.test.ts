import type { Schemas } from '@qdrant/js-client-rest';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Metadata } from '../../contracts/chunk.ts';
import type { FieldTypes, Filter, FilterScalar } from '../../contracts/engine.ts';
import { compileFilter, filterPayload } from './qdrant-filter.ts';

const fields: FieldTypes = {
  topic: 'string',
  'odd "name".x': 'list',
  year: 'number',
  done: 'boolean',
  at: 'date',
};

const texts = ['', 'law', 'x-law', 'Ärzte', '2020'];
const numbers = [-20, -0.5, 0, 7, 998.5, 1e21, Number.MAX_VALUE];
const dates = [
  '2019-12-31',
  '2020',
  '2020-01-01',
  '2020-06',
  '2020-06-15',
  '2020-06-15T09:30Z',
  '2020-06-15 12:00',
  '2024-02-29',
];
const wantedDates = ['2019', '2020', '2020-02', '2020-06', '2020-06-14', '2020-06-15', '2024', '2024-02-29'];

const anyValue = fc.oneof(
  fc.constantFrom<Metadata[string]>(...texts, ...numbers, ...dates, true, false),
  fc.array(fc.constantFrom(...texts, ...dates), { maxLength: 3 }),
);
const metadata: fc.Arbitrary<Metadata> = fc.dictionary(fc.constantFrom(...Object.keys(fields)), anyValue, {
  noNullPrototype: true,
});

const comparison = (field: string, values: readonly FilterScalar[], ops: readonly ('gte' | 'lte')[]) =>
  fc.oneof(
    fc.record({
      field: fc.constant(field),
      op: fc.constantFrom('eq', ...ops),
      value: fc.constantFrom(...values),
    }),
    fc.record({
      field: fc.constant(field),
      op: fc.constant('in' as const),
      value: fc.array(fc.constantFrom(...values), { maxLength: 3 }),
    }),
  ) as fc.Arbitrary<Filter>;

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4 },
    comparison('documentId', ['a', 'b'], []),
    comparison('topic', texts, []),
    comparison('odd "name".x', texts, []),
    comparison('year', [...numbers, Infinity, -Infinity], ['gte', 'lte']),
    comparison('done', [true, false], []),
    comparison('at', wantedDates, ['gte', 'lte']),
    fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));

test('a filter lets through in Qdrant what its contract says', () => {
  fc.assert(
    fc.property(filter, metadata, fc.constantFrom('a', 'b'), (one, held, documentId) => {
      const compiled = compileFilter(one, fields);
      const payload = { document_id: documentId, filter: filterPayload(held) };
      const passes = typeof compiled === 'object' ? holdsInQdrant(compiled, payload) : compiled === 'all';
      expect(compiled).toBeDefined();
      expect(passes).toBe(holds(one, { ...held, documentId }));
    }),
    { numRuns: 3000 },
  );
});

test.each<[string, Filter]>([
  ['texts have no order', { field: 'topic', op: 'gte', value: 'law' }],
  ['document ids have none either', { field: 'documentId', op: 'lte', value: 'a' }],
  ['no time of day', { field: 'at', op: 'eq', value: '2020-06-15T09' }],
  ['no text that is not well formed', { field: 'topic', op: 'eq', value: '\ud800' }],
  [
    'no thousands of numbers',
    { field: 'year', op: 'in', value: Array.from({ length: 5000 }, (_, at) => at) },
  ],
  ['what a part cannot hold the whole cannot', { and: [{ not: { field: 'topic', op: 'lte', value: 'a' } }] }],
  ['what nobody declared', { field: 'unknown', op: 'eq', value: 'a' }],
])('Qdrant cannot hold: %s', (_, one) => {
  expect(compileFilter(one, fields)).toBeUndefined();
});

test('ten thousand documents are one condition', () => {
  const value = Array.from({ length: 10_000 }, (_, at) => `document ${at}`);
  expect(compileFilter({ field: 'documentId', op: 'in', value }, fields)).toEqual({
    key: 'document_id',
    match: { any: value },
  });
});

test('a filter nested without end is not read to its end', () => {
  let one: Filter = { field: 'topic', op: 'eq', value: 'law' };
  for (let depth = 0; depth < 100_000; depth++) one = { not: one };
  expect(compileFilter(one, fields)).toBeUndefined();
});

/** What `Filter` says. */
function holds(one: Filter, held: Metadata): boolean {
  if ('and' in one) return one.and.every((part) => holds(part, held));
  if ('or' in one) return one.or.some((part) => holds(part, held));
  if ('not' in one) return !holds(one.not, held);
  const type = fields[one.field] ?? 'string';
  const stored = held[one.field];
  const values = stored === undefined ? [] : typeof stored === 'object' ? stored : [stored];
  const wanted: readonly FilterScalar[] = one.op === 'in' ? one.value : [one.value];
  return values.some((value) =>
    wanted.some((other) => {
      if (typeof value !== typeof other) return false;
      // A text that is no date is of another type than the field.
      if (type === 'date' && !/^\d{4}(-\d{2}(-\d{2}([T ].*)?)?)?$/.test(String(value))) return false;
      if (type === 'date' && one.op !== 'gte' && String(value).startsWith(String(other))) return true;
      if (one.op === 'gte') return value >= other;
      return one.op === 'lte' ? value <= other : value === other;
    }),
  );
}

/** What Qdrant's documentation says of the conditions that are used here. */
function holdsInQdrant(condition: Schemas['Condition'], payload: unknown): boolean {
  if ('key' in condition) {
    const values = [valueAt(payload, condition.key)].flat().filter((value) => value !== undefined);
    const { match, range } = condition;
    if (match && 'value' in match) return values.includes(match.value as string);
    if (match && 'any' in match) return values.some((value) => (match.any as unknown[]).includes(value));
    const { gte = -Infinity, lte = Infinity } = range as { gte?: number; lte?: number };
    return values.some((value) => typeof value === 'number' && value >= gte && value <= lte);
  }
  const { must, should, must_not } = condition as Record<string, Schemas['Condition'][] | undefined>;
  return (
    (must ?? []).every((one) => holdsInQdrant(one, payload)) &&
    (!should?.length || should.some((one) => holdsInQdrant(one, payload))) &&
    !(must_not ?? []).some((one) => holdsInQdrant(one, payload))
  );
}

function valueAt(payload: unknown, path: string): unknown {
  // The paths that are used here are plain keys.
  expect(path).toMatch(/^[\w-]+(\.[\w-]+)*$/);
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], payload);
}
