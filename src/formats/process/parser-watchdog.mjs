/**
 * A thread beside the parsers in their process: ends the process where it holds too much memory, or where the one
 * that started it is gone. The thread with the parsers may be in a loop and see neither.
 *
 * Plain JavaScript: every start of a parser would wait for this thread to load what strips types.
 */
import { writeSync } from 'node:fs';
import process, { kill, memoryUsage, pid, ppid } from 'node:process';
import { workerData } from 'node:worker_threads';

/**
 * What the thread is started with.
 * @typedef {{ readonly maxResidentBytes: number }} WatchdogStart
 */

/** Left on standard error by a process that was ended for its memory. */
export const memoryNote = 'The parser holds too much memory.';

const intervalMs = 50;
const standardError = 2;

/** @param {WatchdogStart} start */
function watch({ maxResidentBytes }) {
  const parent = ppid;
  setInterval(() => {
    if (memoryUsage.rss() > maxResidentBytes) {
      writeSync(standardError, memoryNote);
      kill(pid, 'SIGKILL');
    }
    if (!isAlive(parent)) kill(pid, 'SIGKILL');
  }, intervalMs);
}

/**
 * A process whose parent is gone gets another one, except on Windows.
 * @param {number} parent
 */
function isAlive(parent) {
  try {
    kill(parent, 0);
    return process.ppid === parent;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

if (workerData) watch(workerData);
