import { fenceBehind } from '../../text/sentences/code-fence.ts';
import { formatRows } from './format-rows.ts';
import { linksAsWords, openLink } from './printable-text.ts';
import { WordWrapper } from './word-wrapper.ts';

const blank = /^[ \t]*$/;
const row = /^[ \t]*\|/;

/**
 * Sets the text of an answer for a terminal as it comes: words are wrapped by {@link WordWrapper}, the rows of a table
 * are held until it ends and set by {@link formatRows}.
 */
export class AnswerLayout {
  readonly #width: number;
  readonly #words: WordWrapper;
  /** What may be the beginning of a link. */
  #unfinished = '';
  /** The line that has begun. */
  #line = '';
  /** Whether that is left to decide, and so not written yet. */
  #isHeld = true;
  #rows: string[] = [];
  /** What opened the code that is being written. */
  #fence: string | undefined;

  /** `write` gets words and the space between them, and tables. */
  constructor(width: number, write: (text: string) => void) {
    this.#width = width;
    this.#words = new WordWrapper(width, write);
  }

  /** Links are written as their words: one is held until it is whole. */
  push(text: string): void {
    const said = this.#unfinished + text;
    const whole = openLink(said);
    this.#unfinished = said.slice(whole);
    this.#push(said.slice(0, whole));
  }

  #push(text: string): void {
    for (const written of text.split(/(?<=\n)/)) {
      const part = this.#fence === undefined ? linksAsWords(written) : written;
      this.#line += part;
      if (this.#isHeld) this.#decide();
      else this.#words.push(part);
      if (part.endsWith('\n')) this.#endLine();
    }
  }

  /** Writes what is held back and ends the line that was begun. */
  end(): void {
    this.#push(this.#unfinished);
    this.#unfinished = '';
    this.#endLine();
    this.#writeTable();
    this.#words.end();
  }

  /** Writes a line that is no row; of its indentation alone that cannot be told. */
  #decide(): void {
    if (this.#fence === undefined && (blank.test(this.#line) || row.test(this.#line))) return;
    this.#writeLine();
    this.#isHeld = false;
  }

  #endLine(): void {
    if (!this.#isHeld) this.#fence = fenceBehind(this.#line.trimEnd(), this.#fence);
    else if (row.test(this.#line)) this.#rows.push(this.#line);
    else this.#writeLine();
    this.#line = '';
    this.#isHeld = true;
  }

  #writeLine(): void {
    if (this.#line === '') return;
    this.#writeTable();
    this.#words.push(this.#line);
  }

  #writeTable(): void {
    if (this.#rows.length === 0) return;
    const table = formatRows(this.#rows, this.#width);
    if (table === undefined) this.#words.push(this.#rows.join(''));
    else this.#words.insert(table);
    this.#rows = [];
  }
}

/** The whole text of an answer, set by {@link AnswerLayout}. */
export function layOutAnswer(text: string, width: number): string {
  let written = '';
  const layout = new AnswerLayout(width, (part) => (written += part));
  layout.push(text);
  layout.end();
  return written.trimEnd();
}
