import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { JobRow } from '../schema.ts';

/** A job that has not been heard of for this long is dead even if its process id is in use again. */
export const silenceLimitMs = 10 * 60_000;

/** The order in which jobs began, whatever the clock said. */
export const asBegun = sql`jobs.rowid`;

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
  if (silenceMs(job.heartbeat_at) > silenceLimitMs) return false;
  return job.host !== hostname() || processExists(job.pid);
}

/**
 * Milliseconds since a job was heard of. One heard of in the future is not alive for it: the clock was set back since,
 * and who is at work says so with the new time within a second.
 */
export function silenceMs(heartbeatAt: string): number {
  return Math.abs(Date.now() - Date.parse(heartbeatAt));
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
