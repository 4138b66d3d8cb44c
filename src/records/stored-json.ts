import type { DatabaseSync } from 'node:sqlite';
import { FootnoteError } from '../errors.ts';

/** What a column holds as JSON; undefined where the disk gave back what nobody has written. */
export function legibleJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** {@link legibleJson} of what nothing goes on without. Errors: `store_corrupt`. */
export function storedJson(json: string, database: DatabaseSync): unknown {
  const value = legibleJson(json);
  if (value !== undefined) return value;
  const problem = 'what is known of a document cannot be read';
  throw new FootnoteError('store_corrupt', { path: database.location() ?? '', problem });
}
