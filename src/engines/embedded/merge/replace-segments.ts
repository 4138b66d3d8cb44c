import type { TransactionOptions } from '../../../sqlite/write-transaction.ts';
import { segmentKind } from '../schema.ts';
import type { ResidentIndex } from '../segments/resident-index.ts';
import { deletingSegments, insertSegment, type SegmentRow } from '../segments/segment-rows.ts';
import type { TextSegmentParts } from '../text/text-segment.ts';
import type { VectorSegmentBytes } from '../vector/vector-segment.ts';
import { bumpGeneration, insertText } from '../write-batch.ts';

/** What takes the place of segments; nothing where all of their entries are gone. */
export type Replacement =
  | { readonly text: TextSegmentParts }
  | { readonly vectors: VectorSegmentBytes | undefined };

/**
 * Puts a merged or rebuilt segment in the place of neighbouring ones, in one transaction. Tombstones up to
 * `lastTombstone` go, since the replacement was made without what they name. Where another process has replaced
 * one of them meanwhile, nothing is done.
 */
export function replaceSegments(
  index: Pick<ResidentIndex, 'store' | 'id' | 'number'>,
  replaced: readonly SegmentRow[],
  replacement: Replacement,
  options: TransactionOptions & { readonly lastTombstone?: number } = {},
): Promise<void> {
  const { first, kind } = replaced[0] as SegmentRow;
  const { last } = replaced.at(-1) as SegmentRow;
  return deletingSegments((deleteSegment) =>
    index.store.write(function* (writer) {
      for (const { id } of replaced) {
        if (writer.rows('select 1 from engine_segments where id = ?', id).length === 0) return;
      }
      for (const { id } of replaced) deleteSegment(writer, id);
      yield;
      if ('text' in replacement) insertText(writer, index.number, replacement.text);
      else if (replacement.vectors !== undefined) {
        insertSegment(writer, index.number, {
          kind: segmentKind.vector,
          first,
          last,
          ...replacement.vectors,
        });
      }
      yield;
      writer
        .prepare(
          'delete from engine_tombstones where index_number = ? and kind = ? and target between ? and ? and id <= ?',
        )
        .run(index.number, kind, first, last, options.lastTombstone ?? 0);
      bumpGeneration(writer, index.number, index.id);
    }, options),
  );
}
