import type { FieldTypes, Filter, FilterScalar } from '../../contracts/engine.ts';
import { ownValue } from '../../values/own-value.ts';
import { documentIdField } from '../check-input.ts';

/** Values of one statement, each bound to a numbered place: nothing that a caller gives is ever part of the SQL. */
export class BoundValues {
  readonly list: unknown[] = [];

  /** The place of a value, for example `$3::text`. */
  bind(value: unknown, type: string): string {
    return `$${this.list.push(value)}::${type}`;
  }
}

type Comparison = Extract<Filter, { readonly field: string }>;

/** Most values of an `in` that are looked up in the index of metadata one by one. */
const fewValues = 10;

/**
 * Whether {@link filterSql} says exactly what the filter does. PostgreSQL orders texts by code point, the contract by
 * UTF-16 code unit; the two differ only against texts that hold code units from U+D800 on, and NUL cannot be bound.
 */
export function isExactInSql(filter: Filter): boolean {
  if ('and' in filter) return filter.and.every(isExactInSql);
  if ('or' in filter) return filter.or.every(isExactInSql);
  if ('not' in filter) return isExactInSql(filter.not);
  if (filter.op !== 'gte' && filter.op !== 'lte') return true;
  return (
    typeof filter.value !== 'string' || (isStorable(filter.value) && !/[\ud800-\uffff]/.test(filter.value))
  );
}

/**
 * A checked filter as a condition on `document_chunks c`, never null. A column's type says nothing of what a chunk's
 * metadata hold, so each comparison looks at the type of what is stored first.
 */
export function filterSql(filter: Filter, fields: FieldTypes, values: BoundValues): string {
  if ('and' in filter) return joined(filter.and, ' and ', 'true', fields, values);
  if ('or' in filter) return joined(filter.or, ' or ', 'false', fields, values);
  if ('not' in filter) return `not ${filterSql(filter.not, fields, values)}`;
  if (filter.field === documentIdField) return documentSql(filter, values);
  const type = ownValue(fields, filter.field);
  if (type === 'number') return numberSql(filter, values);
  if (type === 'date') return dateSql(filter, values);
  if (filter.op === 'gte' || filter.op === 'lte') {
    const sign = filter.op === 'gte' ? '>=' : '<=';
    const value = values.bind(filter.value, 'text');
    return anyText(filter.field, values, (held) => `${held} collate "C" ${sign} ${value}`);
  }
  return equalSql(filter, values);
}

function joined(
  parts: readonly Filter[],
  word: string,
  ofNone: string,
  fields: FieldTypes,
  values: BoundValues,
): string {
  if (parts.length === 0) return ofNone;
  return `(${parts.map((part) => filterSql(part, fields, values)).join(word)})`;
}

function documentSql(filter: Comparison, values: BoundValues): string {
  if (filter.op === 'in') return `(c.doc_id = any(${values.bind(storable(filter.value), 'text[]')}))`;
  if (filter.op === 'eq') return documentSql({ ...filter, op: 'in', value: [filter.value] }, values);
  return `(c.doc_id ${filter.op === 'gte' ? '>=' : '<='} ${values.bind(filter.value, 'text')} collate "C")`;
}

function numberSql(filter: Comparison, values: BoundValues): string {
  if (filter.op === 'eq' || filter.op === 'in') {
    const wanted = filter.op === 'in' ? filter.value : [filter.value];
    return equalSql({ ...filter, op: 'in', value: wanted.filter(Number.isFinite) }, values);
  }
  const held = `c.metadata -> ${values.bind(filter.field, 'text')}`;
  const sign = filter.op === 'gte' ? '>=' : '<=';
  // Only `case` keeps the cast from being tried on what is no number.
  return `(case when jsonb_typeof(${held}) = 'number'
    then (${held})::numeric ${sign} ${values.bind(String(filter.value), 'numeric')} else false end)`;
}

/** Equal to one of some values, in a list or by itself. */
function equalSql({ field, op, value }: Comparison, values: BoundValues): string {
  const wanted = storable(op === 'in' ? value : [value]);
  if (wanted.length === 0) return 'false';
  if (wanted.length <= fewValues) {
    const tries = wanted.flatMap((one) => [
      `c.metadata @> ${values.bind(JSON.stringify({ [field]: one }), 'text')}::jsonb`,
      ...(typeof one === 'string'
        ? [`c.metadata @> ${values.bind(JSON.stringify({ [field]: [one] }), 'text')}::jsonb`]
        : []),
    ]);
    return `(${tries.join(' or ')})`;
  }
  if (typeof wanted[0] === 'string') {
    const texts = values.bind(wanted, 'text[]');
    return anyText(field, values, (held) => `${held} = any(${texts})`);
  }
  const json = values.bind(
    wanted.map((one) => JSON.stringify(one)),
    'text[]',
  );
  return `coalesce(c.metadata -> ${values.bind(field, 'text')} = any(${json}::jsonb[]), false)`;
}

/** A date stands for all that begin with it. */
function dateSql(filter: Comparison, values: BoundValues): string {
  if (filter.op === 'in') {
    const dates = values.bind(storable(filter.value), 'text[]');
    return anyText(
      filter.field,
      values,
      (held) => `exists (select from unnest(${dates}) as wanted where starts_with(${held}, wanted))`,
    );
  }
  const value = values.bind(filter.value, 'text');
  return anyText(filter.field, values, (held) => {
    if (filter.op === 'gte') return `${held} collate "C" >= ${value}`;
    const within = `starts_with(${held}, ${value})`;
    return filter.op === 'eq' ? within : `(${within} or ${held} collate "C" <= ${value})`;
  });
}

/** A condition on the text that a field holds, or on any text of the list that it holds. */
function anyText(field: string, values: BoundValues, condition: (held: string) => string): string {
  const held = `c.metadata -> ${values.bind(field, 'text')}`;
  return `(case jsonb_typeof(${held})
    when 'string' then ${condition(`(${held} #>> '{}')`)}
    when 'array' then exists (select from jsonb_array_elements_text(${held}) as held where ${condition('held')})
    else false end)`;
}

/** Values that a chunk can hold at all: no text with NUL or half a surrogate pair is ever stored. */
function storable<Value extends FilterScalar>(values: readonly Value[]): readonly Value[] {
  return values.filter((value) => typeof value !== 'string' || isStorable(value));
}

/** Whether PostgreSQL can keep a text as it is. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
