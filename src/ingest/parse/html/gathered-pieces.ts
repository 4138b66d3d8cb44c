import type { ListItem } from '../document-builder.ts';
import type { HtmlPiece } from './html-pieces.ts';

/** Pieces in order; items that follow each other become one list, and quoted paragraphs one quotation. */
export class GatheredPieces {
  readonly #pieces: HtmlPiece[] = [];
  #items: ListItem[] = [];
  #quoted: string[] = [];
  /** Characters in links of the open list or quotation. Only one of them is open at a time. */
  #linked = 0;

  add(piece: HtmlPiece): void {
    this.endList();
    this.endQuote();
    this.#pieces.push(piece);
  }

  addItem(item: ListItem, linked: number): void {
    this.endQuote();
    this.#items.push(item);
    this.#linked += linked;
  }

  addQuoted(text: string, linked: number): void {
    this.endList();
    this.#quoted.push(text);
    this.#linked += linked;
  }

  endList(): void {
    if (this.#items.length === 0) return;
    this.#pieces.push({ kind: 'list', items: this.#items, linked: this.#linked });
    this.#items = [];
    this.#linked = 0;
  }

  endQuote(): void {
    if (this.#quoted.length === 0) return;
    this.#pieces.push({ kind: 'quote', text: this.#quoted.join('\n\n'), linked: this.#linked });
    this.#quoted = [];
    this.#linked = 0;
  }

  finish(): HtmlPiece[] {
    this.endList();
    this.endQuote();
    return this.#pieces;
  }
}
