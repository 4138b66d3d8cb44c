import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CompactCopy } from './compact-copy-thread.ts';

/**
 * Copies a SQLite file as of one moment without the pages that are free in it, and so that free pages of the copy can
 * be given back. On a thread: nothing else would have its turn until SQLite is done. The target must not exist.
 * Errors: those of SQLite.
 */
export async function copyCompactly(file: string, target: string): Promise<void> {
  // The thread's body is TypeScript in a clone and JavaScript in the package, like this file.
  const body = new URL(`./compact-copy-thread${extname(import.meta.url)}`, import.meta.url);
  // Flags of the process may not suit a file: one started with --input-type could start no thread.
  const thread = new Worker(body, { execArgv: [], workerData: { file, target } satisfies CompactCopy });
  await once(thread, 'exit');
}
