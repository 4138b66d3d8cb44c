import { describe, expect, test } from 'vitest';
import type { StoredKey } from '../contracts/principal.ts';
import { openedRecords, recordKinds } from './opened-records.test-support.ts';

const key: StoredKey = {
  id: 'fn_000000000001',
  name: 'website',
  hash: 'ab'.repeat(32),
  role: 'read',
  collections: ['handbook', 'faq'],
  groups: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};
const { hash: _, ...shown } = key;

describe.each(recordKinds)('keys in records on %s', (on) => {
  test('are found as they were kept, by every process, and listed without what proves them', async () => {
    const { records, reopen } = await openedRecords(on);
    expect(await records.keys.list()).toEqual([]);
    expect(await records.keys.find(key.id)).toBeUndefined();
    await records.keys.add(key);
    const later: StoredKey = {
      ...key,
      id: 'fn_000000000002',
      role: 'admin',
      collections: 'all',
      groups: 'all',
      createdAt: '2026-02-01T00:00:00.000Z',
      expiresAt: '2027-01-01T00:00:00.000Z',
    };
    await records.keys.add(later);
    const other = await reopen();
    expect(await other.keys.find(key.id)).toEqual(key);
    expect(await other.keys.find(later.id)).toEqual(later);
    const { hash: __, ...laterShown } = later;
    expect(await other.keys.list()).toEqual([laterShown, shown]);
  });

  test('are revoked once, and stay', async () => {
    const { records } = await openedRecords(on);
    await records.keys.add(key);
    const revokedAt = '2026-03-01T00:00:00.000Z';
    expect(await records.keys.revoke('fn_00000000000f', revokedAt)).toBeUndefined();
    expect(await records.keys.revoke(key.id, revokedAt)).toEqual({ ...shown, revokedAt });
    expect(await records.keys.revoke(key.id, '2026-04-01T00:00:00.000Z')).toEqual({ ...shown, revokedAt });
    expect(await records.keys.find(key.id)).toEqual({ ...key, revokedAt });
  });

  test('know when they were used last', async () => {
    const { records } = await openedRecords(on);
    await records.keys.add(key);
    const lastUsedAt = '2026-05-01T00:00:00.000Z';
    await records.keys.noteUse(
      new Map([
        [key.id, lastUsedAt],
        ['fn_00000000000f', lastUsedAt],
      ]),
    );
    expect(await records.keys.list()).toEqual([{ ...shown, lastUsedAt }]);
  });

  test('whose lists cannot be read are refused, not taken for keys to everything', async () => {
    const { records, query } = await openedRecords(on);
    await records.keys.add(key);
    await query(`update api_keys set collections = '["handb' where id = '${key.id}'`);
    await expect(records.keys.find(key.id)).rejects.toMatchObject({ code: 'store_corrupt' });
  });
});
