import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from './open-database.ts';
import { storeError } from './store-error.ts';

/**
 * What `read` finds in a SQLite file that is opened for it, is not changed, and is closed behind it. Errors: those of
 * {@link openDatabase} and of `read`, of which those of SQLite are as {@link storeError} has them.
 */
export async function readDatabase<Result>(
  file: string,
  read: (database: DatabaseSync) => Result | Promise<Result>,
): Promise<Result> {
  const database = openDatabase(file, { readOnly: true });
  try {
    return await read(database);
  } catch (error) {
    throw storeError(error, file);
  } finally {
    database.close();
  }
}
