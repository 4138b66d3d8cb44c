import { types } from 'node:util';
import type {
  ChunkSelector,
  ChunkWrite,
  FieldType,
  FieldTypes,
  Filter,
  FilterScalar,
  IndexSpec,
  KeywordQuery,
  VectorQuery,
  VectorWrite,
} from '../contracts/engine.ts';
import { FootnoteError } from '../errors.ts';
import { hasCalendarDay } from '../values/iso-time.ts';
import { ownValue } from '../values/own-value.ts';
import {
  requireList,
  requireNumber,
  requireObject,
  requireOneOf,
  requireText,
  requireTexts,
  unusable,
} from '../values/require-arguments.ts';

const indexIdPattern = /^[a-z0-9_-]{1,64}$/;
const maxDimension = 65_536;

/** Most hits that one search may ask for. */
const maxLimit = 1000;

/** Refuses an index that no engine could make. Errors: `request_invalid`. */
export function checkSpec(spec: IndexSpec): void {
  requireObject('spec', spec);
  requireText('id', spec.id);
  requireObject('fields', spec.fields);
  if (!indexIdPattern.test(spec.id)) {
    throw unusable('id', `"${spec.id}" is not 1–64 characters of a-z, 0-9, _ and -`);
  }
  if (!Number.isInteger(spec.dimension) || spec.dimension < 1 || spec.dimension > maxDimension) {
    throw unusable('dimension', `${spec.dimension} is not a whole number in 1–${maxDimension}`);
  }
  if (Object.hasOwn(spec.fields, documentIdField)) {
    throw unusable('fields', `every index has the field "${documentIdField}" already`);
  }
  for (const [name, type] of Object.entries(spec.fields))
    requireOneOf(`fields.${name}`, type, Object.keys(scalarOf));
}

/** Refuses a limit that is not a whole number in 1–{@link maxLimit}. Errors: `request_invalid`. */
export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw unusable('limit', `${limit} is not a whole number in 1–${maxLimit}`);
  }
}

/** Refuses a question to the vector leg that plain JavaScript has left something out of. Errors: `request_invalid`. */
export function checkVectorQuery(query: VectorQuery): void {
  requireObject('query', query);
  requireObject('vector', query.vector);
  checkLimit(query.limit);
}

/** Most terms beside those of a text, and what a field counts for at most. */
const maxExpansions = 100;
const maxBoost = 10;

/** The same for one to the keyword leg, whose expansions and boosts have limits. */
export function checkKeywordQuery(query: KeywordQuery): void {
  requireObject('query', query);
  const { text, language, phrases = [], expansions = [], boosts = {}, limit } = query;
  requireText('text', text);
  requireText('language', language);
  requireTexts('phrases', phrases);
  requireList('expansions', expansions);
  requireObject('boosts', boosts);
  checkLimit(limit);
  if (expansions.length > maxExpansions)
    throw unusable('expansions', `${expansions.length} are more than the limit of ${maxExpansions}`);
  for (const { weight } of expansions)
    if (!(weight > 0 && weight <= 1)) throw unusable('expansions', `the weight ${weight} is not in (0, 1]`);
  for (const field of ['title', 'headingPath'] as const)
    requireNumber(`boosts.${field}`, boosts[field] ?? 0, 0, maxBoost);
}

/** Refuses selectors that name no document. Errors: `request_invalid`. */
export function checkSelectors(selectors: readonly ChunkSelector[]): void {
  requireList('selectors', selectors);
  for (const [at, selector] of selectors.entries()) {
    requireObject(`selectors.${at}`, selector);
    requireText(`selectors.${at}.documentId`, selector.documentId);
  }
}

/** Refuses an edit distance that is neither 1 nor 2. Errors: `request_invalid`. */
export function checkEdits(maxEdits: number): void {
  if (maxEdits === 1 || maxEdits === 2) return;
  throw unusable('maxEdits', `${maxEdits} is neither 1 nor 2`);
}

