import type { Where } from 'chromadb';
import type { FieldType, FieldTypes, Filter, FilterScalar } from '../../contracts/engine.ts';
import { ownValue } from '../../values/own-value.ts';
import { documentIdField } from '../check-input.ts';
import { dateKey, dateRange, isFilterableField, recordKeys } from './chroma-records.ts';

/** What a filter comes to: a condition of Chroma's, or one that all chunks meet, or none. */
export type ChromaCondition = Where | boolean;

/**
 * Most values in one condition, and most comparisons: the server's database takes 32 766 parameters and an expression
 * of depth 1000, and a comparison costs it about a millisecond.
 */
const mostValues = 30_000;
const mostComparisons = 200;

type Comparison = Extract<Filter, { readonly field: string }>;

/**
 * Says a valid filter in Chroma's terms; undefined for one that Chroma cannot hold exactly, such as an order of texts.
 * `$ne`, `$nin` and `$not_contains` let through records without the field, as `not` does; no operator does that for an
 * order, so that its opposite is not Chroma's, nor are comparisons with numbers that are not whole.
 */
export function chromaCondition(filter: Filter, fields: FieldTypes): ChromaCondition | undefined {
  let values = 0;
  const condition = conditionOf(filter, false, (comparison, isNegated) => {
    values += comparison.op === 'in' ? comparison.value.length : 1;
    return comparisonOf(comparison, isNegated, fields);
  });
  if (condition === undefined || typeof condition === 'boolean') return condition;
  return values > mostValues || comparisonsIn(condition) > mostComparisons ? undefined : condition;
}

type Compare = (comparison: Comparison, isNegated: boolean) => ChromaCondition | undefined;

/** Negations are pushed inwards, since Chroma negates single comparisons alone. */
function conditionOf(filter: Filter, isNegated: boolean, compare: Compare): ChromaCondition | undefined {
  if ('not' in filter) return conditionOf(filter.not, !isNegated, compare);
  const isConjunction = 'and' in filter;
  if (!isConjunction && !('or' in filter)) return compare(filter, isNegated);
  const parts: ChromaCondition[] = [];
  for (const part of isConjunction ? filter.and : filter.or) {
    const condition = conditionOf(part, isNegated, compare);
    if (condition === undefined) return undefined;
    parts.push(condition);
  }
  return isConjunction === isNegated ? either(parts) : both(parts);
}

/** `$and` of what is not met by all; Chroma takes none of fewer than two. */
function both(parts: readonly ChromaCondition[]): ChromaCondition {
  if (parts.includes(false)) return false;
  const conditions = parts.filter((part) => typeof part !== 'boolean');
  if (conditions.length < 2) return conditions[0] ?? true;
  return { $and: conditions.flatMap((one) => joined(one, '$and') ?? [one]) };
}

function either(parts: readonly ChromaCondition[]): ChromaCondition {
  if (parts.includes(true)) return true;
  const conditions = parts.filter((part) => typeof part !== 'boolean');
  if (conditions.length < 2) return conditions[0] ?? false;
  return { $or: conditions.flatMap((one) => joined(one, '$or') ?? [one]) };
}

/** What a condition joins by an operator; undefined where it joins nothing by it. */
function joined(condition: Where, operator: '$and' | '$or'): readonly Where[] | undefined {
  return (condition as Readonly<Record<string, Where[]>>)[operator];
}

function comparisonsIn(condition: Where): number {
  const parts = joined(condition, '$and') ?? joined(condition, '$or');
  return parts === undefined ? 1 : parts.reduce((sum, part) => sum + comparisonsIn(part), 0);
}

function comparisonOf(
  { field, op, value }: Comparison,
  isNegated: boolean,
  fields: FieldTypes,
): ChromaCondition | undefined {
  const type = field === documentIdField ? 'string' : ownValue(fields, field);
  if (type === undefined || (field !== documentIdField && !isFilterableField(field))) return undefined;
  const key = field === documentIdField ? recordKeys.documentId : field;
  if (op === 'eq' || op === 'in') return oneOf(key, type, op === 'in' ? value : [value], isNegated);
  // What lacks the field is not met by an order nor by its opposite, but is by the negation.
  return isNegated ? undefined : ordered(key, type, op, value);
}

/** That a field is one of some values, or a list holds one of them; or the opposite. */
function oneOf(
  key: string,
  type: FieldType,
  values: readonly FilterScalar[],
  isNegated: boolean,
): ChromaCondition | undefined {
  const distinct = [...new Set(values)];
  const join = isNegated ? both : either;
  if (type === 'date') return oneDate(key, distinct as readonly string[], isNegated);
  if (type === 'number' && !distinct.every(isComparable)) return undefined;
  if (type === 'number' || type === 'boolean') return among(key, distinct, isNegated);
  const texts = distinct as readonly string[];
  // A text that the server does not take is not stored to be filtered by either.
  if (!texts.every((text) => text.isWellFormed())) return undefined;
  if (type === 'string') return among(key, texts, isNegated);
  return join(texts.map((text) => ({ [key]: isNegated ? { $not_contains: text } : { $contains: text } })));
}

/** Whether the server compares a number as it is: compared with whole ones, one that is not is cut off first. */
function isComparable(value: FilterScalar): boolean {
  return Number.isSafeInteger(value);
}

/** Values of one kind, none of them twice. */
function among(key: string, values: readonly FilterScalar[], isNegated: boolean): ChromaCondition {
  const [only, ...others] = values;
  if (only === undefined) return isNegated;
  if (others.length === 0) return { [key]: isNegated ? { $ne: only } : { $eq: only } };
  const list = values as string[] | number[] | boolean[];
  return { [key]: isNegated ? { $nin: list } : { $in: list } };
}

/** A day is a number, a month or a year a run of them, whose opposite would not let through what lacks the field. */
function oneDate(key: string, dates: readonly string[], isNegated: boolean): ChromaCondition | undefined {
  const ranges = dates.map(dateRange);
  const conditions: ChromaCondition[] = [];
  const days: number[] = [];
  for (const range of ranges) {
    if (range === undefined) return undefined;
    if (range.first === range.last) days.push(range.first);
    else if (isNegated) return undefined;
    else conditions.push(between(dateKey(key), range.first, range.last));
  }
  const onDays = among(dateKey(key), days, isNegated);
  return isNegated ? onDays : either([onDays, ...conditions]);
}

function between(key: string, first: number, last: number): Where {
  return { $and: [{ [key]: { $gte: first } }, { [key]: { $lte: last } }] };
}

function ordered(
  key: string,
  type: FieldType,
  op: 'gte' | 'lte',
  value: FilterScalar,
): ChromaCondition | undefined {
  const operator = op === 'gte' ? '$gte' : '$lte';
  if (type === 'date') {
    const range = dateRange(String(value));
    if (range === undefined) return undefined;
    return { [dateKey(key)]: { [operator]: op === 'gte' ? range.first : range.last } } as Where;
  }
  return isComparable(value) ? ({ [key]: { [operator]: value } } as Where) : undefined;
}
