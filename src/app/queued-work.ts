import { resolve } from 'node:path';
import type { QueuedWork, WorkQueue } from '../contracts/job.ts';
import { isAborted, isFootnoteError, settingInvalid } from '../errors.ts';
import { schemeOf } from '../files/source-address.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { openStore } from './store.ts';

/** What a worker tells of a piece of work. */
export type WorkEvent =
  | { readonly work: QueuedWork; readonly event: 'begun' }
  | { readonly work: QueuedWork; readonly event: 'done' | 'failed' | 'stopped'; readonly error?: unknown };

/** What one queues. Paths are those of this process, and workers must see them too. */
export type WorkToQueue = Omit<QueuedWork, 'jobId'>;

/**
 * Leaves work to whichever worker is free, and returns the id of its job. Errors: `config_invalid` where the records
 * are in a file, `package_missing`, and those of the records.
 */
export async function queueWork(config: Config, { paths, ...rest }: WorkToQueue): Promise<string> {
  const work = { ...rest, paths: paths.map((path) => (schemeOf(path) ? path : resolve(path))) };
  const queue = await openQueue(config, { isWorker: false });
  try {
    const { records } = await openStore(config.store, config.records);
    try {
      const isLimited = Boolean(work.include?.length || work.exclude?.length);
      return await records.jobs.queue({ ...work, isLimited }, (jobId, execute) =>
        queue.send({ ...work, jobId }, execute),
      );
    } finally {
      await records.close();
    }
  } finally {
    await queue.close();
  }
}

/**
 * Does queued work until the signal is aborted. What is then being done stops, and is left to another worker. Errors:
 * those of {@link queueWork}.
 */
export async function doQueuedWork(
  config: Config,
  footnote: Pick<Footnote, 'ingest' | 'reindex'>,
  {
    signal,
    onEvent = () => {},
    onReady = () => {},
  }: {
    readonly signal: AbortSignal;
    readonly onEvent?: (event: WorkEvent) => void;
    /** Called once the queue is open. */
    readonly onReady?: () => void;
  },
): Promise<void> {
  const queue = await openQueue(config, { isWorker: true });
  try {
    onReady();
    await queue.take((work, stopped) => doWork(footnote, work, { signal: stopped, onEvent }), signal);
  } finally {
    await queue.close();
  }
}

/** Rejects where it is to be done again. */
async function doWork(
  footnote: Pick<Footnote, 'ingest' | 'reindex'>,
  work: QueuedWork,
  { signal, onEvent }: { readonly signal: AbortSignal; readonly onEvent: (event: WorkEvent) => void },
): Promise<void> {
  onEvent({ work, event: 'begun' });
  const { kind, paths, ...options } = work;
  try {
    const { jobId, collection } = options;
    await (kind === 'ingest'
      ? footnote.ingest(paths, { ...options, signal })
      : footnote.reindex({ jobId, collection, signal }));
    onEvent({ work, event: 'done' });
  } catch (error) {
    onEvent({ work, event: isAborted(error) ? 'stopped' : 'failed', error });
    // Whoever cancelled the job has its will; a worker that goes leaves it to others.
    if (signal.aborted || (isFootnoteError(error) && error.retryable && !isAborted(error))) throw error;
  }
}

/**
 * The queue of work beside the records. Errors: `config_invalid` where they are in a file, `package_missing`, and those
 * of the server.
 * @param isWorker whether work is taken, or only put there
 */
export async function openQueue(
  { records }: Config,
  { isWorker }: { readonly isWorker: boolean },
): Promise<WorkQueue> {
  if (records.kind !== 'postgresql')
    throw settingInvalid(
      'records.kind: a queue of work needs records on a server; set it to postgresql, and records.url',
    );
  const { bossQueue } = await import('../postgresql/boss-queue.ts');
  return bossQueue({ ...records, isWorker });
}
