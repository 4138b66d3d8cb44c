import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JobWork } from '../../contracts/job.ts';
import { openedRecords, recordKinds } from '../opened-records.test-support.ts';

describe.each(recordKinds)('records on %s', (on) => {
  /** Records with a job over the folder `docs`, and a way to start others and ask whether they wait. */
  async function startOne(kind: JobWork['kind'] = 'ingest') {
    const { folder, query, records } = await openedRecords(on);
    const docs = join(folder, 'docs');
    mkdirSync(join(docs, 'in'), { recursive: true });
    const first = await records.jobs.start({ collection: 'default', kind, paths: [docs] });
    const isMadeToWait = async (paths: readonly string[], work: Partial<JobWork> = {}) => {
      const job = await records.jobs.start({ collection: 'default', kind: 'ingest', paths, ...work });
      const stop = new AbortController();
      const waitedFor: string[] = [];
      const onWait = (id: string) => {
        waitedFor.push(id);
        stop.abort();
      };
      const outcome = await job
        .turn({ signal: stop.signal, onWait })
        .catch((error: { code?: string }) => error.code);
      await job.finish({ state: 'done' });
      expect(outcome).toBe(waitedFor.length === 0 ? undefined : 'aborted');
      expect(waitedFor.every((id) => id === first.id)).toBe(true);
      return waitedFor.length > 0;
    };
    return { folder, query, docs, first, isMadeToWait };
  }

  test('an ingest waits for an earlier one over some of the same files, however they are named', async () => {
    const { folder, docs, isMadeToWait } = await startOne();
    symlinkSync(docs, join(folder, 'link'));
    for (const path of [docs, `${docs}/in/a.md`, folder, join(folder, 'link/in')])
      expect(await isMadeToWait([join(folder, 'elsewhere'), path])).toBe(true);
    for (const path of [`${docs}-old`, join(folder, 'elsewhere')])
      expect(await isMadeToWait([path])).toBe(false);
    expect(await isMadeToWait([docs], { collection: 'another' })).toBe(false);
    expect(await isMadeToWait([docs], { kind: 'reindex' })).toBe(false);
  });

  test('it goes on once the other has ended, and waits for no reindex', async () => {
    const { docs, first, isMadeToWait } = await startOne();
    expect(await isMadeToWait([docs])).toBe(true);
    await first.finish({ state: 'cancelled', cancelledBy: 'SIGINT' });
    expect(await isMadeToWait([docs])).toBe(false);
    const reindexing = await startOne('reindex');
    expect(await reindexing.isMadeToWait([reindexing.docs])).toBe(false);
  });

  test('nobody waits for a job whose process is gone or has been silent', async () => {
    // On a server, another machine may have a process of that id.
    if (on === 'sqlite') {
      const { query, docs, isMadeToWait } = await startOne();
      const { pid } = spawnSync('true');
      await query(`update jobs set pid = ${pid}`);
      expect(await isMadeToWait([docs])).toBe(false);
    }
    // In the future: the clock has been set back.
    for (const silenceMs of [60_000, -60_000]) {
      const silent = await startOne();
      const heardOf = new Date(Date.now() - silenceMs).toISOString();
      await silent.query(`update jobs set heartbeat_at = '${heardOf}'`);
      expect(await silent.isMadeToWait([silent.docs])).toBe(false);
    }
  });
});
