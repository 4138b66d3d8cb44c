import type { ConstructorOptions, Job } from 'pg-boss';
import type { QueuedWork, WorkQueue } from '../contracts/job.ts';
import { loadClient } from '../servers/server-calls.ts';
import { type PostgresqlAddress, signedIn } from './postgresql-pool.ts';

/** Name of the only queue. */
const queue = 'work';

/** How the queue deals with work. */
const policy = {
  /** A worker that was killed is missed after so long: longer than a job of the records may be silent. */
  heartbeatSeconds: 90,
  /** The longest there is; work that takes longer goes on, and whoever is given it again finds that. */
  expireInSeconds: 24 * 3600,
  retryLimit: 5,
  retryDelay: 2,
  retryBackoff: true,
};

export interface BossQueueOptions extends PostgresqlAddress {
  /** That of the records; the queue has another beside it. */
  readonly schema: string;
  /** Whether work is taken here, and looked after. Default false. */
  readonly isWorker?: boolean;
  /** The database where it is not at the address, and what it is to pg-boss. */
  readonly database?: Pick<ConstructorOptions, 'backend' | 'db'>;
}

/**
 * A queue in PostgreSQL by pg-boss, whose tables are made where they are missing. Errors: `package_missing`, and those
 * of `pg`.
 */
export async function bossQueue(options: BossQueueOptions): Promise<WorkQueue> {
  const { PgBoss } = await loadClient('pg-boss', 'A queue of work', () => import('pg-boss'));
  const { schema, isWorker = false, database = { connectionString: signedIn(options), max: 3 } } = options;
  const boss = new PgBoss({
    ...database,
    schema: `${schema}_queue`,
    application_name: 'footnote worker',
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  // It tries again by itself; a call that fails says so.
  boss.on('error', () => {});
  const close = () => boss.stop({ graceful: false });
  try {
    await boss.start();
    await boss.createQueue(queue, policy);
    // Nothing: what it reads of the queue first is then not read within the transaction of a job.
    await boss.insert(queue, []);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async send(work, execute) {
      const db = {
        executeSql: async (text: string, values?: unknown[]) => ({
          rows: [...(await execute(text, values)).rows],
        }),
      };
      await boss.send(queue, work, { db });
    },

    async take(run, signal) {
      const atWork = new Set<Promise<void>>();
      const handle = async ([job]: Job<QueuedWork>[]) => {
        if (!job) return;
        const working = run(job.data, AbortSignal.any([signal, job.signal]));
        atWork.add(working);
        await working.finally(() => atWork.delete(working));
      };
      const worker = await boss.work<QueuedWork>(
        queue,
        { pollingIntervalSeconds: 0.5, batchSize: 1 },
        handle,
      );
      if (!signal.aborted)
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await Promise.allSettled(atWork);
      // What was stopped is given back before this process goes.
      await boss.offWork(queue, { id: worker, wait: true });
    },

    close,
  };
}
