import { isAborted } from '../errors.ts';
import type { Footnote } from '../footnote.ts';

/** How often it is looked for what other processes have left, of which none is said to be dead within a minute. */
const lookEveryMs = 60_000;

/** Goes on with documents that were put in and whose process has ended, as long as the server runs. */
export class Resumption {
  readonly #footnote: Pick<Footnote, 'resume'>;
  readonly #fail: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  /** @param fail told of what goes wrong; the next look tries again */
  constructor(footnote: Pick<Footnote, 'resume'>, fail: (error: unknown) => void) {
    this.#footnote = footnote;
    this.#fail = fail;
  }

  start(): void {
    void this.#run();
  }

  /** Looks no more. What is under way ends with the store. */
  close(): void {
    this.#isClosing = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    try {
      await this.#footnote.resume();
    } catch (error) {
      if (!isAborted(error)) this.#fail(error);
    }
    if (!this.#isClosing) this.#timer = setTimeout(() => this.start(), lookEveryMs).unref();
  }
}
