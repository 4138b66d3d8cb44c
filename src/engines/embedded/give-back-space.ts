import { isFootnoteError } from '../../errors.ts';
import { freePages, giveBackSome } from '../../sqlite/give-back-pages.ts';
import type { Connection } from './connection.ts';
import type { Store } from './store.ts';

/**
 * Free pages are kept, as far as what is written next will use them: they are given back from so many on, where they
 * are so large a share of the file, until they are half of that share.
 */
const minFreePages = 2048;
const maxFreeShare = 0.25;

/**
 * Gives the room that large removals have left in the file back to the disk, in steps between which others may write.
 * What is in the way of it is no matter of whoever removed: the next one tries again.
 */
export async function giveBackSpace(store: Store): Promise<void> {
  const { signal } = store.closing;
  try {
    if (!(await store.read((reader) => isWasteful(reader, maxFreeShare)))) return;
    while (!signal.aborted && (await store.read((reader) => isWasteful(reader, maxFreeShare / 2)))) {
      const gaveBack = await store.write(
        function* (writer) {
          yield;
          return giveBackSome(writer.database);
        },
        { signal },
      );
      if (!gaveBack) return;
    }
  } catch (error) {
    if (!isFootnoteError(error)) throw error;
  }
}

function isWasteful({ database }: Connection, share: number): boolean {
  const { free, all } = freePages(database);
  return free >= minFreePages && free >= share * all;
}
