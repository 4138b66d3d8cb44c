import type { Metadata as Stored, Where } from 'chromadb';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Metadata } from '../../contracts/chunk.ts';
import type { Filter } from '../../contracts/engine.ts';
import { chromaCondition } from './chroma-filter.ts';
import { recordsOf } from './chroma-records.ts';
import { anyFilter, anyMetadata, documentIds, fields, holds } from './filters.test-support.ts';

/** What of a chunk is stored to be filtered by. */
function stored(documentId: string, metadata: Metadata): Stored {
  const chunk = { id: `${documentId}.1.0`, documentId, version: 1, ordinal: 0, start: 0, end: 1 };
  const text = { content: 'x', title: 'A title', headingPath: [], tokens: 1, language: 'en', metadata };
  const [record] = recordsOf({ chunk: { ...chunk, ...text }, vectors: [Float32Array.of(1)] });
  return record?.metadata as Stored;
}

/** What a server of version 1.5.9 makes of a condition: measured, and held against one by `chroma-live.test.ts`. */
function meets(where: Where, metadata: Stored): boolean {
  const [[key, expression], ...others] = Object.entries(where) as [[string, never], ...[string, never][]];
  if (others.length > 0) throw new RangeError('more than one operator');
  if (key === '$and' || key === '$or') {
    const parts = expression as Where[];
    if (parts.length < 2) throw new RangeError(`${key} of fewer than two`);
    const met = parts.map((part) => meets(part, metadata));
    return key === '$and' ? met.every(Boolean) : met.some(Boolean);
  }
  const [[operator, operand], ...more] = Object.entries(expression) as [[string, never], ...unknown[]];
  if (more.length > 0) throw new RangeError('more than one operator');
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  const list = operand as unknown as unknown[];
  const isAmong = (values: readonly unknown[]) => {
    if (values.length === 0 || new Set(values.map((one) => typeof one)).size > 1)
      throw new RangeError('Invalid where clause');
    return values.includes(value);
  };
  const contains = () => Array.isArray(value) && (value as unknown[]).includes(operand);
  const isOrdered = typeof value === 'number';
  // It is cut off where it is compared with whole ones, and 1 is no less than 1.5.
  if (typeof operand === 'number' && !Number.isSafeInteger(operand))
    throw new RangeError('not a whole number');
  switch (operator) {
    case '$eq':
      return value === operand;
    case '$ne':
      return value !== operand;
    case '$in':
      return isAmong(list);
    case '$nin':
      return !isAmong(list);
    case '$contains':
      return contains();
    case '$not_contains':
      return !contains();
    case '$gte':
      return isOrdered && value >= operand;
    case '$lte':
      return isOrdered && value <= operand;
    default:
      throw new RangeError(`no operator ${operator}`);
  }
}

test('a filter that Chroma is given holds for the same chunks there', () => {
  let given = 0;
  fc.assert(
    fc.property(anyFilter, fc.constantFrom(...documentIds), anyMetadata, (filter, documentId, metadata) => {
      const condition = chromaCondition(filter, fields);
      if (condition === undefined) return;
      given++;
      const isMet =
        typeof condition === 'boolean' ? condition : meets(condition, stored(documentId, metadata));
      expect(isMet).toBe(holds(filter, documentId, metadata));
    }),
    { numRuns: 5000 },
  );
  expect(given).toBeGreaterThan(1500);
});

const field = 'documentId';

test.each<[string, Filter]>([
  ['permissions', { field, op: 'in', value: Array.from({ length: 10_000 }, (_, at) => `document${at}`) }],
  ['what is not permitted', { not: { field, op: 'in', value: ['a', 'b'] } }],
  ['a text', { field: 'topic', op: 'eq', value: 'art' }],
  ['a list', { field: 'tags', op: 'in', value: ['red', 'blue'] }],
  ['the lack of an entry', { not: { field: 'tags', op: 'eq', value: 'red' } }],
  ['an order of numbers', { field: 'year', op: 'gte', value: 2020 }],
  ['a day', { field: 'published', op: 'eq', value: '2020-06-15' }],
  ['a month', { field: 'published', op: 'eq', value: '2020-06' }],
  ['a year and later', { field: 'published', op: 'gte', value: '2020' }],
])('Chroma is given %s', (_, filter) => {
  expect(chromaCondition(filter, fields)).toBeTypeOf('object');
});

test.each<[string, Filter]>([
  ['an order of texts', { field: 'topic', op: 'gte', value: 'art' }],
  ['a number that is not whole', { field: 'year', op: 'gte', value: 1.5 }],
  ['a number beyond all that are exact', { field: 'year', op: 'eq', value: 2 ** 63 }],
  ['the opposite of an order', { not: { field: 'year', op: 'gte', value: 1 } }],
  ['the opposite of a month', { not: { field: 'published', op: 'eq', value: '2020-06' } }],
  ['a time', { field: 'published', op: 'gte', value: '2020-06-15T09' }],
  ['a field named like a key of its own', { field: 'title', op: 'eq', value: 'art' }],
  ['a text that is not Unicode', { field: 'topic', op: 'eq', value: 'a\ud800' }],
  ['an undeclared field', { field: 'colour', op: 'eq', value: 'red' }],
  ['more values than its database takes', { field, op: 'in', value: Array.from({ length: 30_001 }, String) }],
  [
    'more comparisons than its database takes',
    { or: Array.from({ length: 201 }, (_, at) => ({ field: 'tags', op: 'eq' as const, value: `tag${at}` })) },
  ],
  ['a whole of which it cannot hold a part', { and: [{ field: 'topic', op: 'lte', value: 'b' }] }],
])('Chroma is not given %s', (_, filter) => {
  expect(chromaCondition(filter, fields)).toBeUndefined();
});
