import type { ListItem } from '../document/document-builder.ts';
import type { HtmlPanel, HtmlPiece } from './html-pieces.ts';

/** The last of the pieces as long as more may come to it. */
type OpenPiece = { linked: number; readonly panel?: HtmlPanel } & (
  | { readonly kind: 'list'; readonly items: ListItem[] }
  | { readonly kind: 'quote'; text: string }
);

/** Pieces in order; items that follow each other become one list, and quoted paragraphs one quotation. */
export class GatheredPieces {
  readonly pieces: HtmlPiece[] = [];
  #open: OpenPiece | undefined;
  #panel: HtmlPanel | undefined;

  /** What comes next stands in a panel, or in none. */
  set panel(panel: HtmlPanel | undefined) {
    if (panel !== this.#panel) this.#open = undefined;
    this.#panel = panel;
  }

  add(piece: HtmlPiece): void {
    this.#open = undefined;
    this.pieces.push(this.#panel ? { ...piece, panel: this.#panel } : piece);
  }

  addItem(item: ListItem, linked: number): void {
    if (this.#open?.kind === 'list') this.#open.items.push(item);
    else this.#begin({ kind: 'list', items: [item], linked: 0 });
    if (this.#open) this.#open.linked += linked;
  }

  addQuoted(text: string, linked: number): void {
    if (this.#open?.kind === 'quote') this.#open.text += `\n\n${text}`;
    else this.#begin({ kind: 'quote', text, linked: 0 });
    if (this.#open) this.#open.linked += linked;
  }

  /** What comes next is another list, or another quotation. */
  end(kind: OpenPiece['kind']): void {
    if (this.#open?.kind === kind) this.#open = undefined;
  }

  #begin(piece: OpenPiece): void {
    this.#open = this.#panel ? { ...piece, panel: this.#panel } : piece;
    this.pieces.push(this.#open);
  }
}
