import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import { publicError } from './public-error.ts';

/** Whether questions are answered at full speed, for load balancers and start-up scripts. */
export interface Readiness {
  /** Starts loading model and index in the background. */
  start(): void;
  /**
   * Resolves when model and index are loaded, the store answers, and the index is still one of the model's; else
   * rejects with `server_not_ready`. A load that failed is tried again, so that a server recovers without a restart.
   */
  check(): Promise<void>;
  /** From now on `check` rejects and `isClosing` is true. */
  close(): void;
  readonly isClosing: boolean;
  /** Resolves when no load is running any more. */
  settled(): Promise<void>;
}

type Load = { readonly state: 'loading' | 'loaded' } | { readonly state: 'failed'; readonly error: unknown };

/** Watches over one `footnote`, which stays the caller's to close. */
export function createReadiness(footnote: Footnote): Readiness {
  let load: Load = { state: 'loading' };
  let running: Promise<void> = Promise.resolve();
  let isClosing = false;

  const run = async () => {
    try {
      await unlessEmpty(footnote.warmUp());
      load = { state: 'loaded' };
    } catch (error) {
      load = { state: 'failed', error };
    }
  };
  const start = () => {
    load = { state: 'loading' };
    running = run();
  };

  return {
    start,
    async check() {
      if (isClosing) throw notReady('it is shutting down');
      if (load.state === 'failed') {
        const { error } = load;
        start();
        throw notReady(publicError(error).message, error);
      }
      if (load.state === 'loading') throw notReady('the model and the index are still loading');
      try {
        await unlessEmpty(footnote.calibration());
      } catch (error) {
        throw notReady(publicError(error).message, error);
      }
    },
    close() {
      isClosing = true;
    },
    get isClosing() {
      return isClosing;
    },
    settled: () => running,
  };
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
