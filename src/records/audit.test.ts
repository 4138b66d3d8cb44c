import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TimedAct } from '../contracts/question-log.ts';
import type { Records } from '../contracts/records.ts';
import { type OpenedRecords, openedRecords, recordKinds } from './opened-records.test-support.ts';

const all = { limit: 100, offset: 0 };

function act(target: string, changes: Partial<TimedAct> = {}): TimedAct {
  return {
    at: '2026-05-01T10:00:00.000Z',
    actor: 'fn_0a1b2c3d4e5f',
    action: 'document.remove',
    collection: 'default',
    target,
    clientAddress: '192.0.2.7',
    outcome: 'ok',
    ...changes,
  };
}

describe.each(recordKinds)('the audit log on %s', (on) => {
  let query: OpenedRecords['query'];
  let reopen: OpenedRecords['reopen'];
  let records: Records;

  beforeEach(async () => {
    ({ query, records, reopen } = await openedRecords(on));
  });

  test('has entries in the order in which they came, and gives the latest first, page by page, to every process', async () => {
    await records.audit.add([act('a'), act('b')], 0, { hashed: false });
    await records.audit.add([act('c', { actor: 'local', clientAddress: null })], 0, { hashed: false });
    const other = await reopen();
    const { entries, matching } = await other.audit.read(all);
    expect(entries.map(({ target, client }) => [target, client])).toEqual([
      ['c', null],
      ['b', '192.0.2.7'],
      ['a', '192.0.2.7'],
    ]);
    expect(matching).toBe(3);
    const page = await other.audit.read({ limit: 1, offset: 1 });
    expect([page.matching, page.entries.map(({ target }) => target)]).toEqual([3, ['b']]);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
  });

  test('selects by who, what and when', async () => {
    await records.audit.add(
      [
        act('a'),
        act('b', { actor: 'local' }),
        act('c', { action: 'search', at: '2026-05-02T00:00:00.000Z', outcome: 'document_unknown' }),
      ],
      0,
      { hashed: false },
    );
    const targets = async (options: Parameters<Records['audit']['read']>[0]) =>
      (await records.audit.read(options)).entries.map(({ target }) => target);
    expect(await targets({ ...all, actor: 'local' })).toEqual(['b']);
    expect(await targets({ ...all, action: 'search' })).toEqual(['c']);
    expect(await targets({ ...all, since: '2026-05-02T00:00:00.000Z' })).toEqual(['c']);
    expect(await targets({ ...all, until: '2026-05-02T00:00:00.000Z' })).toEqual(['b', 'a']);
  });

  test('keeps hashes of addresses under the key of the day', async () => {
    await records.audit.add([act('a')], 0, { hashed: true });
    const [row] = (await query('select key from hash_keys')) as { key: Uint8Array }[];
    const { entries } = await records.audit.read(all);
    expect(entries[0]?.client).toBe(
      createHmac('sha256', row?.key ?? '')
        .update('192.0.2.7')
        .digest('hex'),
    );
  });

  test('says how many entries were lost', async () => {
    await records.audit.add([act('a')], 7, { hashed: false });
    const { entries } = await records.audit.read(all);
    expect(entries[0]).toMatchObject({ actor: 'footnote', action: 'lost', target: '7', outcome: 'ok' });
    expect(entries).toHaveLength(2);
  });

  test('is never changed, and loses only what is older than a moment', async () => {
    await records.audit.add([act('a'), act('b', { at: '2026-05-03T00:00:00.000Z' })], 0, { hashed: false });
    await expect(query(`update audit_log set actor = 'nobody'`)).rejects.toThrow(/never changed/);
    const before = '2026-05-02T00:00:00.000Z';
    const expire = (day: string) => records.audit.expire({ before, now: `${day}T12:00:00.000Z` });
    // A clock that was never seen before may be wrong.
    expect(await expire('2026-06-01')).toBe(0);
    expect(await expire('2026-06-02')).toBe(1);
    const { entries } = await records.audit.read(all);
    expect(entries.map(({ target, actor }) => [target, actor])).toEqual([['b', 'fn_0a1b2c3d4e5f']]);
  });
});
