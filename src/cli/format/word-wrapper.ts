import { fenceBehind } from '../../text/sentences/code-fence.ts';
import { printableLine } from './printable-text.ts';
import { breakableParts, visibleWidth } from './terminal-width.ts';

/** Columns that a line has at least where it was wrapped, and not ended, by its author. */
const leastWrapped = 50;

/**
 * Wraps text that comes bit by bit: each word, and each part of one between which a line may break, is written as soon
 * as it is known to be whole, on the line where it fits. Lines that the text breaks and indents itself stay so, but for
 * a sentence that was wrapped to another width; all of a block of code between fences does, however long its lines are.
 * Every word is made safe to print first.
 */
export class WordWrapper {
  readonly #width: number;
  readonly #write: (text: string) => void;
  #column = 0;
  #gap = '';
  #word = '';
  /** Columns of the line in the text itself, and how it ends. */
  #given = { columns: 0, end: '' };
  /** What opened the code that is being written. */
  #fence: string | undefined;

  /** `write` gets single words and the space between them. */
  constructor(width: number, write: (text: string) => void) {
    this.#width = width;
    this.#write = write;
  }

  push(text: string): void {
    for (const part of text.split(/(\s+)/)) {
      if (part === '') continue;
      if (part.trim() === '') {
        this.#flush();
        this.#gap += part;
      } else {
        const parts = breakableParts(this.#word + part);
        for (const whole of parts.slice(0, -1)) this.#flush(whole);
        this.#word = parts.at(-1) ?? '';
      }
    }
  }

  /** Writes lines that are set already, with an empty line between them and what stands around them. */
  insert(lines: string): void {
    this.#flush();
    this.#write(this.#column > 0 ? `\n\n${lines}` : lines);
    this.#column = visibleWidth(lines.slice(lines.lastIndexOf('\n') + 1));
    this.#gap = '\n\n';
    this.#given = { columns: 0, end: '' };
  }

  /** Writes what is held back and ends the line that was begun. */
  end(): void {
    this.#flush();
    if (this.#column > 0) this.#write('\n');
    this.#column = 0;
    this.#gap = '';
  }

  #flush(held = this.#word): void {
    const word = printableLine(held);
    this.#word = '';
    if (word === '') return;
    const width = visibleWidth(word);
    const isWithin = this.#isWithinSentence(word);
    if (isWithin) this.#gap = ' ';
    const gap = this.#space(width);
    this.#write(gap + word);
    const lineStart = gap.lastIndexOf('\n') + 1;
    const startsLine = lineStart > 0 || this.#column === 0;
    this.#column = (lineStart === 0 ? this.#column : 0) + gap.length - lineStart + width;
    const given = this.#gap.includes('\n') || isWithin ? 0 : this.#given.columns + this.#gap.length;
    this.#given = { columns: given + width, end: word.at(-1) ?? '' };
    this.#gap = '';
    if (startsLine) this.#fence = fenceBehind(word, this.#fence);
  }

  /**
   * Whether the text breaks its line before this word only because it was wrapped: Markdown and mail are full of it.
   */
  #isWithinSentence(word: string): boolean {
    if (this.#fence !== undefined || !/^[^\S\n]?\n$/.test(this.#gap)) return false;
    const { columns, end } = this.#given;
    return columns >= leastWrapped && /[\p{L}\p{N},]/u.test(end) && /^\p{Ll}/u.test(word);
  }

  /** What stands between the last word and one of that width. */
  #space(width: number): string {
    if (this.#fence !== undefined && this.#column > 0)
      return this.#gap.replaceAll('\t', '    ').replaceAll(/[^\n]/g, ' ');
    const [, breaks = '', indent = ''] = /^[^\n]*((?:\s*\n)*)(.*)$/s.exec(this.#gap) ?? [];
    const lines = breaks.split('\n').length - 1;
    if (lines > 0 || this.#column === 0) {
      const begun = this.#column === 0 ? '' : '\n'.repeat(Math.min(lines, 2));
      return begun + indent.replaceAll('\t', '    ');
    }
    if (this.#column + this.#gap.length + width > this.#width) return '\n';
    return this.#gap === '' ? '' : ' ';
  }
}