const textsOfChunk = ['id', 'documentId', 'content', 'title', 'language'] as const;
const numbersOfChunk = ['version', 'ordinal', 'start', 'end', 'tokens'] as const;

/** Refuses chunks that plain JavaScript has left something out of, naming it. Errors: `request_invalid`. */
export function checkWrites(batch: readonly ChunkWrite[]): void {
  requireList('batch', batch);
  for (const [at, write] of batch.entries()) {
    const place = `batch.${at}`;
    requireObject(place, write);
    requireObject(`${place}.chunk`, write.chunk);
    const { chunk, vectors } = write;
    for (const name of textsOfChunk) requireText(`${place}.chunk.${name}`, chunk[name]);
    for (const name of numbersOfChunk) {
      if (!Number.isSafeInteger(chunk[name]) || chunk[name] < 0)
        throw unusable(`${place}.chunk.${name}`, 'it must be a whole number, 0 or more');
    }
    requireTexts(`${place}.chunk.headingPath`, chunk.headingPath);
    if (chunk.page !== undefined && !Number.isSafeInteger(chunk.page))
      throw unusable(`${place}.chunk.page`, 'it must be a whole number');
    requireObject(`${place}.chunk.metadata`, chunk.metadata);
    for (const name in chunk.metadata) {
      if (isMetadataValue(chunk.metadata[name])) continue;
      const problem = 'it must be a string, a number, true or false, or a list of strings';
      throw unusable(`${place}.chunk.metadata.${name}`, problem);
    }
    requireVectors(`${place}.vectors`, vectors);
  }
}

const scalars: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** What is undefined or null is as good as left out. */
function isMetadataValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry === 'string');
  return value === undefined || value === null || scalars.has(typeof value);
}

/** Refuses late vectors that plain JavaScript has left something out of, naming it. Errors: `request_invalid`. */
export function checkLateVectors(batch: readonly VectorWrite[]): void {
  requireList('batch', batch);
  for (const [at, write] of batch.entries()) {
    requireObject(`batch.${at}`, write);
    requireText(`batch.${at}.chunkId`, write.chunkId);
    requireVectors(`batch.${at}.vectors`, write.vectors);
  }
}

function requireVectors(field: string, vectors: readonly Float32Array[]): void {
  requireList(field, vectors);
  // Not by its class: some test runners give every file one of its own.
  const wrong = vectors.findIndex((vector) => !types.isFloat32Array(vector));
  if (wrong >= 0) throw unusable(`${field}.${wrong}`, 'it must be a Float32Array');
}

/** Refuses a vector that has no direction or another length. `subject` names whose it is. Errors: `vector_invalid`. */
export function checkVector(vector: Float32Array, dimension: number, subject: string): void {
  if (vector.length !== dimension) {
    throw new FootnoteError('vector_invalid', {
      subject,
      problem: `it has ${vector.length} numbers; the index takes ${dimension}`,
    });
  }
  let squares = 0;
  for (let at = 0; at < dimension; at++) squares += (vector[at] as number) * (vector[at] as number);
  if (!Number.isFinite(squares))
    throw new FootnoteError('vector_invalid', { subject, problem: 'it holds a number that is not finite' });
  if (squares === 0)
    throw new FootnoteError('vector_invalid', { subject, problem: 'it is zero, and so has no direction' });
}

/** The field that every index has without declaring it. */
export const documentIdField = 'documentId';

/** Deepest nesting of `and`, `or` and `not`, and most values in all lists of one filter together. */
const maxFilterDepth = 32;
const maxFilterValues = 100_000;

const orders: ReadonlySet<string> = new Set(['gte', 'lte']);
const operators: ReadonlySet<string> = new Set(['eq', 'in', ...orders]);

/**
 * Refuses a filter that names an undeclared field, compares a field with what it cannot hold, or is larger than
 * {@link maxFilterDepth} and {@link maxFilterValues}. Errors: `filter_invalid` with the declared fields.
 */
