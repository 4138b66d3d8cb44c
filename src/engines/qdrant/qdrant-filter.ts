import type { Schemas } from '@qdrant/js-client-rest';
import type { Metadata } from '../../contracts/chunk.ts';
import type { FieldType, FieldTypes, Filter, FilterScalar } from '../../contracts/engine.ts';
import { ownValue } from '../../values/own-value.ts';
import { documentIdField } from '../check-input.ts';

/*
 * Metadata is kept in the payload a second time, by the type of its values, since indexes of one Qdrant collection may
 * declare a field differently: `filter.texts.topic`, `filter.numbers.year`, `filter.flags.reviewed`, and
 * `filter.days.published`, which is the day of a date as a number in the order of days, 20260131.
 */

/** The metadata of a chunk as filters look at it. */
export interface FilterPayload {
  readonly texts: Readonly<Record<string, readonly string[]>>;
  readonly numbers: Readonly<Record<string, number>>;
  readonly flags: Readonly<Record<string, boolean>>;
  readonly days: Readonly<Record<string, readonly number[]>>;
}

/** See {@link FilterPayload}. */
export function filterPayload(metadata: Metadata): FilterPayload {
  const texts: Record<string, readonly string[]> = {};
  const numbers: Record<string, number> = {};
  const flags: Record<string, boolean> = {};
  const days: Record<string, readonly number[]> = {};
  for (const [name, value] of Object.entries(metadata)) {
    const key = keyOf(name);
    if (typeof value === 'number') {
      if (Number.isFinite(value)) numbers[key] = value;
    } else if (typeof value === 'boolean') flags[key] = value;
    else if (typeof value === 'string' || Array.isArray(value)) {
      const held = typeof value === 'string' ? [value] : value;
      texts[key] = held.map((text) => text.toWellFormed());
      const known = held.map(dayNumber).filter((day) => day !== undefined);
      if (known.length > 0) days[key] = known;
    }
  }
  return { texts, numbers, flags, days };
}

/** The payload index of a declared field: its path and its type. */
export function fieldIndex(
  name: string,
  type: FieldType,
): { path: string; schema: Schemas['PayloadSchemaType'] } {
  const { group, schema } = storedAs[type];
  return { path: pathOf(group, name), schema };
}

const storedAs: Readonly<
  Record<FieldType, { readonly group: keyof FilterPayload; readonly schema: Schemas['PayloadSchemaType'] }>
> = {
  string: { group: 'texts', schema: 'keyword' },
  list: { group: 'texts', schema: 'keyword' },
  number: { group: 'numbers', schema: 'float' },
  boolean: { group: 'flags', schema: 'bool' },
  // As a float: integers have one index more, for equality, which dates do not need.
  date: { group: 'days', schema: 'float' },
};

const pathOf = (group: keyof FilterPayload, name: string) => `filter.${group}.${keyOf(name)}`;

/** A name as a key that needs no quotes in a path; others are hexadecimal, after a mark that no plain name has. */
function keyOf(name: string): string {
  if (/^(?!x-)[A-Za-z0-9_-]+$/.test(name)) return name;
  return `x-${Buffer.from(name.toWellFormed()).toString('hex')}`;
}

/** What a filter comes to in Qdrant: a condition, or what needs none. */
export type CompiledFilter = Schemas['Condition'] | 'all' | 'none';

/** Deepest filter that is read; the core refuses such ones before. */
const maxDepth = 40;

/**
 * Most numbers in one `in`: each is a condition of its own, since Qdrant compares lists of texts and whole numbers
 * only. Lists of texts have no limit here.
 */
const maxNumbers = 256;

/**
 * A filter in Qdrant's words; undefined where they cannot say exactly the same: the order of texts, dates with a time
 * of day, very many numbers.
 * @example compileFilter({ field: 'year', op: 'gte', value: 2020 }, { year: 'number' })
 * // { key: 'filter.numbers.year', range: { gte: 2020 } }
 */
