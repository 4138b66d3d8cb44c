import type { onRequestHookHandler } from 'fastify';
import { FootnoteError } from '../errors.ts';
import { errorText, sendFailure } from './reply-error.ts';

/**
 * Keeps the questions that a server works on at once to a number. What comes beyond it is refused at once, so that a
 * rush does not slow down the questions under way until nobody waits for any of them. Refusing has to cost next to
 * nothing for that: the refusal is made once, and sent before anything is done for the question.
 */
export class QuestionLimit {
  readonly #limit: number;
  readonly #refusal: FootnoteError;
  #underWay = 0;

  constructor(limit: number) {
    this.#limit = limit;
    this.#refusal = new FootnoteError('server_busy', { limit });
  }

  /** Refuses a question whose body has still to be read: nothing but its address and headers is looked at. */
  refuseEarly(): onRequestHookHandler {
    const { status } = this.#refusal;
    const text = errorText(this.#refusal);
    return (_request, reply, done) => {
      if (this.#isReached) sendFailure(reply, status, text);
      else done();
    };
  }

  /** Does `work`, which counts until it has settled. Errors: `server_busy`; those of `work`. */
  async run<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    if (this.#isReached) throw this.#refusal;
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }

  get #isReached(): boolean {
    return this.#underWay >= this.#limit;
  }
}
