import type { WorkToQueue } from '../app/queued-work.ts';
import type { Session } from './run-command.ts';

/** Queues work on the collection of the settings, and prints how to follow it. */
export async function leaveToWorker(
  work: Omit<WorkToQueue, 'collection'>,
  { config, output }: Session,
): Promise<void> {
  const { collection } = config;
  const { queueWork } = await import('../app/queued-work.ts');
  const job = await queueWork(config, { ...work, collection });
  output.result({ job }, () =>
    output.remedy(`Queued as job ${job}. Follow it with: footnote jobs show ${job}`),
  );
}
