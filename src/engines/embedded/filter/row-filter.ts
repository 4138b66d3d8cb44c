import type { FieldTypes, Filter } from '../../../contracts/filter.ts';
import { holderOf, placeOf, type TextSegment } from '../text/text-segment.ts';
import type { VectorSegment } from '../vector/vector-segment.ts';
import { allowedChunks } from './filter-chunks.ts';

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
