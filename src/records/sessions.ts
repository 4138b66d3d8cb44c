import type { Principal, SessionRecords } from '../contracts/principal.ts';
import type { RecordDatabase } from './records.ts';
import { storedJson } from './stored-json.ts';

/** See `SessionRecords`. */
export function sessionRecords({ db, reader }: RecordDatabase): SessionRecords {
  return {
    add: ({ hash, keyId, principal, expiresAt }) =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('sessions').where('expires_at', '<=', new Date().toISOString()).execute();
        const row = { hash, key_id: keyId ?? null, principal: principal ? JSON.stringify(principal) : null };
        await tx
          .insertInto('sessions')
          .values({ ...row, expires_at: expiresAt })
          .execute();
      }),

    async find(hash) {
      const row = await reader
        .selectFrom('sessions')
        .where('hash', '=', hash)
        .where('expires_at', '>', new Date().toISOString())
        .selectAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const { key_id: keyId, principal, expires_at: expiresAt } = row;
      return {
        hash,
        expiresAt,
        ...(keyId !== null && { keyId }),
        ...(principal !== null && {
          principal: storedJson(reader, principal, 'sessions.principal', hash) as Principal,
        }),
      };
    },

    async remove(hash) {
      await db.deleteFrom('sessions').where('hash', '=', hash).execute();
    },
  };
}
