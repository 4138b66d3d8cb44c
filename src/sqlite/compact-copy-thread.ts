/** The body of the thread that {@link copyCompactly} starts. */
import { workerData } from 'node:worker_threads';
import { openDatabase } from './open-database.ts';

/** What the thread is given. */
export interface CompactCopy {
  readonly file: string;
  readonly target: string;
}

const { file, target } = workerData as CompactCopy;
const database = openDatabase(file, { readOnly: true });
try {
  // Of the copy: https://www.sqlite.org/pragma.html#pragma_auto_vacuum
  database.exec('pragma auto_vacuum = incremental');
  database.prepare('vacuum into ?').run(target);
} finally {
  database.close();
}
