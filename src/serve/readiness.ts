import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import { publicError } from './public-error.ts';

type Load = { readonly state: 'loading' | 'loaded' } | { readonly state: 'failed'; readonly error: unknown };

/** Why a server that stops is not ready. */
export const shuttingDown = 'it is shutting down';

const stillLoading = 'the model and the index are still loading';

/** Whether questions are answered at full speed, for load balancers and start-up scripts. */
export class Readiness {
  /** Stays the caller's to close. */
  readonly #footnote: Footnote;
  #load: Load = { state: 'loading' };
  #running: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(footnote: Footnote) {
    this.#footnote = footnote;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Starts loading model and index in the background. */
  start(): void {
    this.#load = { state: 'loading' };
    this.#running = this.#run();
  }

  /**
   * Resolves when model and index are loaded, the store answers, and the index is still one of the model's; else
   * rejects with `server_not_ready`. A load that failed is tried again, so that a server recovers without a restart.
   */
  async check(): Promise<void> {
    if (this.#isClosing) throw notReady(shuttingDown);
    this.requireLoaded();
    try {
      await unlessEmpty(this.#footnote.calibration());
    } catch (error) {
      throw notReady(publicError(error).message, error);
    }
  }

  /** Throws `server_not_ready` until model and index are loaded. A load that failed is tried again. */
  requireLoaded(): void {
    const load = this.#load;
    if (load.state === 'failed') {
      this.start();
      throw notReady(publicError(load.error).message, load.error);
    }
    if (load.state === 'loading') throw notReady(stillLoading);
  }

  /** From now on `check` rejects and `isClosing` is true. */
  close(): void {
    this.#isClosing = true;
  }

  /** Resolves when no load is running any more. */
  settled(): Promise<void> {
    return this.#running;
  }

  async #run(): Promise<void> {
    try {
      await unlessEmpty(this.#footnote.warmUp());
      this.#load = { state: 'loaded' };
    } catch (error) {
      this.#load = { state: 'failed', error };
    }
  }
}

/** A store that is still to be filled has nothing to load, and its other collections can be asked. */
async function unlessEmpty(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!isFootnoteError(error) || error.code !== 'collection_unknown') throw error;
  }
}

function notReady(reason: string, cause?: unknown): FootnoteError {
  return new FootnoteError('server_not_ready', { reason }, { cause });
}
