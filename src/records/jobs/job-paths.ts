import { resolve } from 'node:path';
import type { JobRow } from '../schema.ts';

/** Where a job ran; in rows from before it was kept, here. */
export type JobPlace = Pick<JobRow, 'directory'>;

/** A path that was given to a job, in full. */
export function fullPath(path: string, { directory }: JobPlace): string {
  return resolve(directory ?? process.cwd(), path);
}
