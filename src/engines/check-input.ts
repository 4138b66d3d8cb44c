import type { IndexSpec } from '../contracts/engine.ts';
import type { FieldType, FieldTypes, Filter } from '../contracts/filter.ts';
import { FootnoteError } from '../errors.ts';

const indexIdPattern = /^[a-z0-9_-]{1,64}$/;
const maxDimension = 65_536;

/** Most hits that one search may ask for. */
export const maxLimit = 1000;

/** Refuses an index that no engine could make. Errors: `request_invalid`. */
export function checkSpec(spec: IndexSpec): void {
  if (!indexIdPattern.test(spec.id)) {
    throw new FootnoteError('request_invalid', {
      field: 'id',
      problem: `"${spec.id}" is not 1–64 characters of a-z, 0-9, _ and -`,
    });
  }
  if (!Number.isInteger(spec.dimension) || spec.dimension < 1 || spec.dimension > maxDimension) {
    throw new FootnoteError('request_invalid', {
      field: 'dimension',
      problem: `${spec.dimension} is not a whole number in 1–${maxDimension}`,
    });
  }
}

/** Refuses a limit that is not a whole number in 1–{@link maxLimit}. Errors: `request_invalid`. */
export function checkLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > maxLimit) {
    throw new FootnoteError('request_invalid', {
      field: 'limit',
      problem: `${limit} is not a whole number in 1–${maxLimit}`,
    });
  }
}

/** Refuses a vector that has no direction or another length. `subject` names whose it is. Errors: `vector_invalid`. */
export function checkVector(vector: Float32Array, dimension: number, subject: string): void {
  if (vector.length !== dimension) {
    throw new FootnoteError('vector_invalid', {
      subject,
      problem: `it has ${vector.length} numbers, the index takes ${dimension}`,
    });
  }
  let squares = 0;
  for (let at = 0; at < dimension; at++) squares += (vector[at] as number) * (vector[at] as number);
  if (!Number.isFinite(squares))
    throw new FootnoteError('vector_invalid', { subject, problem: 'it holds a number that is not finite' });
  if (squares === 0)
    throw new FootnoteError('vector_invalid', { subject, problem: 'it is zero, and so has no direction' });
}

/**
 * Refuses a filter that names an undeclared field, or compares a field with what it cannot hold.
 * Errors: `filter_invalid` with the declared fields.
 */
export function checkFilter(filter: Filter, fields: FieldTypes): void {
  if ('and' in filter) return filter.and.forEach((part) => checkFilter(part, fields));
  if ('or' in filter) return filter.or.forEach((part) => checkFilter(part, fields));
  const type = Object.hasOwn(fields, filter.field) ? fields[filter.field] : undefined;
  if (type === undefined) throw invalid(`there is no field "${filter.field}"`, fields);
  if ((filter.op === 'gte' || filter.op === 'lte') && (type === 'boolean' || type === 'list')) {
    throw invalid(`"${filter.field}" holds a ${type}, which has no order for ${filter.op}`, fields);
  }
  for (const value of filter.op === 'in' ? filter.value : [filter.value]) {
    if (typeof value !== scalarOf[type] || Number.isNaN(value)) {
      throw invalid(
        `"${filter.field}" holds a ${type} and cannot be compared with ${JSON.stringify(value)}`,
        fields,
      );
    }
  }
}

const scalarOf: Readonly<Record<FieldType, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  list: 'string',
} satisfies Record<FieldType, 'string' | 'number' | 'boolean'>;

function invalid(problem: string, fields: FieldTypes): FootnoteError<'filter_invalid'> {
  const known = Object.entries(fields).map(([name, type]) => `${name} (${type})`);
  return new FootnoteError('filter_invalid', { problem, fields: known.join(', ') || 'none' });
}
