import type { Kysely, Selectable, Transaction } from 'kysely';
import {
  type ApiKey,
  type KeyRecords,
  type Principal,
  type Quota,
  type SessionRecords,
  type StoredKey,
  withoutHash,
} from '../contracts/principal.ts';
import { FootnoteError } from '../errors.ts';
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

type Tx = Transaction<RecordTables>;

/** A stretch of time, in UTC, that a quota is for. */
interface Period {
  /** `2026-11-29`, or `2026-11`. */
  readonly name: string;
  readonly word: 'day' | 'month';
  /** When the next one begins, in milliseconds. */
  readonly renewsAtMs: number;
  readonly questions: number | undefined;
  readonly tokens: number | undefined;
}

function periodsOf(quota: Quota, now: Date): readonly Period[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const iso = now.toISOString();
  const { questionsPerDay, questionsPerMonth, tokensPerDay, tokensPerMonth } = quota;
  const periods: readonly Period[] = [
    {
      name: iso.slice(0, 10),
      word: 'day',
      renewsAtMs: Date.UTC(year, month, day + 1),
      questions: questionsPerDay,
      tokens: tokensPerDay,
    },
    {
      name: iso.slice(0, 7),
      word: 'month',
      renewsAtMs: Date.UTC(year, month + 1, 1),
      questions: questionsPerMonth,
      tokens: tokensPerMonth,
    },
  ];
  return periods.filter(({ questions, tokens }) => questions !== undefined || tokens !== undefined);
}

/**
 * Counts one question of a key in each period of its quota. Where one is used up nothing is counted: the transaction
 * has to be given up. Each row is read and counted in one statement, so that processes that count at once count both.
 * Errors: `quota_exceeded`.
 */
async function countQuestion(tx: Tx, keyId: string, quota: Quota, now: Date): Promise<void> {
  for (const period of periodsOf(quota, now)) {
    const { name, questions = Infinity, tokens = Infinity } = period;
    const used = await tx
      .insertInto('key_usage')
      .values({ key_id: keyId, period: name, questions: 1, tokens: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['key_id', 'period'])
          .doUpdateSet((where) => ({ questions: where('key_usage.questions', '+', 1) })),
      )
      .returning(['questions', 'tokens'])
      .executeTakeFirstOrThrow();
    if (used.questions > questions) throw exceeded(period, questions, 'questions', now);
    if (used.tokens >= tokens) throw exceeded(period, tokens, 'tokens', now);
  }
}

/** Counts what a model has read and written for a key. */
async function countTokens(
  tx: Tx,
  { keyId, quota, tokens, now }: { keyId: string; quota: Quota; tokens: number; now: Date },
): Promise<void> {
  for (const { name } of periodsOf(quota, now)) {
    await tx
      .updateTable('key_usage')
      .set((where) => ({ tokens: where('tokens', '+', tokens) }))
      .where('key_id', '=', keyId)
      .where('period', '=', name)
      .execute();
  }
}

function exceeded({ word, renewsAtMs }: Period, limit: number, what: string, now: Date): FootnoteError {
  const seconds = Math.max(1, Math.ceil((renewsAtMs - now.getTime()) / 1000));
  const renewsAt = new Date(renewsAtMs).toISOString();
  return new FootnoteError('quota_exceeded', { limit, what, period: word, renewsAt, seconds });
}

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
