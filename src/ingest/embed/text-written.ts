/** The bell between the loop that writes text and the one that computes vectors. */
export class TextWrittenSignal {
  #isEnd = false;
  #bell = Promise.withResolvers<void>();

  get isEnd(): boolean {
    return this.#isEnd;
  }

  /** Resolves at the next document that becomes live, or at the end. */
  next(): Promise<void> {
    return this.#bell.promise;
  }

  /** Documents have become live. */
  ring(): void {
    this.#bell.resolve();
    this.#bell = Promise.withResolvers<void>();
  }

  /** There will be no more. */
  end(): void {
    this.#isEnd = true;
    this.ring();
  }
}
