import type { WorkQueue } from '../contracts/work-queue.ts';
import { settingInvalid } from '../errors.ts';
import type { Config } from '../settings/config.ts';

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
