import { type Html, html } from '../../src/text/html.ts';

/** An item of a list. */
interface Item {
  /** What stands before it: a bullet or a number. */
  readonly marker: string;
  /** From 0. */
  readonly depth: number;
}

const nothing = html``;

/** Blocks of HTML in the making: words that flow are gathered into paragraphs, items into lists. */
export class BlocksInHtml {
  #done = nothing;
  #paragraph = nothing;
  #list: (Item & { readonly words: Html })[] = [];
  /** Whether words go on in the last item. */
  #isInItem = false;
  /** Line breaks that stand before the next words of the paragraph. */
  #breaks = 0;

  add(block: Html): void {
    this.end();
    this.#done = html`${this.#done}${block}`;
  }

  addItem({ marker, depth }: Item, words: Html): void {
    this.#endParagraph();
    this.#list.push({ marker, depth, words });
    this.#isInItem = true;
  }

  addWords(words: Html): void {
    const item = this.#list.at(-1);
    if (item && this.#isInItem) {
      this.#list[this.#list.length - 1] = { ...item, words: html`${item.words}${words}` };
      return;
    }
    if (words.markup.trim() === '') {
      this.#paragraph = this.#breaks > 0 ? this.#paragraph : html`${this.#paragraph}${words}`;
      return;
    }
    if (this.#breaks > 1) this.#endParagraph();
    this.#endList();
    const isBehindLine = this.#breaks > 0 && this.#paragraph.markup !== '';
    this.#paragraph = html`${this.#paragraph}${isBehindLine ? html`<br>` : ''}${words}`;
    this.#breaks = 0;
  }

  /** A new line; a second one ends the paragraph, the first an item. */
  breakLine(): void {
    if (this.#isInItem) this.#isInItem = false;
    else this.#breaks += 1;
  }

  /** Whatever is open is ended; all that there is. */
  end(): Html {
    this.#endParagraph();
    this.#endList();
    return this.#done;
  }

  #endParagraph(): void {
    if (this.#paragraph.markup.trim() !== '') this.#done = html`${this.#done}<p>${this.#paragraph}</p>`;
    this.#paragraph = nothing;
    this.#breaks = 0;
  }

  #endList(): void {
    this.#done = html`${this.#done}${listInHtml(this.#list)}`;
    this.#list = [];
    this.#isInItem = false;
  }
}

const ends = { ol: html`</ol>`, ul: html`</ul>` };

/** Items as lists within lists, as the programs that set text read them. */
function listInHtml(items: readonly (Item & { readonly words: Html })[]): Html {
  const open: ('ol' | 'ul')[] = [];
  const close = (depth: number) => {
    const closed = open.splice(depth).toReversed();
    return html`${closed.map((kind) => ends[kind])}`;
  };
  const parts = items.map(({ marker, depth, words }) => {
    const number = Number.parseInt(marker, 10);
    const kind = Number.isNaN(number) ? 'ul' : 'ol';
    const closed = close(open[depth] === kind ? depth + 1 : depth);
    const opened: Html[] = [];
    while (open.length <= depth) {
      open.push(kind);
      opened.push(kind === 'ol' ? html`<ol>` : html`<ul>`);
    }
    const item = kind === 'ol' ? html`<li value="${number}">${words}</li>` : html`<li>${words}</li>`;
    return html`${closed}${opened}${item}`;
  });
  return html`${parts}${close(0)}`;
}
