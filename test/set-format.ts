import { DatabaseSync } from 'node:sqlite';

/** Makes a store one of which another version has written the search index. */
export function setFormat(file: string, other: (current: number) => number): void {
  const database = new DatabaseSync(file);
  const current = Number(database.prepare('select format from engine_state').get()?.['format']);
  database.prepare('update engine_state set format = ?').run(other(current));
  database.close();
}
