import type { FieldType, FieldTypes, Filter, FilterScalar } from '../contracts/engine.ts';
import { FootnoteError } from '../errors.ts';
import { hasCalendarDay } from '../values/iso-time.ts';
import { ownValue } from '../values/own-value.ts';

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
export const scalarOf: Readonly<Record<FieldType, string>> = {
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
