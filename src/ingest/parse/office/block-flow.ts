import type { DocumentBuilder, ListItem } from '../document-builder.ts';

/**
 * Writes blocks into a builder as they come: neighbouring list items become one list, neighbouring lines of code one
 * block. What hangs on a block follows it: notes, comments, text boxes, pictures.
 */
export class BlockFlow<Aside> {
  readonly #builder: DocumentBuilder;
  readonly #writeAside: (aside: Aside) => void;
  #items: ListItem[] = [];
  #code: string[] = [];
  #asides: Aside[] = [];

  constructor(builder: DocumentBuilder, writeAside: (aside: Aside) => void) {
    this.#builder = builder;
    this.#writeAside = writeAside;
  }

  item(item: ListItem, asides: readonly Aside[]): void {
    if (this.#code.length > 0) this.flush();
    this.#items.push(item);
    this.hang(asides);
  }

  /** Whether what comes next can go on with an item. */
  get isList(): boolean {
    return this.#items.length > 0;
  }

  /** A further paragraph of the item before. */
  itemGoesOn(text: string, asides: readonly Aside[]): void {
    const last = this.#items.pop();
    if (last) this.#items.push({ ...last, text: `${last.text} ${text}`.trim() });
    this.hang(asides);
  }

  codeLine(text: string, asides: readonly Aside[]): void {
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
    const asides = this.#asides;
    this.#asides = [];
    for (const aside of asides) this.#writeAside(aside);
  }
}
