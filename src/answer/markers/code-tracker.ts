/**
 * Tells whether a place in Markdown that arrives piece by piece is code: between fences of three or more backticks or
 * tildes, or between equal runs of backticks on one line (CommonMark 0.31, sections 4.5 and 6.1).
 */
export class CodeTracker {
  /** The run that the code began with. */
  #opening: string | undefined;
  #isFence = false;
  #isOpeningLine = false;
  /** Whether the line is blank so far. */
  #isBlank = true;

  /** Whether what comes now is code. */
  get isInCode(): boolean {
    return this.#opening !== undefined;
  }

  /** Takes words without backticks, tildes and line breaks. */
  words(text: string): void {
    this.#isBlank &&= text.trim() === '';
  }

  /** Takes a line break, or a whole run of backticks or tildes. */
  sign(sign: string): void {
    if (sign === '\n') this.#endLine();
    else this.#run(sign);
  }

  #run(marks: string): void {
    const mayBeFence = marks.length >= 3 && this.#isBlank;
    this.#isBlank = false;
    if (this.#opening === undefined) {
      if (!mayBeFence && marks.startsWith('~')) return;
      this.#opening = marks;
      this.#isFence = mayBeFence;
      this.#isOpeningLine = true;
    } else if (this.#closes(marks, mayBeFence)) {
      this.#opening = undefined;
    }
  }

  #endLine(): void {
    this.#isBlank = true;
    this.#isOpeningLine = false;
    // A backtick that nothing closes on its line stands for itself.
    if (!this.#isFence) this.#opening = undefined;
  }

  #closes(marks: string, mayBeFence: boolean): boolean {
    const opening = this.#opening ?? '';
    // What begins like a fence and ends on its line is none.
    if (!this.#isFence || this.#isOpeningLine) return marks === opening;
    return mayBeFence && marks.startsWith(opening);
  }
}
