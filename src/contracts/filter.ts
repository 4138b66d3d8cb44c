/** What a metadata field holds, declared once per index. Dates are ISO 8601 strings, from a year alone to a time. */
export type FieldType = 'string' | 'number' | 'boolean' | 'date' | 'list';

/** The declared metadata fields of an index by name. Only these can be filtered on. */
export type FieldTypes = Readonly<Record<string, FieldType>>;

export type FilterScalar = string | number | boolean;

/**
 * A filter as data. `eq` on a list field holds when the list contains the value; `in` when the field equals
 * (or, for a list, contains) any of the values; `gte` and `lte` order numbers by size and strings by code unit. A date
 * is compared as text with a year, a month, a day or a time, which stands for all within it: "2022-02" is equal to any
 * date that begins so, `gte` holds from its beginning and `lte` to its end. A chunk without the field never matches.
 * `and` of nothing matches all, `or` of nothing matches none; `not` matches what its filter does not, chunks without
 * the field among them. The field `documentId` is every index's own and need not be declared: `in` over it is how a
 * caller's permissions are kept.
 */
export type Filter =
  | { readonly field: string; readonly op: 'eq' | 'gte' | 'lte'; readonly value: FilterScalar }
  | { readonly field: string; readonly op: 'in'; readonly value: readonly FilterScalar[] }
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter };
