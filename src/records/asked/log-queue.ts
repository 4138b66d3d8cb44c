import { setImmediate } from 'node:timers/promises';
import { isFootnoteError } from '../../errors.ts';

/** How a queue writes. */
export interface LogQueueOptions<Entry> {
  /** Writes entries together, all or none, and how many were lost before them. */
  readonly write: (entries: readonly Entry[], lost: number) => Promise<void>;
  /** Entries that wait at most; beyond them the oldest is lost. Default 1000. */
  readonly capacity?: number;
  /** How long an entry waits for others, and a failed write for the next try. Default 500. */
  readonly delayMs?: number;
}

/** Entries of one write: some milliseconds of this thread. */
const batchSize = 25;

/**
 * Entries on their way into a log, off the path of those who add them: nothing here throws, waits or grows without
 * end. Entries that cannot be written now are tried again until newer ones take their room; others are lost.
 */
export class LogQueue<Entry> {
  readonly #write;
  readonly #capacity: number;
  readonly #delayMs: number;
  readonly #waiting: Entry[] = [];
  #lost = 0;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  constructor({ write, capacity = 1000, delayMs = 500 }: LogQueueOptions<Entry>) {
    this.#write = write;
    this.#capacity = capacity;
    this.#delayMs = delayMs;
  }

  /** Entries that were lost and not reported yet. */
  get lost(): number {
    return this.#lost;
  }

  add(entry: Entry): void {
    this.#waiting.push(entry);
    this.#keepToCapacity();
    this.#schedule();
  }

  /** Writes what waits now. Resolves also where that fails. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
    await this.#writing;
  }

  /** Writes what waits, as far as that can be done now; the rest is lost. */
  async close(): Promise<void> {
    await this.flush();
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#lost += this.#waiting.splice(0).length;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const entries = this.#waiting.splice(0, batchSize);
      const lost = this.#lost;
      try {
        await this.#write(entries, lost);
        this.#lost -= lost;
      } catch (error) {
        if (isFootnoteError(error) && error.retryable) {
          this.#waiting.unshift(...entries);
          this.#keepToCapacity();
          this.#schedule();
          return;
        }
        this.#lost += entries.length;
      }
      await setImmediate();
    }
  }

  #schedule(): void {
    // Unreferenced: a log keeps no process alive.
    if (!this.#isClosed) this.#timer ??= setTimeout(() => void this.flush(), this.#delayMs).unref();
  }

  #keepToCapacity(): void {
    const excess = this.#waiting.length - this.#capacity;
    if (excess <= 0) return;
    this.#waiting.splice(0, excess);
    this.#lost += excess;
  }
}