export function compileFilter(filter: Filter, fields: FieldTypes, depth = 0): CompiledFilter | undefined {
  if (depth > maxDepth) return undefined;
  if ('and' in filter || 'or' in filter) {
    const [parts, neutral, decisive, clause] =
      'and' in filter
        ? ([filter.and, 'all', 'none', 'must'] as const)
        : ([filter.or, 'none', 'all', 'should'] as const);
    const compiled = parts.map((part) => compileFilter(part, fields, depth + 1));
    if (compiled.includes(undefined)) return undefined;
    if (compiled.includes(decisive)) return decisive;
    const conditions = compiled.filter((one) => typeof one === 'object');
    if (conditions.length === 0) return neutral;
    return conditions.length === 1 ? conditions[0] : { [clause]: conditions };
  }
  if ('not' in filter) {
    const inner = compileFilter(filter.not, fields, depth + 1);
    if (typeof inner !== 'object') return inner && (inner === 'all' ? 'none' : 'all');
    return { must_not: [inner] };
  }
  return compileComparison(filter, fields);
}

type Comparison = Extract<Filter, { readonly field: string }>;

function compileComparison(comparison: Comparison, fields: FieldTypes): CompiledFilter | undefined {
  const { field, op } = comparison;
  const values = op === 'in' ? comparison.value : [comparison.value];
  if (values.length === 0) return 'none';
  if (field === documentIdField) return isOrder(op) ? undefined : textCondition('document_id', values);
  const type = ownValue(fields, field);
  if (type === undefined) return undefined;
  const { path } = fieldIndex(field, type);
  switch (type) {
    case 'string':
    case 'list':
      return isOrder(op) ? undefined : textCondition(path, values);
    case 'boolean':
      return anyOf(values.map((value) => ({ key: path, match: { value: value as boolean } })));
    case 'number':
      if (values.length > maxNumbers) return undefined;
      return anyOf(values.map((value) => numberCondition(path, op, value as number)));
    case 'date':
      return values.length > maxNumbers ? undefined : dateCondition(path, op, values);
    default:
      return undefined;
  }
}

const isOrder = (op: Comparison['op']) => op === 'gte' || op === 'lte';

function textCondition(key: string, values: readonly FilterScalar[]): CompiledFilter | undefined {
  const texts = values as readonly string[];
  // Qdrant keeps text that is well formed: what is not would pass for another.
  if (!texts.every((text) => text.isWellFormed())) return undefined;
  const [first] = texts;
  return { key, match: texts.length === 1 ? { value: first as string } : { any: [...texts] } };
}

function numberCondition(key: string, op: Comparison['op'], value: number): CompiledFilter {
  if (op === 'gte' || op === 'lte') {
    // No number that is stored is infinite.
    if (Number.isFinite(value)) return { key, range: { [op]: value } };
    const isBeyondAll = value > 0 === (op === 'gte');
    return isBeyondAll ? 'none' : { key, range: { [op]: Math.sign(value) * Number.MAX_VALUE } };
  }
  return Number.isFinite(value) ? { key, range: { gte: value, lte: value } } : 'none';
}

function dateCondition(
  key: string,
  op: Comparison['op'],
  values: readonly FilterScalar[],
): CompiledFilter | undefined {
  const spans = values.map((value) => daysWithin(value as string));
  if (!spans.every((span) => span !== undefined)) return undefined;
  return anyOf(
    spans.map(({ first, last }) => ({
      key,
      range: { ...(op !== 'lte' && { gte: first }), ...(op !== 'gte' && { lte: last }) },
    })),
  );
}

function anyOf(conditions: readonly CompiledFilter[]): CompiledFilter {
  const possible = conditions.filter((one) => typeof one === 'object');
  if (possible.length === 0) return 'none';
  return possible.length === 1 ? (possible[0] as CompiledFilter) : { should: possible };
}

/** A year, a month or a day; of a day also with a time behind it. */
const dateForm = /^(\d{4})(?:-(\d{2})(?:-(\d{2})([T ].*)?)?)?$/s;

/** The day of a date as a number; 0 stands for a month or a day that it does not name. Undefined for other texts. */
function dayNumber(text: string): number | undefined {
  const parts = dateForm.exec(text);
  if (!parts) return undefined;
  const [, year, month = '00', day = '00'] = parts;
  return Number(`${year}${month}${day}`);
}

/**
 * The day numbers of the dates that begin with a year, a month or a day, first and last; undefined for one with a time.
 * Dates are compared as text, and up to the day the order of their numbers is that of the texts.
 */
function daysWithin(text: string): { readonly first: number; readonly last: number } | undefined {
  const parts = dateForm.exec(text);
  if (!parts || parts[4] !== undefined) return undefined;
  const [, year, month, day] = parts;
  return {
    first: Number(`${year}${month ?? '00'}${day ?? '00'}`),
    last: Number(`${year}${month ?? '99'}${day ?? '99'}`),
  };
}
