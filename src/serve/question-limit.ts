import type { onRequestHookHandler } from 'fastify';
import { FootnoteError, throwIfAborted } from '../errors.ts';
import type { Config } from '../settings/config.ts';
import { errorText, sendFailure } from './reply-error.ts';

/** A question that waits for its turn. */
interface Waiting {
  /** Its turn has come: the place of the question that has ended is its. */
  readonly begin: () => void;
}

/**
 * Keeps the questions that a server works on at once to a number, and those that wait for their turn to another, in the
 * order in which they came. What comes beyond both is refused at once, so that a rush does not slow down the questions
 * under way until nobody waits for any of them. Refusing has to cost next to nothing for that: the refusal is made
 * once, and sent before anything is done for the question.
 */
export class QuestionLimit {
  readonly #limit: number;
  readonly #maxQueued: number;
  readonly #maxQueueMs: number;
  readonly #refusal: FootnoteError;
  /** The first to come is the first of the set. */
  readonly #waiting = new Set<Waiting>();
  #underWay = 0;

  constructor({
    maxQuestions,
    maxQueued,
    maxQueueMs,
  }: Pick<Config['server'], 'maxQuestions' | 'maxQueued' | 'maxQueueMs'>) {
    this.#limit = maxQuestions;
    this.#maxQueued = maxQueued;
    this.#maxQueueMs = maxQueueMs;
    this.#refusal = new FootnoteError('server_busy', { limit: maxQuestions, queued: maxQueued });
  }

  /** Refuses a question whose body has still to be read: nothing but its address and headers is looked at. */
  refuseEarly(): onRequestHookHandler {
    const { status } = this.#refusal;
    const text = errorText(this.#refusal);
    return (_request, reply, done) => {
      if (this.#isFull) sendFailure(reply, status, text);
      else done();
    };
  }

  /**
   * Does `work` when its turn has come; it counts until it has settled. `signal` says that nobody waits for it any
   * more: then it leaves the queue. Errors: `server_busy` where the queue is full, or the turn did not come within
   * `server.maxQueueMs`; `aborted`; those of `work`.
   */
  async run<Result>(work: () => PromiseLike<Result>, signal: AbortSignal): Promise<Result> {
    throwIfAborted(signal);
    if (this.#underWay < this.#limit) this.#underWay += 1;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  get #isFull(): boolean {
    return this.#underWay >= this.#limit && this.#waiting.size >= this.#maxQueued;
  }

  /** Resolves when the place of another has become free, which is taken then. */
  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#isFull) throw this.#refusal;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { begin: resolve };
    // At once, so that no place is given to one that has left.
    const leave = (reason: FootnoteError) => {
      this.#waiting.delete(waiting);
      reject(reason);
    };
    const stop = () => leave(new FootnoteError('aborted', {}, { cause: signal.reason }));
    const late = setTimeout(leave, this.#maxQueueMs, this.#refusal);
    signal.addEventListener('abort', stop, { once: true });
    this.#waiting.add(waiting);
    try {
      await promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
    }
  }

  /** Gives the place of a question that has ended to the one that waits for longest. */
  #next(): void {
    for (const waiting of this.#waiting) {
      this.#waiting.delete(waiting);
      waiting.begin();
      return;
    }
    this.#underWay -= 1;
  }
}
