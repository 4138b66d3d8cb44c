import type { Kysely, Selectable } from 'kysely';
import { type ApiKey, type KeyRecords, type StoredKey, withoutHash } from '../contracts/api-key.ts';
import { countQuestion, countTokens } from './key-usage.ts';
import type { RecordDatabase } from './records.ts';
import type { ApiKeyRow, RecordTables } from './schema.ts';
import { storedJson } from './stored-json.ts';

/** See `KeyRecords`. */
export function keyRecords({ db, reader, questions }: RecordDatabase): KeyRecords {
  return {
    async add({ id, name, hash, role, collections, groups, createdAt, expiresAt, quota }) {
      const row = {
        id,
        name,
        hash,
        role,
        created_at: createdAt,
        expires_at: expiresAt,
        collections: listed(collections),
        groups: listed(groups),
        last_used_at: null,
        revoked_at: null,
        quota: quota ? JSON.stringify(quota) : null,
      };
      await db.insertInto('api_keys').values(row).execute();
    },

    find: (id) => find(reader, id),

    async list() {
      const rows = await reader
        .selectFrom('api_keys')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map((row) => withoutHash(toStored(reader, row)));
    },

    async revoke(id, revokedAt) {
      await db
        .updateTable('api_keys')
        .set({ revoked_at: revokedAt })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      const key = await find(db, id);
      return key && withoutHash(key);
    },

    countQuestion: (...counted) => questions((tx) => countQuestion(tx, ...counted)),
    countTokens: (keyId, quota, tokens, now) =>
      questions((tx) => countTokens(tx, { keyId, quota, tokens, now })),

    noteUse: (uses) =>
      questions(async (tx) => {
        for (const [id, usedAt] of uses)
          await tx.updateTable('api_keys').set({ last_used_at: usedAt }).where('id', '=', id).execute();
      }),
  };
}

async function find(db: Kysely<RecordTables>, id: string): Promise<StoredKey | undefined> {
  const row = await db.selectFrom('api_keys').where('id', '=', id).selectAll().executeTakeFirst();
  return row && toStored(db, row);
}

/** Null stands for all. */
function listed(names: ApiKey['groups']): string | null {
  return names === 'all' ? null : JSON.stringify(names);
}

/** Errors: `store_corrupt` where it cannot be read what the key may see: it must not become all. */
function toStored(db: Kysely<RecordTables>, row: Selectable<ApiKeyRow>): StoredKey {
  const { id, name, hash, role } = row;
  const names = (column: 'collections' | 'groups') => {
    const json = row[column];
    return json === null ? 'all' : (storedJson(db, json, `api_keys.${column}`, id) as readonly string[]);
  };
  return {
    id,
    name,
    hash,
    role,
    collections: names('collections'),
    groups: names('groups'),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    ...(row.quota !== null && { quota: storedJson(db, row.quota, 'api_keys.quota', id) }),
  };
}
