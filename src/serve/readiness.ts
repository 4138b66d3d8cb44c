import { z } from 'zod';
import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Footnote } from '../footnote.ts';
import { publicError } from './reply-error.ts';
import type { RouteContext, Server } from './routes/route-context.ts';
import { errorSchema } from './schemas/schema-of.ts';

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

/** What `/healthz` says while the process can answer at all. */
const liveSchema = z
  .object({ status: z.literal('live') })
  .meta({ id: 'Live', description: 'The process responds.', examples: [{ status: 'live' }] });

/** What `/readyz` says once questions are answered at full speed. */
const readySchema = z.object({ status: z.literal('ready') }).meta({
  id: 'Ready',
  description: 'Model and index are loaded and the store can be read.',
  examples: [{ status: 'ready' }],
});

/** `/healthz` for who restarts the process, `/readyz` for who sends requests to it. */
export function statusRoutes(server: Server, { readiness }: RouteContext): void {
  server.get(
    '/healthz',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        operationId: 'isLive',
        summary: 'Whether the process responds',
        tags: ['status'],
        response: { 200: liveSchema, default: errorSchema },
      },
    },
    () => ({ status: 'live' as const }),
  );

  server.get(
    '/readyz',
    {
      config: { access: 'public', rateLimit: false },
      schema: {
        operationId: 'isReady',
        summary: 'Whether model, index and store are ready; 503 until then',
        tags: ['status'],
        response: { 200: readySchema, default: errorSchema },
      },
    },
    async () => {
      await readiness.check();
      return { status: 'ready' as const };
    },
  );
}
