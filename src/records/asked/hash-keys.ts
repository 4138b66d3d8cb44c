import { createHmac, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { RecordTables } from '../schema.ts';

/**
 * The key of this day (UTC), made where there is none. Keys of other days are dropped: what was hashed under them
 * can be compared with nothing any more, nor found out by trying all addresses.
 */
export async function keyOfToday(tx: Transaction<RecordTables>): Promise<Uint8Array> {
  const day = new Date().toISOString().slice(0, 10);
  const known = await tx.selectFrom('hash_keys').where('day', '=', day).select('key').executeTakeFirst();
  if (known) return known.key;
  const key = randomBytes(32);
  await tx.deleteFrom('hash_keys').execute();
  await tx.insertInto('hash_keys').values({ day, key }).execute();
  return key;
}

/** HMAC-SHA-256 (RFC 2104), hexadecimal. */
export function keyedHash(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
