import { describe, expect, test } from 'vitest';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  test('the last 200 jobs are kept, those that were killed counted among them, and what runs or may go on', async () => {
    const { query, records } = await openedRecords(on);
    const work = { collection: 'default', kind: 'ingest', paths: [] } as const;
    const { id } = await records.jobs.start(work);
    const same = 'collection, kind, state, paths, is_limited, directory, host, pid';
    const killed = Array.from(
      { length: 205 },
      (_, number) => `insert into jobs (id, started_at, heartbeat_at, ${same})
        select 'killed ${number}', '2099-01-01', '2020-01-01T00:00:00.000Z', ${same} from jobs where id = '${id}'`,
    );
    const hourAgo = new Date(Date.now() - 3600_000).toISOString();
    // Not yet gone on with by another worker.
    const waiting = `insert into jobs (id, started_at, heartbeat_at, ${same})
      select 'waiting', '2099-01-01', '${hourAgo}', ${same} from jobs where id = '${id}'`;
    await query([waiting, ...killed].join(';'));
    const last = await records.jobs.start(work);
    await last.finish({ state: 'done' });
    const left = await records.jobs.list('default');
    expect(left.filter(({ state }) => state === 'interrupted')).toHaveLength(200);
    expect(left.map((job) => job.id)).toContain('waiting');
    expect(left.filter(({ state }) => state === 'running').map((job) => job.id)).toEqual([id]);
    expect(left).toHaveLength(202);
    // The latest by when it began, whatever the clock said then.
    expect(left[0]?.id).toBe(last.id);
  });

  test('a job is listed with its report, and can be told to stop by another connection', async () => {
    const { records, reopen } = await openedRecords(on);
    const job = await records.jobs.start({ collection: 'default', kind: 'ingest', paths: ['docs'] });
    const other = await reopen();
    expect(await other.jobs.list('default')).toMatchObject([
      { id: job.id, state: 'running', paths: ['docs'] },
    ]);
    expect(await other.jobs.cancel(job.id)).toBe(true);
    await new Promise((resolve) => job.cancelled.addEventListener('abort', resolve, { once: true }));
    expect(job.cancelled.reason).toMatchObject({ code: 'aborted', details: { by: 'request' } });
    await job.finish({ state: 'cancelled', cancelledBy: 'request' });
    expect(await records.jobs.list('default')).toMatchObject([
      { state: 'cancelled', cancelledBy: 'request', error: null, finishedAt: expect.any(String) },
    ]);
    expect(await records.jobs.cancel(job.id)).toBe(false);
  });
});
