import type { Filter } from '../../contracts/filter.ts';
import { filterMatches } from './filter-matches.ts';
import { placeOf, type TextSegment } from './text-segment.ts';
import type { VectorSegment } from './vector-segment.ts';

/** For each text segment which of its chunks the filter lets through. */
export function allowedChunks(filter: Filter, texts: readonly TextSegment[]): readonly Uint8Array[] {
  return texts.map((segment) => filterMatches(filter, segment.columns, segment.seqs.length));
}

/** In a row's slot: its chunk is gone. */
const noSlot = 0xffff_ffff;

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

  /** For each vector segment 1 for each row that is allowed. */
  allowedRows(
    filter: Filter,
    texts: readonly TextSegment[],
    vectors: readonly VectorSegment[],
  ): readonly Uint8Array[] {
    const starts = startsOf(texts);
    const allowed = new Uint8Array(starts.at(-1) as number);
    for (const [index, matches] of allowedChunks(filter, texts).entries())
      allowed.set(matches, starts[index]);
    return vectors.map((segment) => {
      const slots = this.#slotsOf(segment, texts, starts);
      const rows = new Uint8Array(segment.rows);
      for (let row = 0; row < rows.length; row++) rows[row] = allowed[slots[row] as number] ?? 0;
      return rows;
    });
  }

  #slotsOf(segment: VectorSegment, texts: readonly TextSegment[], starts: readonly number[]): Uint32Array {
    const known = this.#known.get(segment);
    if (known?.texts === texts && known.rows === segment.rows) return known.slots;
    const slots = new Uint32Array(segment.rows);
    let index = 0;
    for (let row = 0; row < segment.rows; row++) {
      const seq = segment.seqs[row] as number;
      if (!covers(texts[index], seq))
        index = Math.max(
          0,
          texts.findIndex((text) => covers(text, seq)),
        );
      const place = placeOf(texts[index]?.seqs ?? new Float64Array(), seq);
      slots[row] = place < 0 ? noSlot : (starts[index] as number) + place;
    }
    this.#known.set(segment, { texts, rows: segment.rows, slots });
    return slots;
  }
}

function covers(text: TextSegment | undefined, seq: number): boolean {
  if (text === undefined) return false;
  return (text.seqs[0] as number) <= seq && seq <= (text.seqs.at(-1) as number);
}

/** Where the places of each segment start when counted through all, and behind the last. */
function startsOf(texts: readonly TextSegment[]): readonly number[] {
  const starts = [0];
  for (const text of texts) starts.push((starts.at(-1) as number) + text.seqs.length);
  return starts;
}
