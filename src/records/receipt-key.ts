import { generateKeyPairSync } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { RecordTables } from './schema.ts';

/** The private key that receipts of this store are signed with, PKCS #8 in PEM; made with the first. */
export async function receiptKey(db: Kysely<RecordTables>): Promise<string> {
  const held = await heldReceiptKey(db);
  if (held !== undefined) return held;
  return db.transaction().execute(async (tx) => {
    // Another process may have made one a moment ago.
    const made = await heldReceiptKey(tx);
    if (made !== undefined) return made;
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await tx.insertInto('receipt_keys').values({ private_key: pem }).execute();
    return pem;
  });
}

/** That key where there is one. */
export async function heldReceiptKey(db: Kysely<RecordTables>): Promise<string | undefined> {
  const row = await db.selectFrom('receipt_keys').select('private_key').executeTakeFirst();
  return row?.private_key;
}
