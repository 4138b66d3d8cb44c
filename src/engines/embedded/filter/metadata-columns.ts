import type { Metadata, MetadataValue } from '../../../contracts/chunk.ts';
import type { FieldType, Filter, FilterScalar } from '../../../contracts/engine.ts';
import { ownValue } from '../../../values/own-value.ts';
import { addUp, dropped } from '../place-arrays.ts';
import { packSections, type Section, SectionReader } from '../segments/sections.ts';
import { SegmentBody } from '../segments/segment-body.ts';
import { StringLookup, StringTable } from '../text/string-table.ts';

/** A filter that compares one field. */
export type Comparison = Extract<Filter, { readonly field: string }>;

/** Codes of the booleans; numbers follow in order of size, then strings in order of code units. */
const falseCode = 0;
const trueCode = 1;
const firstNumberCode = 2;

/**
 * One metadata field of a segment: for each chunk the codes of its values in the field's own sorted dictionary. Since
 * codes are in the order of their values, every comparison is a run of codes.
 */
class MetadataColumn {
  readonly #numbers: Float64Array;
  readonly #strings: StringTable;
  readonly #starts: Uint32Array;
  readonly #codes: Uint32Array;
  /** Made when a filter first names the field. */
  #chunks: CodeChunks | undefined;
  #lookup: StringLookup | undefined;

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
    const distinct = new Set<FilterScalar>();
    for (const value of values) for (const scalar of scalarsOf(value)) distinct.add(scalar);
    const { numbers, strings, codeOf } = dictionaryOf(distinct);
    const starts = new Uint32Array(values.length + 1);
    const codes: number[] = [];
    for (let chunk = 0; chunk < values.length; chunk++) {
      for (const scalar of scalarsOf(values[chunk])) codes.push(codeOf.get(scalar) as number);
      starts[chunk + 1] = codes.length;
    }
    return new MetadataColumn(numbers, strings, starts, Uint32Array.from(codes));
  }

  /** The column of a field that none of so many chunks has. */
  static empty(chunks: number): MetadataColumn {
    return new MetadataColumn(
      new Float64Array(),
      StringTable.of([]),
      new Uint32Array(chunks + 1),
      new Uint32Array(),
    );
  }

  /**
   * One column of what the sources of a field hold for chunks that are kept; undefined where that is nothing. The
   * `chunks` that are kept of all sources come one after another, `remaps` are {@link dropped} for the others.
   */
  static merge(
    sources: readonly MetadataColumn[],
    remaps: readonly Uint32Array[],
    chunks: number,
  ): MetadataColumn | undefined {
    const distinct = new Set<FilterScalar>();
    for (const [index, source] of sources.entries())
      source.#addValues(remaps[index] as Uint32Array, distinct);
    if (distinct.size === 0) return undefined;
    const { numbers, strings, codeOf } = dictionaryOf(distinct);
    const starts = new Uint32Array(chunks + 1);
    const codes = new Uint32Array(sources.reduce((sum, source) => sum + source.#codes.length, 0));
    let chunk = 0;
    let end = 0;
    for (const [index, source] of sources.entries()) {
      const remap = remaps[index] as Uint32Array;
      const renumbered = source.#renumbering(codeOf);
      for (let place = 0; place < remap.length; place++) {
        if (remap[place] === dropped) continue;
        const to = source.#starts[place + 1] as number;
        for (let at = source.#starts[place] as number; at < to; at++)
          codes[end++] = renumbered[source.#codes[at] as number] as number;
        starts[++chunk] = end;
      }
    }
    return new MetadataColumn(numbers, strings, starts, codes.slice(0, end));
  }

  sections(): readonly Section[] {
    return [this.#numbers, ...this.#strings.sections(), this.#starts, this.#codes];
  }

  /** Sets `matches[chunk]` to 1 for each chunk with a value that compares as asked with one of the field's type. */
  mark({ op, value }: Comparison, type: FieldType | undefined, matches: Uint8Array): void {
    this.#chunks ??= new CodeChunks(this.#codes, this.#codeCount, this.#starts);
    const isDate = type === 'date';
    if (op === 'gte' || op === 'lte') {
      this.#chunks.mark(this.#orderedCodes(op, isDate && op === 'lte' ? endOf(value) : value), matches);
      return;
    }
    for (const one of op === 'in' ? value : [value])
      this.#chunks.mark(isDate ? this.#codesWithin(one) : this.#equalCodes(one), matches);
  }

  get #codeCount(): number {
    return firstNumberCode + this.#numbers.length + this.#strings.size;
  }

  /** Adds the values of the chunks that are kept, each once. */
  #addValues(remap: Uint32Array, values: Set<FilterScalar>): void {
    const isUsed = new Uint8Array(this.#codeCount);
    for (let chunk = 0; chunk < remap.length; chunk++) {
      if (remap[chunk] === dropped) continue;
      const end = this.#starts[chunk + 1] as number;
      for (let at = this.#starts[chunk] as number; at < end; at++) isUsed[this.#codes[at] as number] = 1;
    }
    for (let code = 0; code < isUsed.length; code++) if (isUsed[code] === 1) values.add(this.#decode(code));
  }

  /** By code here: the code of the value elsewhere, 0 for values that are not there. */
  #renumbering(codeOf: ReadonlyMap<FilterScalar, number>): Uint32Array {
    return Uint32Array.from({ length: this.#codeCount }, (_, code) => codeOf.get(this.#decode(code)) ?? 0);
  }

  /** The code of a value, an empty range where the field never has it. */
  #equalCodes(value: FilterScalar): CodeRange {
    if (typeof value === 'boolean') return codeRange(value ? trueCode : falseCode);
    if (typeof value === 'number') {
      const at = partitionPoint(this.#numbers.length, (index) => (this.#numbers[index] as number) < value);
      return this.#numbers[at] === value ? codeRange(firstNumberCode + at) : noCodes;
    }
    this.#lookup ??= new StringLookup(this.#strings);
    const place = this.#lookup.placesOf(value)[0];
    return place === undefined ? noCodes : codeRange(firstNumberCode + this.#numbers.length + place);
  }

  /** The codes of the dates that begin with one. */
  #codesWithin(date: FilterScalar): CodeRange {
    return { from: this.#orderedCodes('gte', date).from, to: this.#orderedCodes('lte', endOf(date)).to };
  }

  /** The codes of values at or above, or at or below, one of their own type. Booleans have no order. */
  #orderedCodes(op: 'gte' | 'lte', value: FilterScalar): CodeRange {
    if (typeof value === 'boolean') return noCodes;
    const isNumber = typeof value === 'number';
    const first = isNumber ? firstNumberCode : firstNumberCode + this.#numbers.length;
    const size = isNumber ? this.#numbers.length : this.#strings.size;
    const at = (index: number) => (isNumber ? (this.#numbers[index] as number) : this.#strings.at(index));
    return op === 'gte'
      ? { from: first + partitionPoint(size, (index) => at(index) < value), to: first + size }
      : { from: first, to: first + partitionPoint(size, (index) => at(index) <= value) };
  }

  #decode(code: number): FilterScalar {
    if (code < firstNumberCode) return code === trueCode;
    const index = code - firstNumberCode;
    if (index < this.#numbers.length) return this.#numbers[index] as number;
    return this.#strings.at(index - this.#numbers.length);
  }
}

/** Distinct values in the order of their codes, and the code of each. */
function dictionaryOf(distinct: ReadonlySet<FilterScalar>): {
  readonly numbers: Float64Array;
  readonly strings: StringTable;
  readonly codeOf: ReadonlyMap<FilterScalar, number>;
} {
  const numbers = Float64Array.from([...distinct].filter((value) => typeof value === 'number')).toSorted();
  const strings = [...distinct].filter((value) => typeof value === 'string').toSorted();
  const codeOf = new Map<FilterScalar, number>([
    [false, falseCode],
    [true, trueCode],
  ]);
  for (const [index, value] of numbers.entries()) codeOf.set(value, firstNumberCode + index);
  for (const [index, value] of strings.entries()) codeOf.set(value, firstNumberCode + numbers.length + index);
  return { numbers, strings: StringTable.of(strings), codeOf };
}

const noCodes: CodeRange = { from: 0, to: 0 };

/** Behind every date that begins with one, in the order of code units. */
function endOf(date: FilterScalar): string {
  return `${date}\uffff`;
}

function codeRange(code: number): CodeRange {
  return { from: code, to: code + 1 };
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

/** The columns of a segment by field name. Every field that a chunk carries has one, declared or not. */
export type MetadataColumns = ReadonlyMap<string, MetadataColumn>;

/** Builds the columns of the chunks whose metadata are given, in order. */
export function buildColumns(metadata: readonly Metadata[]): MetadataColumns {
  const names = new Set<string>();
  for (const entry of metadata) for (const name of Object.keys(entry)) names.add(name);
  return new Map(
    [...names]
      .toSorted()
      .map((name) => [name, MetadataColumn.of(metadata.map((entry) => ownValue(entry, name)))]),
  );
}

/** The columns of several segments as those of one, see {@link MetadataColumn.merge}. */
export function mergeColumns(
  sources: readonly MetadataColumns[],
  remaps: readonly Uint32Array[],
  chunks: number,
): MetadataColumns {
  const names = new Set(sources.flatMap((columns) => [...columns.keys()]));
  const merged = [...names].toSorted().map((name) => {
    const fields = sources.map(
      (columns, index) => columns.get(name) ?? MetadataColumn.empty((remaps[index] as Uint32Array).length),
    );
    return [name, MetadataColumn.merge(fields, remaps, chunks)] as const;
  });
  return new Map(merged.filter((entry): entry is [string, MetadataColumn] => entry[1] !== undefined));
}

/** Columns as one section of a segment. */
export function packColumns(columns: MetadataColumns): Uint8Array {
  const names = StringTable.of([...columns.keys()]);
  return packSections([...names.sections(), ...[...columns.values()].flatMap((column) => column.sections())]);
}

/** Reads what {@link packColumns} made, in place. */
export function readColumns(bytes: Uint8Array): MetadataColumns {
  const reader = new SectionReader(new SegmentBody(bytes));
  const names = StringTable.read(reader);
  const columns = new Map<string, MetadataColumn>();
  for (let index = 0; index < names.size; index++) columns.set(names.at(index), MetadataColumn.read(reader));
  return columns;
}

/** A run of codes `[from, to)`. */
interface CodeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A column turned round: for each code the chunks that have it, so that a filter looks only at what it lets through.
 */
export class CodeChunks {
  readonly #starts: Uint32Array;
  readonly #chunks: Uint32Array;

  /**
   * The codes of chunk `c` are `codes[valueStarts[c]..valueStarts[c + 1])`, or `codes[c]` alone without
   * `valueStarts`; each is below `codeCount`.
   */
  constructor(codes: Uint32Array, codeCount: number, valueStarts?: Uint32Array) {
    const starts = new Uint32Array(codeCount + 1);
    for (let at = 0; at < codes.length; at++) {
      const next = (codes[at] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    addUp(starts);
    const cursors = starts.slice();
    const chunks = new Uint32Array(codes.length);
    let chunk = 0;
    for (let at = 0; at < codes.length; at++) {
      if (valueStarts === undefined) chunk = at;
      else while ((valueStarts[chunk + 1] as number) <= at) chunk++;
      const code = codes[at] as number;
      const cursor = cursors[code] as number;
      chunks[cursor] = chunk;
      cursors[code] = cursor + 1;
    }
    this.#starts = starts;
    this.#chunks = chunks;
  }

  /** Sets `matches[chunk]` to 1 for each chunk with a code in the range; one that ends before it starts is empty. */
  mark({ from, to }: CodeRange, matches: Uint8Array): void {
    const end = this.#starts[to] as number;
    for (let at = this.#starts[from] as number; at < end; at++) matches[this.#chunks[at] as number] = 1;
  }
}
