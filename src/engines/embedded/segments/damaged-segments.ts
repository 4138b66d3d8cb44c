import { isFootnoteError } from '../../../errors.ts';
import type { Connection } from '../connection.ts';
import { type Replacement, replaceSegments } from '../merge/replace-segments.ts';
import { segmentKind } from '../schema.ts';
import { packTextSegment } from '../text/text-segment.ts';
import { rebuildText, rebuildVectors } from './rebuild-segment.ts';
import type { ResidentIndex } from './resident-index.ts';
import type { SegmentBytes, SegmentRow } from './segment-rows.ts';

/** The segments of an index that are not in the file as they were written, and what was made of them. */
export class DamagedSegments {
  /** Those of which something could not be read when it was needed: the next time they are read whole. */
  readonly #doubted = new Set<number>();
  /** As they were built anew where the file cannot be written; undefined where no row of one is left. */
  readonly #rebuilt = new Map<number, SegmentBytes | undefined>();

  doubt(id: number): void {
    this.#doubted.add(id);
  }

  isDoubted(id: number): boolean {
    return this.#doubted.has(id);
  }

  /** What takes the place of a segment's bytes in the file, where these are damaged and have to stay. */
  rebuilt(id: number): SegmentBytes | undefined {
    return this.#rebuilt.get(id);
  }

  /** Whether nothing takes that place, since all that the segment held was removed. */
  isEmpty(id: number): boolean {
    return this.#rebuilt.has(id) && this.#rebuilt.get(id) === undefined;
  }

  /** Makes a damaged segment anew from the rows, in the file where it can be written, else in memory alone. */
  async rebuild(index: ResidentIndex, row: SegmentRow): Promise<void> {
    const replacement = await rebuiltSegment(index, row);
    try {
      await replaceSegments(index, [row], replacement);
      this.#doubted.delete(row.id);
    } catch (error) {
      // The rows are whole: a store that is full or read-only can still be searched.
      if (!isFootnoteError(error)) throw error;
      this.#rebuilt.set(row.id, bytesOf(replacement));
    }
  }
}

/** What a segment should be, from its rows. Errors: those of reading, `aborted`. */
export async function rebuiltSegment(
  { store, number, dimension }: ResidentIndex,
  row: SegmentRow,
  signal?: AbortSignal,
): Promise<Replacement> {
  const { analyser } = store.options;
  if (row.kind === segmentKind.text)
    return { text: await store.readInSteps((reader) => rebuildText(reader, number, row, analyser), signal) };
  const rebuild = (reader: Connection) => rebuildVectors(reader, { number, dimension }, row);
  return { vectors: await store.readInSteps(rebuild, signal) };
}

function bytesOf(replacement: Replacement): SegmentBytes | undefined {
  if (!('text' in replacement)) return replacement.vectors;
  const { text } = replacement;
  return text.seqs.length === 0 ? undefined : { body: packTextSegment(text) };
}
