import type { Metadata, MetadataValue } from '../../contracts/chunk.ts';
import type { FilterScalar } from '../../contracts/filter.ts';
import { packSections, type Section, SectionReader } from './sections.ts';
import { StringTable } from './string-table.ts';

/** Codes of the booleans; numbers follow in order of size, then strings in order of code units. */
const falseCode = 0;
const trueCode = 1;
const firstNumberCode = 2;

/** A run of codes `[from, to)`: since codes are in the order of their values, every comparison is one. */
export interface CodeRange {
  readonly from: number;
  readonly to: number;
}

/** One metadata field of a segment: for each chunk the codes of its values in the field's own sorted dictionary. */
export class MetadataColumn {
  readonly #numbers: Float64Array;
  readonly #strings: StringTable;
  readonly #starts: Uint32Array;
  readonly #codes: Uint32Array;

  constructor(numbers: Float64Array, strings: StringTable, starts: Uint32Array, codes: Uint32Array) {
    this.#numbers = numbers;
    this.#strings = strings;
    this.#starts = starts;
    this.#codes = codes;
  }

  static read(reader: SectionReader): MetadataColumn {
    return new MetadataColumn(reader.float64(), StringTable.read(reader), reader.uint32(), reader.uint32());
  }

  /** `values[chunk]` is undefined where the chunk lacks the field. */
  static of(values: readonly (MetadataValue | undefined)[]): MetadataColumn {
    const scalars = values.map(scalarsOf);
    const distinct = new Set(scalars.flat());
    const numbers = Float64Array.from([...distinct].filter((value) => typeof value === 'number')).toSorted();
    const strings = [...distinct].filter((value) => typeof value === 'string').toSorted();
    const codeOf = new Map<FilterScalar, number>([
      [false, falseCode],
      [true, trueCode],
    ]);
    for (const [index, value] of numbers.entries()) codeOf.set(value, firstNumberCode + index);
    for (const [index, value] of strings.entries())
      codeOf.set(value, firstNumberCode + numbers.length + index);

    const starts = new Uint32Array(values.length + 1);
    const codes: number[] = [];
    for (const [chunk, list] of scalars.entries()) {
      for (const value of list) codes.push(codeOf.get(value) as number);
      starts[chunk + 1] = codes.length;
    }
    return new MetadataColumn(numbers, StringTable.of(strings), starts, Uint32Array.from(codes));
  }

  sections(): readonly Section[] {
    return [this.#numbers, ...this.#strings.sections(), this.#starts, this.#codes];
  }

  /** Where a chunk's values went in, undefined where it has none. A single value and a list of one are alike. */
  valueAt(chunk: number): MetadataValue | undefined {
    const codes = this.#codes.subarray(this.#starts[chunk], this.#starts[chunk + 1]);
    if (codes.length === 0) return undefined;
    const values = Array.from(codes, (code) => this.#decode(code));
    return values.length === 1 ? values[0] : (values as string[]);
  }

  /** The codes of values that compare with `value` as `op` says, within values of its own type. */
  range(op: 'eq' | 'gte' | 'lte', value: FilterScalar): CodeRange {
    if (typeof value === 'boolean') {
      const code = value ? trueCode : falseCode;
      return { from: code, to: code + 1 };
    }
    const first = typeof value === 'number' ? firstNumberCode : firstNumberCode + this.#numbers.length;
    const size = typeof value === 'number' ? this.#numbers.length : this.#strings.size;
    const at = (index: number) =>
      typeof value === 'number' ? (this.#numbers[index] as number) : this.#strings.at(index);
    const lower = first + partitionPoint(size, (index) => at(index) < value);
    const upper = first + partitionPoint(size, (index) => at(index) <= value);
    if (op === 'eq') return { from: lower, to: upper };
    return op === 'gte' ? { from: lower, to: first + size } : { from: first, to: upper };
  }

  /** Sets `matches[chunk]` to 1 for each chunk with a value in any of the ranges. */
  mark(ranges: readonly CodeRange[], matches: Uint8Array): void {
    const wanted = new Uint8Array(firstNumberCode + this.#numbers.length + this.#strings.size);
    for (const { from, to } of ranges) wanted.fill(1, from, Math.max(from, to));
    const starts = this.#starts;
    const codes = this.#codes;
    for (let chunk = 0; chunk + 1 < starts.length; chunk++) {
      for (let at = starts[chunk] as number; at < (starts[chunk + 1] as number); at++) {
        if (wanted[codes[at] as number] === 1) matches[chunk] = 1;
      }
    }
  }

  #decode(code: number): FilterScalar {
    if (code < firstNumberCode) return code === trueCode;
    const index = code - firstNumberCode;
    if (index < this.#numbers.length) return this.#numbers[index] as number;
    return this.#strings.at(index - this.#numbers.length);
  }
}

/** The columns of a segment by field name. Every field that a chunk carries has one, declared or not. */
export type MetadataColumns = ReadonlyMap<string, MetadataColumn>;

/** Builds the columns of the chunks whose metadata are given, in order. */
export function buildColumns(metadata: readonly Metadata[]): MetadataColumns {
  const names = new Set(metadata.flatMap((entry) => Object.keys(entry)));
  return new Map(
    [...names]
      .toSorted()
      .map((name) => [name, MetadataColumn.of(metadata.map((entry) => ownValue(entry, name)))]),
  );
}

/** Columns as one section of a segment. */
export function packColumns(columns: MetadataColumns): Uint8Array {
  const names = StringTable.of([...columns.keys()]);
  return packSections([...names.sections(), ...[...columns.values()].flatMap((column) => column.sections())]);
}

/** Reads what {@link packColumns} made, in place. */
export function readColumns(bytes: Uint8Array): MetadataColumns {
  const reader = new SectionReader(bytes);
  const names = StringTable.read(reader);
  const columns = new Map<string, MetadataColumn>();
  for (let index = 0; index < names.size; index++) columns.set(names.at(index), MetadataColumn.read(reader));
  return columns;
}

function ownValue(metadata: Metadata, name: string): MetadataValue | undefined {
  return Object.hasOwn(metadata, name) ? metadata[name] : undefined;
}

/** Numbers that JSON cannot keep are left out, as they are from the stored chunk. */
function scalarsOf(value: MetadataValue | undefined): readonly FilterScalar[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [value] : [];
  return typeof value === 'object' ? value : [value];
}

/** The first index of `[0, size)` for which `isBefore` no longer holds; it must hold for a prefix. */
function partitionPoint(size: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
