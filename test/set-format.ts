import { DatabaseSync } from 'node:sqlite';

/** Makes a store one that another version has written. */
export function setFormat(file: string, other: (current: number) => number): void {
  const database = new DatabaseSync(file);
  const current = Number(database.prepare('pragma user_version').get()?.['user_version']);
  database.exec(`pragma user_version = ${other(current)}`);
  database.close();
}
