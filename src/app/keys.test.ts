import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Keys } from './keys.ts';
import { storeFile } from './store.ts';
import { StoredCollections } from './stored-collections.ts';

/** Keys over a new store, and what opens them again as another process does. */
function newKeys() {
  const directory = mkdtempSync(join(tmpdir(), 'footnote-keys-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const open = (options?: ConstructorParameters<typeof Keys>[1]) => {
    const collections = new StoredCollections({ directory, configured: 'default' });
    const keys = new Keys(collections, options);
    onTestFinished(async () => {
      await keys.close();
      await collections.close();
    });
    return keys;
  };
  return { directory, open, keys: open() };
}

afterEach(() => vi.useRealTimers());

describe('a key', () => {
  test('is shown once, begins with its id, and is nowhere in the store', async () => {
    const { directory, keys } = newKeys();
    const { key, ...created } = await keys.createKey({ name: 'website' });
    expect(key).toMatch(/^fn_[0-9a-f]{12}_[\w-]{43}$/);
    expect(key.startsWith(`${created.id}_`)).toBe(true);
    expect(created).toMatchObject({ role: 'read', collections: 'all', groups: [], expiresAt: null });
    expect(await keys.listKeys()).toEqual([created]);
    const secret = key.slice(created.id.length + 1);
    for (const file of [storeFile(directory), `${storeFile(directory)}-wal`])
      expect(readFileSync(file).includes(secret)).toBe(false);
  });

  test('is known by every process, and no other is', async () => {
    const { keys, open } = newKeys();
    const { key, ...created } = await keys.createKey({ name: 'a', collections: ['b', 'b'], groups: ['c'] });
    const other = open();
    expect(await other.checkKey(key)).toEqual({ ...created, collections: ['b'] });
    const wrong = [
      '',
      'fn_',
      created.id,
      `${created.id}_`,
      key.slice(0, -1),
      `${key}x`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
      `${created.id}_${randomBytes(32).toString('base64url')}`,
      `fn_${randomBytes(6).toString('hex')}${key.slice(created.id.length)}`,
    ];
    for (const one of wrong) expect(await other.checkKey(one), one).toBeUndefined();
  });

  test('is refused once it is revoked, by every process', async () => {
    const { keys, open } = newKeys();
    const { key, id } = await keys.createKey({ name: 'a' });
    const other = open();
    expect(await other.checkKey(key)).toMatchObject({ id });
    expect(await keys.revokeKey(id)).toMatchObject({ id, revokedAt: expect.any(String) });
    expect(await other.checkKey(key)).toBeUndefined();
    expect(await other.listKeys()).toMatchObject([{ id, revokedAt: expect.any(String) }]);
    await expect(keys.revokeKey('fn_nobody')).rejects.toMatchObject({ code: 'key_unknown' });
  });

  test('is refused from the moment on that it expires', async () => {
    const { keys } = newKeys();
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01T00:00:00Z') });
    const { key } = await keys.createKey({ name: 'a', expiresAt: '2026-01-02' });
    vi.setSystemTime('2026-01-01T23:59:59.999Z');
    expect(await keys.checkKey(key)).toMatchObject({ expiresAt: '2026-01-02T00:00:00.000Z' });
    vi.setSystemTime('2026-01-02T00:00:00Z');
    expect(await keys.checkKey(key)).toBeUndefined();
  });

  test.each([
    [{ name: 'a', expiresAt: '2020-01-01' }, 'expiresAt'],
    [{ name: 'a', expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ name: 'a', role: 'admin', collections: ['b'] }, 'role'],
    [{ name: 'a', role: 'admin', groups: [] }, 'role'],
  ] as const)('is not made of %j', async (options, field) => {
    const { keys } = newKeys();
    await expect(keys.createKey(options)).rejects.toMatchObject({ details: { field } });
    expect(await keys.listKeys()).toEqual([]);
  });
});

test('of a store that is not there, there are none', async () => {
  const { keys } = newKeys();
  expect(await keys.listKeys()).toEqual([]);
  expect(await keys.checkKey(`fn_${'0'.repeat(12)}_${'a'.repeat(43)}`)).toBeUndefined();
  await expect(keys.revokeKey('fn_000000000000')).rejects.toMatchObject({ code: 'key_unknown' });
});

describe('when a key was used last', () => {
  test('is written behind its use, once for many', async () => {
    const { keys, open } = newKeys();
    const { key } = await keys.createKey({ name: 'a' });
    const user = open({ noteDelayMs: 1 });
    await Promise.all(Array.from({ length: 20 }, () => user.checkKey(key)));
    await expect.poll(async () => (await keys.listKeys())[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  test('is written when the store is closed', async () => {
    const { keys, open } = newKeys();
    const { key } = await keys.createKey({ name: 'a' });
    const user = open();
    await user.checkKey(key);
    expect((await keys.listKeys())[0]?.lastUsedAt).toBeNull();
    await user.close();
    expect((await keys.listKeys())[0]?.lastUsedAt).toEqual(expect.any(String));
  });
});
