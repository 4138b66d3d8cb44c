import type { FieldType, FieldTypes, Filter, FilterScalar } from '../../contracts/engine.ts';
import { ownValue } from '../../values/own-value.ts';
import { documentIdField } from '../check-input.ts';

/** A condition on a chunk, with the values that it compares with. */
export interface CypherCondition {
  /** Speaks of the node `chunk`. */
  readonly text: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

type Comparison = Extract<Filter, { readonly field: string }>;

/**
 * The property that holds a metadata field. Whatever the field is called, the name has only letters, digits, `_` and
 * `$`, and two fields never share one.
 * @example metadataProperty('topic') // 'meta_topic'
 * @example metadataProperty('a`b') // 'meta_a$60$b'
 */
export function metadataProperty(field: string): string {
  return `meta_${encoded(field)}`;
}

/** The property that holds a metadata field where it is a list: Cypher cannot ask one property as both. */
export function listProperty(field: string): string {
  return `list_${encoded(field)}`;
}

function encoded(field: string): string {
  return field.replace(/[^A-Za-z0-9_]/g, (character) => `$${character.charCodeAt(0).toString(16)}$`);
}

/**
 * Most comparisons of one condition. Cypher takes far longer to plan an alternative the more there are: seconds for a
 * hundred.
 */
const maxComparisons = 32;

/** Whether a filter can be left to Neo4j: it is exact there, and planned in little time. */
export function isCypherFilter(filter: Filter): boolean {
  return isExactInCypher(filter) && comparisonsOf(filter) <= maxComparisons;
}

function comparisonsOf(filter: Filter): number {
  if ('not' in filter) return comparisonsOf(filter.not);
  if ('field' in filter) return 1;
  const parts = 'and' in filter ? filter.and : withListsOfValues(filter.or);
  return parts.reduce((sum, part) => sum + comparisonsOf(part), 0);
}

/** Alternatives with one `in` for all the values that a field may be equal to. */
function withListsOfValues(alternatives: readonly Filter[]): readonly Filter[] {
  const values = new Map<string, FilterScalar[]>();
  const others: Filter[] = [];
  for (const one of alternatives) {
    if (!('field' in one) || one.op === 'gte' || one.op === 'lte') {
      others.push(one);
      continue;
    }
    const known = values.get(one.field) ?? [];
    for (const value of one.op === 'in' ? one.value : [one.value]) known.push(value);
    values.set(one.field, known);
  }
  const lists = Array.from(values, ([field, [value, ...more]]): Filter => {
    if (value === undefined) return { or: [] };
    return more.length === 0 ? { field, op: 'eq', value } : { field, op: 'in', value: [value, ...more] };
  });
  return [...lists, ...others];
}

/**
 * Whether Cypher holds for exactly the chunks that the filter holds for. It orders texts by code point, the contract by
 * code unit: the two differ only beside characters from U+D800 on. Lone surrogates do not reach the server unchanged.
 */
export function isExactInCypher(filter: Filter): boolean {
  if ('and' in filter) return filter.and.every(isExactInCypher);
  if ('or' in filter) return filter.or.every(isExactInCypher);
  if ('not' in filter) return isExactInCypher(filter.not);
  const values: readonly FilterScalar[] = filter.op === 'in' ? filter.value : [filter.value];
  const isOrder = filter.op === 'gte' || filter.op === 'lte';
  return values.every(
    (value) => typeof value !== 'string' || (isOrder ? !/[\ud800-\uffff]/.test(value) : value.isWellFormed()),
  );
}

/**
 * A filter as a condition on the node `chunk`. Values are parameters, named by `prefix` and a number.
 * A comparison with a property that is missing or of another type is null in Cypher, which lets nothing through, and is
 * false before it is negated.
 * @param filter one that `checkFilter` has let through
 * @example
 * cypherFilter({ field: 'topic', op: 'eq', value: 'art' }, { topic: 'string' }).text
 * // '(chunk.`meta_topic` = $filter0 OR $filter0 IN chunk.`list_topic`)'
 */
export function cypherFilter(filter: Filter, fields: FieldTypes, prefix = 'filter'): CypherCondition {
  const parameters: Record<string, unknown> = {};
  const bind = (value: unknown) => {
    const name = `${prefix}${Object.keys(parameters).length}`;
    parameters[name] = value;
    return `$${name}`;
  };
  return { text: conditionOf(filter, fields, bind), parameters };
}

function conditionOf(filter: Filter, fields: FieldTypes, bind: (value: unknown) => string): string {
  if ('and' in filter)
    return joined(
      filter.and.map((part) => conditionOf(part, fields, bind)),
      'AND',
    );
  if ('or' in filter)
    return joined(
      withListsOfValues(filter.or).map((part) => conditionOf(part, fields, bind)),
      'OR',
    );
  if ('not' in filter) return `NOT coalesce(${conditionOf(filter.not, fields, bind)}, false)`;
  const { field } = filter;
  const type = field === documentIdField ? 'string' : (ownValue(fields, field) ?? 'string');
  if (field === documentIdField) return scalarCondition(filter, type, 'chunk.document_id', bind);
  const scalar = scalarCondition(filter, type, `chunk.\`${metadataProperty(field)}\``, bind);
  const holdsTexts = type === 'list' || type === 'string';
  if (!holdsTexts || (filter.op !== 'eq' && filter.op !== 'in')) return scalar;
  const list = `chunk.\`${listProperty(field)}\``;
  const inList =
    filter.op === 'eq'
      ? `${bind(filter.value)} IN ${list}`
      : `any(one IN ${bind(filter.value)} WHERE one IN ${list})`;
  return `(${scalar} OR ${inList})`;
}

function scalarCondition(
  { op, value }: Comparison,
  type: FieldType,
  property: string,
  bind: (value: unknown) => string,
): string {
  const bound = bind(value);
  if (type === 'date') {
    if (op === 'eq') return `${property} STARTS WITH ${bound}`;
    if (op === 'in') return `any(one IN ${bound} WHERE ${property} STARTS WITH one)`;
    // All that begins with a date stands behind it, and belongs to it.
    if (op === 'lte') return `(${property} <= ${bound} OR ${property} STARTS WITH ${bound})`;
  }
  return `${property} ${{ eq: '=', in: 'IN', gte: '>=', lte: '<=' }[op]} ${bound}`;
}

function joined(parts: readonly string[], word: 'AND' | 'OR'): string {
  if (parts.length === 0) return String(word === 'AND');
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(` ${word} `)})`;
}
