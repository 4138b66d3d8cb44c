import { FootnoteError } from '../errors.ts';

/**
 * Keeps the questions that a server works on at once to a number. What comes beyond it is refused at once, so that a
 * rush does not slow down the questions under way until nobody waits for any of them.
 */
export class QuestionLimit {
  readonly #limit: number;
  #underWay = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Does `work`, which counts until it has settled. Errors: `server_busy`; those of `work`. */
  async run<Result>(work: () => PromiseLike<Result>): Promise<Result> {
    if (this.#underWay >= this.#limit) throw new FootnoteError('server_busy', { limit: this.#limit });
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }
}
