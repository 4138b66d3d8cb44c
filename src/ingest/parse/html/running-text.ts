import { joinStruck, struckWords } from '../struck-words.ts';

/** The words that no block has taken yet, and how many of their characters belong to links. */
export class RunningText {
  #parts: string[] = [];
  #openLinks = 0;
  #linked = 0;

  enterLink(): void {
    this.#openLinks += 1;
  }

  leaveLink(): void {
    this.#openLinks -= 1;
  }

  get isInLink(): boolean {
    return this.#openLinks > 0;
  }

  /** Text of the document: as it stands in code, else each run of white space as one blank. */
  text(data: string, { isCode, isStruck }: { readonly isCode: boolean; readonly isStruck: boolean }): void {
    if (this.#openLinks > 0) this.#linked += data.trim().length;
    const words = isCode ? data : data.replace(/\s+/g, ' ');
    this.#parts.push(isStruck && !isCode ? struckWords(words) : words);
  }

  /** What an element shows that is no text of its own. */
  push(shown: string): void {
    this.#parts.push(shown);
  }

  /** Ends the line that was begun, if one was. */
  endLine(): void {
    if (this.#parts.length > 0 && !this.#parts.at(-1)?.endsWith('\n')) this.#parts.push('\n');
  }

  /** Goes on in the same line behind a semicolon, if something stands before. */
  separateItem(): void {
    while (this.#parts.at(-1)?.trim() === '') this.#parts.pop();
    if (this.#parts.length > 0) this.#parts.push('; ');
  }

  get hasSeveralLines(): boolean {
    return this.#parts.join('').trim().includes('\n');
  }

  /** Takes the text with single blanks, none of them at the end of a line. */
  take(): { readonly text: string; readonly linked: number } {
    const linked = this.#linked;
    const text = joinStruck(this.takeCode())
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
    return { text, linked };
  }

  /** Takes the text as it stands. */
  takeCode(): string {
    const text = this.#parts.join('');
    this.#parts = [];
    this.#linked = 0;
    return text;
  }
}
