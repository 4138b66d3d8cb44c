import { fenceBehind, mayBecomeFence } from '../../text/sentences/code-fence.ts';

/** Of a line that may be a fence no more words are kept; a backtick still tells that it is none. */
const longestFence = 200;

/**
 * Tells whether a place in Markdown that arrives piece by piece is code: between fences, or between equal runs of
 * backticks on one line (CommonMark 0.31, sections 4.5 and 6.1).
 */
export class CodeTracker {
  /** That of the block of code which the line begins in. */
  #fence: string | undefined;
  /** The line so far, where it may be a fence. */
  #line = '';
  /** The run of backticks that code within the line began with. */
  #run: string | undefined;

  /** Whether what comes now is code. */
  get isInCode(): boolean {
    return this.#run !== undefined || fenceBehind(this.#line, this.#fence) !== undefined;
  }

  /** Takes words without backticks, tildes and line breaks. */
  words(text: string): void {
    const isKept = this.#line.length < longestFence || text.startsWith('`');
    if (isKept && mayBecomeFence(this.#line)) this.#line += text;
  }

  /** Takes a marker that stands in no code. Behind a fence it ends the line: whatever follows, the code is over. */
  marker(text: string): void {
    if (this.#fence === undefined) this.words(text);
    else this.sign('\n');
  }

  /** Takes a line break, or a whole run of backticks or tildes. */
  sign(sign: string): void {
    if (sign === '\n') {
      this.#fence = fenceBehind(this.#line, this.#fence);
      this.#line = '';
      // A backtick that nothing closes on its line stands for itself.
      this.#run = undefined;
      return;
    }
    this.words(sign);
    if (this.#fence !== undefined || sign.startsWith('~')) return;
    if (this.#run === undefined) this.#run = sign;
    else if (this.#run === sign) this.#run = undefined;
  }
}
