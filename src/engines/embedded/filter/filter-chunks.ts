import type { FieldTypes, Filter } from '../../../contracts/engine.ts';
import { ownValue } from '../../../values/own-value.ts';
import { documentIdField } from '../../check-input.ts';
import { StringLookup } from '../text/string-table.ts';
import { holderOf, placeOf, type TextSegment } from '../text/text-segment.ts';
import type { VectorSegment } from '../vector/vector-segment.ts';
import { CodeChunks, type Comparison } from './metadata-columns.ts';

/** The field `documentId` of a text segment. Its codes are the places of document versions. */
class DocumentColumn {
  readonly #segment: TextSegment;
  readonly #lookup: StringLookup;
  readonly #chunks: CodeChunks;

  constructor(segment: TextSegment) {
    this.#segment = segment;
    this.#lookup = new StringLookup(segment.documentIds);
    this.#chunks = new CodeChunks(segment.versionPlaces, segment.documentIds.size);
  }

  /** Sets `matches[chunk]` to 1 for each chunk of a document whose id compares as asked. */
  mark(comparison: Comparison, matches: Uint8Array): void {
    for (const version of this.#versions(comparison))
      this.#chunks.mark({ from: version, to: version + 1 }, matches);
  }

  *#versions(comparison: Comparison): Generator<number> {
    const { documentIds } = this.#segment;
    if (comparison.op === 'in') {
      for (const id of comparison.value) yield* this.#lookup.placesOf(id as string);
    } else if (comparison.op === 'eq') {
      yield* this.#lookup.placesOf(comparison.value as string);
    } else {
      for (let version = 0; version < documentIds.size; version++) {
        const id = documentIds.at(version);
        if (comparison.op === 'gte' ? id >= comparison.value : id <= comparison.value) yield version;
      }
    }
  }
}

const columns = new WeakMap<TextSegment, DocumentColumn>();

/** The column of a segment, made when it is first asked for and kept as long as the segment is in memory. */
function documentColumn(segment: TextSegment): DocumentColumn {
  let column = columns.get(segment);
  if (column === undefined) columns.set(segment, (column = new DocumentColumn(segment)));
  return column;
}

/** In a row's slot: its chunk is gone. */
const noSlot = 0xffff_ffff;

/** Of an index without chunks. */
const noSeqs = new Float64Array();

interface Slots {
  /** What the slots were worked out for: rows move when others are removed, so their number tells. */
  readonly texts: readonly TextSegment[];
  readonly rows: number;
  /** For each row its chunk's place, counted through all text segments. */
  readonly slots: Uint32Array;
}

/** Finds the rows of vectors whose chunks a filter lets through. Remembers where each row's chunk is. */
export class RowFilter {
  readonly #known = new WeakMap<VectorSegment, Slots>();

  /** For each vector segment the rows that are allowed, ascending. */
  allowedRows(
    filter: Filter,
    texts: readonly TextSegment[],
    vectors: readonly VectorSegment[],
    fields: FieldTypes,
  ): readonly Uint32Array[] {
    const starts = startsOf(texts);
    const allowed = new Uint8Array(starts.at(-1) as number);
    for (const [index, matches] of allowedChunks(filter, texts, fields).entries())
      allowed.set(matches, starts[index]);
    return vectors.map((segment) => {
      const slots = this.#slotsOf(segment, texts, starts);
      const rows = new Uint32Array(segment.rows);
      let count = 0;
      for (let row = 0; row < slots.length; row++) {
        // Written always and kept where it is allowed: without a branch that no processor could foresee.
        rows[count] = row;
        count += allowed[slots[row] as number] ?? 0;
      }
      return rows.subarray(0, count);
    });
  }

  #slotsOf(segment: VectorSegment, texts: readonly TextSegment[], starts: readonly number[]): Uint32Array {
    const known = this.#known.get(segment);
    if (known?.texts === texts && known.rows === segment.rows) return known.slots;
    const slots = new Uint32Array(segment.rows);
    let index = 0;
    let place = 0;
    for (let row = 0; row < segment.rows; row++) {
      const seq = segment.seqs[row] as number;
      // Rows are almost everywhere in the order of their chunks, several to a chunk or one after another.
      if (texts[index]?.seqs[place] !== seq && texts[index]?.seqs[++place] !== seq) {
        index = holderOf(texts, seq);
        place = placeOf(texts[index]?.seqs ?? noSeqs, seq);
      }
      slots[row] = place < 0 ? noSlot : (starts[index] as number) + place;
    }
    this.#known.set(segment, { texts, rows: segment.rows, slots });
    return slots;
  }
}

/** Where the places of each segment start when counted through all, and behind the last. */
function startsOf(texts: readonly TextSegment[]): readonly number[] {
  const starts = [0];
  for (const text of texts) starts.push((starts.at(-1) as number) + text.seqs.length);
  return starts;
}

/** By the list of segments, which is another one after each change, what filters let through, by their text. */
const remembered = new WeakMap<readonly TextSegment[], Map<string, readonly Uint8Array[]>>();

/** Both legs of a search ask for the same filter, and so does who counts its terms. */
const maxRemembered = 16;

/**
 * For each text segment, 1 for each of its chunks that the filter lets through. The filter has been checked against
 * the fields.
 */
export function allowedChunks(
  filter: Filter,
  texts: readonly TextSegment[],
  fields: FieldTypes,
): readonly Uint8Array[] {
  let known = remembered.get(texts);
  if (known === undefined) remembered.set(texts, (known = new Map()));
  const key = JSON.stringify([filter, fields]);
  const found = known.get(key) ?? texts.map((segment) => matching(filter, segment, fields));
  known.delete(key);
  known.set(key, found);
  for (const oldest of known.keys()) {
    if (known.size <= maxRemembered) break;
    known.delete(oldest);
  }
  return found;
}

function matching(filter: Filter, segment: TextSegment, fields: FieldTypes): Uint8Array {
  if ('and' in filter) {
    const [first, ...others] = filter.and.map((part) => matching(part, segment, fields));
    return others.reduce(both, first ?? noMatches(segment).fill(1));
  }
  if ('or' in filter) {
    const [first, ...others] = filter.or.map((part) => matching(part, segment, fields));
    return others.reduce(either, first ?? noMatches(segment));
  }
  if ('not' in filter) return inverted(matching(filter.not, segment, fields));
  const matches = noMatches(segment);
  if (filter.field === documentIdField) documentColumn(segment).mark(filter, matches);
  else segment.columns().get(filter.field)?.mark(filter, ownValue(fields, filter.field), matches);
  return matches;
}

/** Matches are joined four at a time, so there is room for a whole number of fours. */
function noMatches(segment: TextSegment): Uint8Array {
  const chunks = segment.seqs.length;
  return new Uint8Array(new ArrayBuffer(Math.ceil(chunks / 4) * 4), 0, chunks);
}

const fours = (matches: Uint8Array) => new Uint32Array(matches.buffer);
const everyOne = 0x01_01_01_01;

function both(left: Uint8Array, right: Uint8Array): Uint8Array {
  const [into, from] = [fours(left), fours(right)];
  for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) & (from[at] as number);
  return left;
}

function either(left: Uint8Array, right: Uint8Array): Uint8Array {
  const [into, from] = [fours(left), fours(right)];
  for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) | (from[at] as number);
  return left;
}

function inverted(matches: Uint8Array): Uint8Array {
  const into = fours(matches);
  for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) ^ everyOne;
  return matches;
}
