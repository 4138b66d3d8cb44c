import type { DocumentBuilder, ListItem } from '../document/document-builder.ts';
import { bullet } from '../document/list-number.ts';
import type { OfficeParagraph } from './office-paragraph.ts';
import { isCaptionStyle, isCodeStyle, isQuoteStyle, type StyleNames } from './style-names.ts';

/** Where an item of a list stands. */
export interface ListPlace {
  /** 0 for the outermost. */
  readonly depth: number;
  /** Empty where none is shown. */
  readonly marker: string;
}

/**
 * Writes blocks into a builder as they come: neighbouring list items become one list, neighbouring lines of code one
 * block. What hangs on a block follows it: notes, comments, text boxes, pictures.
 */
export class BlockFlow<Aside> {
  readonly #builder: DocumentBuilder;
  readonly #writeAside: (aside: Aside) => void;
  #items: ListItem[] = [];
  #code: string[] = [];
  readonly #asides: Aside[] = [];

  constructor(builder: DocumentBuilder, writeAside: (aside: Aside) => void) {
    this.#builder = builder;
    this.#writeAside = writeAside;
  }

  /** A paragraph in a style of these names. `place`: where it is an item of a list. */
  paragraph(
    { text, isEquation, asides }: OfficeParagraph<Aside>,
    names: StyleNames,
    place?: ListPlace,
  ): void {
    if (isCodeStyle(names)) this.#codeLine(text, asides);
    else if (place) this.#item({ text, depth: place.depth, marker: place.marker || bullet }, asides);
    else if (text !== '' || asides.length > 0) {
      const words = text.trimStart();
      this.block(() => {
        if (isEquation) this.#builder.equation(words);
        else if (isQuoteStyle(names)) this.#builder.quote(words);
        else if (isCaptionStyle(names)) this.#builder.figure(words);
        else this.#builder.paragraph(words);
      }, asides);
    }
  }

  #item(item: ListItem, asides: readonly Aside[]): void {
    if (this.#code.length > 0) this.flush();
    this.#items.push(item);
    this.hang(asides);
  }

  /** Whether what comes next can go on with an item. */
  get isList(): boolean {
    return this.#items.length > 0;
  }

  /** A further paragraph of the item before. */
  itemGoesOn({ text, asides }: OfficeParagraph<Aside>): void {
    const last = this.#items.pop();
    if (last) this.#items.push({ ...last, text: `${last.text} ${text}`.trim() });
    this.hang(asides);
  }

  #codeLine(text: string, asides: readonly Aside[]): void {
    if (this.#items.length > 0) this.flush();
    this.#code.push(text);
    this.hang(asides);
  }

  /** A block that stands for itself. */
  block(write: () => void, asides: readonly Aside[]): void {
    this.flush();
    write();
    this.hang(asides);
    this.flush();
  }

  /** To be written behind the block that is being collected. */
  hang(asides: readonly Aside[]): void {
    for (const aside of asides) this.#asides.push(aside);
  }

  /** Writes what has been collected; to be called at the end. */
  flush(): void {
    if (this.#items.length > 0) {
      const outermost = Math.min(...this.#items.slice(0, 1000).map(({ depth }) => depth));
      this.#builder.list(
        this.#items.map((item) => ({ ...item, depth: Math.max(0, item.depth - outermost) })),
      );
    }
    if (this.#code.length > 0) this.#builder.code(this.#code.join('\n'));
    this.#items = [];
    this.#code = [];
    // On a note may hang another.
    while (this.#asides.length > 0) for (const aside of this.#asides.splice(0)) this.#writeAside(aside);
  }
}
