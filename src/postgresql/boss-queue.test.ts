import { fromPglite } from 'pg-boss';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { QueuedWork, WorkQueue } from '../contracts/job.ts';
import {
  type OpenedRecords,
  openedRecords,
  pgliteDatabase,
  serverUrl,
} from '../records/opened-records.test-support.ts';
import { bossQueue } from './boss-queue.ts';

let opened: OpenedRecords;

beforeEach(async () => {
  opened = await openedRecords('postgresql');
});

/** Opens the queue of the records as a process of its own would. */
async function open(isWorker = false): Promise<WorkQueue> {
  const url = serverUrl();
  const database = url
    ? {}
    : { database: { backend: 'pglite', db: fromPglite(await pgliteDatabase()) } as const };
  const queue = await bossQueue({ url: url ?? '', schema: opened.schema, isWorker, ...database });
  onTestFinished(() => queue.close());
  return queue;
}

/** Puts ingests of these paths in the queue, each a job. */
async function send(queue: WorkQueue, ...paths: string[]): Promise<string[]> {
  const ids = [];
  for (const path of paths) {
    const work = { collection: 'default', kind: 'ingest', paths: [path] } as const;
    ids.push(
      await opened.records.jobs.queue(work, (jobId, execute) => queue.send({ ...work, jobId }, execute)),
    );
  }
  return ids;
}

const statesOf = async () => (await opened.records.jobs.list('default')).map(({ id, state }) => [id, state]);

test('work is in the queue with its job, or neither is', async () => {
  const queue = await open();
  const [id] = await send(queue, '/a');
  const work = { collection: 'default', kind: 'ingest', paths: ['/b'] } as const;
  const failing = opened.records.jobs.queue(work, async (jobId, execute) => {
    await queue.send({ ...work, jobId }, execute);
    throw new Error('the connection breaks');
  });
  await expect(failing).rejects.toThrow('the connection breaks');
  expect(await statesOf()).toEqual([[id, 'queued']]);
  const [row] = await opened.query(`select count(*) as rows from ${opened.schema}_queue.job`);
  expect(row).toEqual({ rows: 1 });
});

test('every piece of work is done by one of several workers, and what one rejects is done again', async () => {
  const stop = new AbortController();
  const begun: QueuedWork[] = [];
  const done: string[] = [];
  const run = (work: QueuedWork): Promise<void> => {
    begun.push(work);
    const isFirst = begun.filter(({ jobId }) => jobId === work.jobId).length === 1;
    if (work.paths[0] === '/fails-once' && isFirst) return Promise.reject(new Error('no room'));
    done.push(work.jobId);
    return Promise.resolve();
  };
  const workers = [await open(true), await open(true)];
  const working = workers.map((worker) => worker.take(run, stop.signal));
  const ids = await send(await open(), '/a', '/fails-once', '/b', '/c');
  await expect.poll(() => done.length).toBe(4);
  stop.abort();
  await Promise.all(working);
  expect(done.toSorted()).toEqual(ids.toSorted());
  expect(begun).toHaveLength(5);
  expect(begun[0]).toEqual({ jobId: ids[0], collection: 'default', kind: 'ingest', paths: ['/a'] });
});

test('a worker that is told to go gives back what it is at', async () => {
  const [first, second] = [await open(true), await open(true)];
  const [leave, stop] = [new AbortController(), new AbortController()];
  const [id] = await send(await open(), '/a');
  const left = first.take(async (_, signal) => {
    const told = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => told.reject(new Error('told to go')));
    leave.abort();
    await told.promise;
  }, leave.signal);
  await left;
  const taken = Promise.withResolvers<string>();
  const working = second.take(async ({ jobId }) => taken.resolve(jobId), stop.signal);
  expect(await taken.promise).toBe(id);
  stop.abort();
  await working;
});

test('a queued job is begun by one process, and again only when that one is gone; not once it was cancelled', async () => {
  const { jobs } = opened.records;
  const [id, other] = (await send(await open(), '/a', '/b')) as [string, string];
  const work = { id, collection: 'default', kind: 'ingest', paths: ['/a'] } as const;
  const job = await jobs.start(work);
  expect(await statesOf()).toEqual([
    [other, 'queued'],
    [id, 'running'],
  ]);
  const elsewhere = await opened.reopen();
  await expect(elsewhere.jobs.start(work)).rejects.toMatchObject({ code: 'job_unknown' });
  await job.finish({ state: 'cancelled', cancelledBy: 'SIGTERM' });
  const again = await elsewhere.jobs.start(work);
  expect(await statesOf()).toContainEqual([id, 'running']);
  await again.finish({ state: 'done' });
  await expect(jobs.start(work)).rejects.toMatchObject({ code: 'job_unknown' });

  expect(await jobs.cancel(other)).toBe(true);
  expect(await statesOf()).toContainEqual([other, 'cancelled']);
  await expect(jobs.start({ ...work, id: other })).rejects.toMatchObject({ code: 'job_unknown' });
});
