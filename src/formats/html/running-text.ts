import { joinStruck, struckWords } from '../document/shown-words.ts';
import type { HtmlElement } from './html-node.ts';
import { strikesOut } from './struck-marks.ts';

/**
 * The words that no block has taken yet, as the elements set them that are open around them: struck out, in quotation
 * marks; and how many of their characters belong to links.
 */
export class RunningText {
  #parts: string[] = [];
  #linked = 0;
  #openLinks = 0;
  #openQuotations = 0;
  readonly #striking: HtmlElement[] = [];

  enter(element: HtmlElement): void {
    if (isLink(element)) this.#openLinks += 1;
    if (strikesOut(element)) this.#striking.push(element);
    if (element.localName === 'q') this.push(quotationMarks(this.#openQuotations++)[0]);
  }

  leave(element: HtmlElement): void {
    if (isLink(element)) this.#openLinks -= 1;
    if (this.#striking.at(-1) === element) this.#striking.pop();
    if (element.localName === 'q') this.push(quotationMarks(--this.#openQuotations)[1]);
  }

  get isInLink(): boolean {
    return this.#openLinks > 0;
  }

  /** Text of the document: as it stands in code, else each run of white space as one blank. */
  text(data: string, isCode: boolean): void {
    if (this.isInLink) this.#linked += data.trim().length;
    const words = isCode ? data : data.replace(/\s+/g, ' ');
    this.#parts.push(this.#striking.length > 0 && !isCode ? struckWords(words) : words);
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

  get isEmpty(): boolean {
    return this.#parts.every((part) => part.trim() === '');
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

function isLink(element: HtmlElement): boolean {
  return element.localName === 'a' && element.getAttribute('href') !== null;
}

/** What browsers put around a quotation that stands in so many others. */
function quotationMarks(depth: number): readonly [string, string] {
  return depth % 2 === 0 ? ['“', '”'] : ['‘', '’'];
}