export function checkFilter(filter: Filter, fields: FieldTypes): void {
  const known: FieldTypes = { ...fields, [documentIdField]: 'string' };
  const values = countValues(filter, known, 0);
  if (values > maxFilterValues)
    throw invalid(`it lists ${values} values; the limit is ${maxFilterValues}`, known);
}

/** Checks a filter and returns how many values it lists. */
function countValues(filter: Filter, fields: FieldTypes, depth: number): number {
  if (depth > maxFilterDepth) throw invalid(`it is nested more than ${maxFilterDepth} levels deep`, fields);
  if (!hasShape(filter)) throw invalid(filterShape, fields);
  const parts = partsOf(filter);
  if (parts !== undefined) return parts.reduce((sum, part) => sum + countValues(part, fields, depth + 1), 0);
  return checkComparison(filter as Comparison, fields);
}

/** What a filter is told that has another shape. */
export const filterShape =
  'it must be {field, op, value} with op eq, in, gte or lte, or {and: [filters]}, {or: [filters]} or {not: filter}';

/**
 * Filters come from programs without types as well. One of several kinds at once is none: what is not read of it would
 * let through what it excludes. What a part of one is made of is checked with the part.
 */
function hasShape(filter: unknown): boolean {
  if (typeof filter !== 'object' || filter === null) return false;
  const { and, or, op, value } = filter as Readonly<Record<string, unknown>>;
  const names = Object.keys(filter).toSorted().join();
  if (names === 'field,op,value') return op !== 'in' || Array.isArray(value);
  return names === 'not' || (names === 'and' && Array.isArray(and)) || (names === 'or' && Array.isArray(or));
}

type Comparison = Extract<Filter, { readonly field: string }>;

/** What a filter joins or excludes; undefined for one that compares a field. */
function partsOf(filter: Filter): readonly Filter[] | undefined {
  if ('and' in filter) return filter.and;
  if ('or' in filter) return filter.or;
  return 'not' in filter ? [filter.not] : undefined;
}

function checkComparison({ field, op, value }: Comparison, fields: FieldTypes): number {
  const type = ownValue(fields, field);
  if (type === undefined) throw invalid(`there is no field "${field}"`, fields, field);
  if (!operators.has(op)) throw invalid(`there is no operator "${op}"`, fields);
  if (orders.has(op) && (type === 'boolean' || type === 'list'))
    throw invalid(`"${field}" holds a ${type}, which cannot be ordered by ${op}`, fields);
  const values: readonly FilterScalar[] = op === 'in' ? value : [value];
  for (const one of values) {
    const isHeld = typeof one === scalarOf[type] && !Number.isNaN(one);
    if (isHeld && (type !== 'date' || isDate(String(one)))) continue;
    const held = type === 'date' ? 'date like 2026-01-31' : type;
    throw invalid(`"${field}" holds a ${held} and cannot be compared with ${JSON.stringify(one)}`, fields);
  }
  return values.length;
}

/** Dates are compared as texts: one of another form, or of a month 31, would be before or behind them all. */
function isDate(text: string): boolean {
  return /^\d{4}(?:-\d{2}){0,2}(?:$|[T ])/.test(text) && hasCalendarDay(text);
}

/** What a value of each type of field is to JavaScript. */
const scalarOf: Readonly<Record<FieldType, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  list: 'string',
} satisfies Record<FieldType, 'string' | 'number' | 'boolean'>;

/** @param unknown the field that there is not */
function invalid(problem: string, fields: FieldTypes, unknown?: string): FootnoteError<'filter_invalid'> {
  const known = Object.entries(fields).map(([name, type]) => `${name} (${type})`);
  return new FootnoteError('filter_invalid', {
    problem,
    fields: known.join(', ') || 'none',
    ...(unknown !== undefined && { unknown }),
  });
}
