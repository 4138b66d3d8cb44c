const opening = '<think>';
const closing = '</think>';

/**
 * Takes the thoughts off the beginning of a streamed answer: servers that do not know a model's way to mark them
 * leave them in the text as `<think>…</think>`. What is before the first word of the answer goes too.
 */
export class ThoughtSkipper {
  #held = '';
  #isThrough = false;

  /** What of the answer is known after this piece, maybe nothing. */
  push(text: string): string {
    if (this.#isThrough) return text;
    this.#held = (this.#held + text).trimStart();
    if (this.#held.startsWith(opening)) {
      const end = this.#held.indexOf(closing);
      if (end < 0) return '';
      this.#held = this.#held.slice(end + closing.length).trimStart();
    } else if (opening.startsWith(this.#held)) {
      return '';
    }
    return this.#release();
  }

  /** What was held back and is no thought after all. */
  end(): string {
    return this.#held.startsWith(opening) ? '' : this.#release();
  }

  #release(): string {
    const answer = this.#held;
    this.#isThrough = answer !== '';
    this.#held = '';
    return answer;
  }
}
