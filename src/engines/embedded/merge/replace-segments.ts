import type { TransactionOptions } from '../../../sqlite/write-transaction.ts';
import type { ResidentIndex } from '../segments/resident-index.ts';
import {
  deletingSegments,
  insertSegment,
  type PackedSegment,
  type SegmentRow,
} from '../segments/segment-rows.ts';
import { bumpGeneration } from '../write-batch.ts';

/**
 * Puts a merged or rebuilt segment in the place of neighbouring ones, in one transaction, or nothing where all of their
 * entries are gone. Tombstones up to `lastTombstone` go, since the replacement was made without what they name. Where
 * another process has replaced one of them meanwhile, nothing is done.
 */
export function replaceSegments(
  index: Pick<ResidentIndex, 'store' | 'id' | 'number'>,
  replaced: readonly SegmentRow[],
  replacement: PackedSegment | undefined,
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
      if (replacement !== undefined) insertSegment(writer, index.number, replacement);
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
