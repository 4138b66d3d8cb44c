import { isFootnoteError } from '../../../errors.ts';
import { replaceSegments } from '../merge/merge-in-background.ts';
import { rebuiltSegment } from './rebuild-segment.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { PackedSegment, SegmentRow } from './segment-rows.ts';

/** The segments of an index that are not in the file as they were written, and what was made of them. */
export class DamagedSegments {
  /** Those of which something could not be read when it was needed: the next time they are read whole. */
  readonly #doubted = new Set<number>();
  /** As they were built anew where the file cannot be written; undefined where no row of one is left. */
  readonly #rebuilt = new Map<number, PackedSegment | undefined>();

  doubt(id: number): void {
    this.#doubted.add(id);
  }

  isDoubted(id: number): boolean {
    return this.#doubted.has(id);
  }

  /** What takes the place of a segment in the file that is damaged and has to stay. */
  rebuilt(id: number): PackedSegment | undefined {
    return this.#rebuilt.get(id);
  }

  /** Whether nothing takes that place, since all that the segment held was removed. */
  isEmpty(id: number): boolean {
    return this.#rebuilt.has(id) && this.#rebuilt.get(id) === undefined;
  }

  /** Makes a damaged segment anew from the rows, in the file where it can be written, else in memory alone. */
  async rebuild(index: ResidentIndex, row: SegmentRow): Promise<void> {
    const rebuilt = await rebuiltSegment(index, row);
    try {
      await replaceSegments(index, [row], rebuilt);
      this.#doubted.delete(row.id);
    } catch (error) {
      // The rows are whole: a store that is full or read-only can still be searched.
      if (!isFootnoteError(error)) throw error;
      this.#rebuilt.set(row.id, rebuilt);
    }
  }
}
