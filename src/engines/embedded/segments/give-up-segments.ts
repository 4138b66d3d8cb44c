import { openDatabase } from '../../../sqlite/open-database.ts';
import { writeTransaction } from '../../../sqlite/write-transaction.ts';

/**
 * Gives up segments in which {@link checkStore} found damage, so that the next search of their index builds them anew
 * from the rows: by itself it notices only the damage in what it reads of them. Errors: those of writing.
 */
export async function giveUpSegments(file: string, segments: readonly number[]): Promise<void> {
  const database = openDatabase(file);
  try {
    await writeTransaction(database, () => {
      // No body is empty: one that is said to be is damaged.
      const giveUp = database.prepare('update engine_segments set body_bytes = 0 where id = ?');
      for (const id of segments) giveUp.run(id);
    });
  } finally {
    database.close();
  }
}
