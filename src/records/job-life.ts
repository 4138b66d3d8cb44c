import { hostname } from 'node:os';
import type { JobRow } from './schema.ts';

/** A job that has not been heard of for this long is dead even if its process id is in use again. */
export const silenceLimitMs = 10 * 60_000;

/** The columns that {@link isRunning} looks at. */
export const lifeOfJob = ['jobs.state', 'jobs.host', 'jobs.pid', 'jobs.heartbeat_at'] as const;

/** Whether the process that registered the job can still be at work on it. */
export function isRunning(
  job: {
    readonly [Column in 'state' | 'host' | 'pid' | 'heartbeat_at']: JobRow[Column] | null;
  },
): boolean {
  if (job.state !== 'running' || job.host === null || job.pid === null || job.heartbeat_at === null)
    return false;
  if (Date.now() - Date.parse(job.heartbeat_at) > silenceLimitMs) return false;
  return job.host !== hostname() || processExists(job.pid);
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
