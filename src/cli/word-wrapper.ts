import { printableLine } from './printable-text.ts';

/** Characters after which a line may break although no space follows: those of scripts that write none. */
const breaksAfter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。！？，]$/u;

/**
 * Wraps text that comes bit by bit: each word is written as soon as it is known to be whole, on the line where it
 * fits. Lines that the text breaks and indents itself stay so. Every word is made safe to print first.
 */
export class WordWrapper {
  readonly #width: number;
  readonly #write: (text: string) => void;
  #column = 0;
  #gap = '';
  #word = '';

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
        this.#word += part;
        if (breaksAfter.test(part)) this.#flush();
      }
    }
  }

  /** Writes what is held back and ends the line that was begun. */
  end(): void {
    this.#flush();
    if (this.#column > 0) this.#write('\n');
    this.#column = 0;
    this.#gap = '';
  }

  #flush(): void {
    const word = printableLine(this.#word);
    this.#word = '';
    if (word === '') return;
    const gap = this.#space(word.length);
    this.#write(gap + word);
    const lineStart = gap.lastIndexOf('\n') + 1;
    this.#column = (lineStart === 0 ? this.#column : 0) + gap.length - lineStart + word.length;
    this.#gap = '';
  }

  /** What stands between the last word and one of that length. */
  #space(length: number): string {
    const [, breaks = '', indent = ''] = /^[^\n]*((?:\s*\n)*)(.*)$/s.exec(this.#gap) ?? [];
    const lines = breaks.split('\n').length - 1;
    if (lines > 0 || this.#column === 0) {
      const begun = this.#column === 0 ? '' : '\n'.repeat(Math.min(lines, 2));
      return begun + indent.replaceAll('\t', '    ');
    }
    if (this.#column + this.#gap.length + length > this.#width) return '\n';
    return this.#gap === '' ? '' : ' ';
  }
}

/** A whole text, wrapped by {@link WordWrapper}. */
export function wrapText(text: string, width: number): string {
  let wrapped = '';
  const wrapper = new WordWrapper(width, (part) => (wrapped += part));
  wrapper.push(text);
  wrapper.end();
  return wrapped.trimEnd();
}
