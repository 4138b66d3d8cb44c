import { expect, test } from 'vitest';
import type { FieldTypes, Filter } from '../../contracts/engine.ts';
import {
  cypherFilter,
  isCypherFilter,
  isExactInCypher,
  listProperty,
  metadataProperty,
} from './cypher-filter.ts';

const fields: FieldTypes = { topic: 'string', year: 'number', published: 'date', tags: 'list' };

test.each<[Filter, string, Record<string, unknown>]>([
  [{ field: 'year', op: 'gte', value: 3 }, 'chunk.`meta_year` >= $filter0', { filter0: 3 }],
  [
    { field: 'documentId', op: 'in', value: ['a', 'b'] },
    'chunk.document_id IN $filter0',
    { filter0: ['a', 'b'] },
  ],
  [
    { field: 'topic', op: 'eq', value: 'art' },
    '(chunk.`meta_topic` = $filter0 OR $filter1 IN chunk.`list_topic`)',
    { filter0: 'art', filter1: 'art' },
  ],
  [
    { field: 'published', op: 'lte', value: '2020-06' },
    '(chunk.`meta_published` <= $filter0 OR chunk.`meta_published` STARTS WITH $filter0)',
    { filter0: '2020-06' },
  ],
  // What is missing is null, which a negation would keep.
  [
    { not: { field: 'year', op: 'eq', value: 3 } },
    'NOT coalesce(chunk.`meta_year` = $filter0, false)',
    { filter0: 3 },
  ],
  [{ and: [] }, 'true', {}],
  [{ or: [] }, 'false', {}],
  [
    { or: [{ field: 'year', op: 'lte', value: 1 }, { and: [{ field: 'year', op: 'gte', value: 9 }] }] },
    '(chunk.`meta_year` <= $filter0 OR chunk.`meta_year` >= $filter1)',
    { filter0: 1, filter1: 9 },
  ],
  [
    {
      or: [
        { field: 'year', op: 'eq', value: 1 },
        { field: 'year', op: 'gte', value: 9 },
        { field: 'year', op: 'in', value: [2, 3] },
        { field: 'documentId', op: 'in', value: [] },
      ],
    },
    '(chunk.`meta_year` IN $filter0 OR false OR chunk.`meta_year` >= $filter1)',
    { filter0: [1, 2, 3], filter1: 9 },
  ],
])('%j', (filter, text, parameters) => {
  expect(cypherFilter(filter, fields)).toEqual({ text, parameters });
});

const hostile = ['a`b', 'a\\u0060b', 'a b', 'ü', '$60$', '', 'a}) DETACH DELETE n //', '\ud800'];

test.each(hostile)('the property of the field %j needs no escaping', (field) => {
  expect(metadataProperty(field)).toMatch(/^meta_[A-Za-z0-9_$]*$/);
  expect(listProperty(field)).toMatch(/^list_[A-Za-z0-9_$]*$/);
});

test('no two fields share a property', () => {
  const names = [...hostile, 'a', 'b', 'a_b', 'a$60$b', '60', '$', '$$'];
  expect(new Set(names.map(metadataProperty)).size).toBe(names.length);
});

test('no value stands in the text of a condition', () => {
  const filter: Filter = { field: 'topic', op: 'in', value: [`'}) DETACH DELETE n //`] };
  expect(cypherFilter({ not: { or: [filter, filter] } }, fields).text).not.toContain('DELETE');
});

test('texts beside which code points and code units are ordered otherwise are left to the core', () => {
  expect(isExactInCypher({ field: 'topic', op: 'gte', value: 'Ärzte' })).toBe(true);
  expect(isExactInCypher({ field: 'topic', op: 'gte', value: '\uffe6' })).toBe(false);
  expect(isExactInCypher({ field: 'topic', op: 'eq', value: '👍' })).toBe(true);
  expect(isExactInCypher({ not: { and: [{ field: 'topic', op: 'lte', value: '👍' }] } })).toBe(false);
  expect(isExactInCypher({ field: 'topic', op: 'in', value: ['a', '\ud83d'] })).toBe(false);
});

test('a filter that takes Neo4j seconds to plan is left to the core, but for values of one field', () => {
  const years = Array.from({ length: 3000 }, (_, year): Filter => ({ field: 'year', op: 'eq', value: year }));
  expect(isCypherFilter({ or: years })).toBe(true);
  expect(isCypherFilter({ and: years.slice(0, 32) })).toBe(true);
  expect(isCypherFilter({ not: { and: years.slice(0, 33) } })).toBe(false);
});
