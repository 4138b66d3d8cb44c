import type { HtmlElement } from './html-document.ts';
import { strikesOut } from './struck-marks.ts';

/** How words are set by the elements that are open around them. */
export class InlineForm {
  readonly #struck: HtmlElement[] = [];
  #quotations = 0;

  /** Whether a line goes through the words. */
  get isStruck(): boolean {
    return this.#struck.length > 0;
  }

  /** The mark that an element sets before its words; empty for most. */
  enter(element: HtmlElement): string {
    if (strikesOut(element)) this.#struck.push(element);
    return element.localName === 'q' ? quotationMarks(this.#quotations++)[0] : '';
  }

  /** The mark behind them. */
  leave(element: HtmlElement): string {
    if (this.#struck.at(-1) === element) this.#struck.pop();
    return element.localName === 'q' ? quotationMarks(--this.#quotations)[1] : '';
  }
}

/** What browsers put around a quotation that stands in so many others. */
function quotationMarks(depth: number): readonly [string, string] {
  return depth % 2 === 0 ? ['“', '”'] : ['‘', '’'];
}
