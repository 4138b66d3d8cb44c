import type { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import { isBusy, storeError } from './store-error.ts';

const shortestWaitMs = 2;
const longestWaitMs = 100;

export interface TransactionOptions {
  /** How long to wait for another writer before `store_busy`. Default 30 000. */
  readonly waitMs?: number;
  /** Gives up waiting, and between steps rolls back, with `aborted`. */
  readonly signal?: AbortSignal;
}

/**
 * Runs `work` inside one `BEGIN IMMEDIATE` transaction and commits; where `work` throws, nothing of it stays.
 * Waits for other writers without stopping the event loop. `work` is called once, after the lock is held.
 * Errors: `store_busy`, `store_full`, `store_read_only`, `store_corrupt`, `store_unavailable`, `aborted`.
 */
export function writeTransaction<T>(
  database: DatabaseSync,
  work: () => T,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(database, work, options);
}

/**
 * Like {@link writeTransaction} for long work: at each `yield` the event loop gets its turn while the transaction
 * stays open. Use a connection that nothing else reads from, since it would see what is not committed yet.
 */
export function writeTransactionInSteps<T>(
  database: DatabaseSync,
  work: () => Generator<void, T>,
  options: TransactionOptions = {},
): Promise<T> {
  return inTransaction(database, () => runSteps(work(), options.signal), options);
}

function inTransaction<T>(
  database: DatabaseSync,
  work: () => T | Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  return inTurn(database, async () => {
    await retryWhileBusy(database, () => database.exec('begin immediate'), options);
    try {
      const result = await work();
      database.exec('commit');
      return result;
    } catch (error) {
      // A full disk or a failed write may have rolled the transaction back already.
      if (database.isTransaction) database.exec('rollback');
      throw storeError(error, pathOf(database));
    }
  });
}

/**
 * Runs a generator to its end with the event loop's turn at every `yield`.
 * Errors: what the generator throws; `aborted`, which the generator sees as its `finally` blocks running.
 */
export async function runSteps<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  try {
    for (;;) {
      throwIfAborted(signal);
      const step = steps.next();
      if (step.done) return step.value;
      await setImmediate();
    }
  } finally {
    steps.return(undefined as T);
  }
}

/**
 * Calls `read` until no other connection is in its way, which for readers happens only while a log is recovered
 * or the last writer closes. Errors: as {@link writeTransaction}.
 */
export async function retryWhileBusy<T>(
  database: DatabaseSync,
  read: () => T,
  options: TransactionOptions = {},
): Promise<T> {
  const { waitMs = 30_000, signal } = options;
  const startedMs = performance.now();
  for (let attempt = 0; ; attempt++) {
    throwIfAborted(signal);
    try {
      return read();
    } catch (error) {
      if (!isBusy(error)) throw storeError(error, pathOf(database));
      const waitedMs = Math.round(performance.now() - startedMs);
      if (waitedMs >= waitMs)
        throw new FootnoteError('store_busy', { path: pathOf(database), waitedMs }, { cause: error });
      await setTimeout(backoffMs(attempt));
    }
  }
}

/** Doubles up to a limit, with jitter so that two waiting processes do not keep meeting. */
function backoffMs(attempt: number): number {
  const ceiling = Math.min(longestWaitMs, shortestWaitMs * 2 ** Math.min(attempt, 10));
  return ceiling * (0.5 + Math.random() / 2);
}

/** The last transaction queued for a file: writers of one process go in order instead of racing for the lock. */
const lastInLine = new Map<string | DatabaseSync, Promise<unknown>>();

function inTurn<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
  const line = database.location() ?? database;
  const before = lastInLine.get(line) ?? Promise.resolve();
  const turn = before.then(work, work);
  lastInLine.set(line, turn);
  const leave = () => {
    if (lastInLine.get(line) === turn) lastInLine.delete(line);
  };
  turn.then(leave, leave);
  return turn;
}

function pathOf(database: DatabaseSync): string {
  return (database.isOpen ? database.location() : undefined) ?? 'in memory';
}
