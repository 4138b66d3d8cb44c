import type { DocumentBuilder, ListItem, TableRows } from '../document/document-builder.ts';
import { parseHtml } from './html-document.ts';
import { type HtmlElement, type HtmlNode, isElement } from './html-node.ts';
import { PieceCollector } from './piece-collector.ts';
import { isHidden, isPageFurniture } from './visibility.ts';
import { walkHtml } from './walk-html.ts';

/** What is known of running text, lists and tables: characters in them that belong to links. */
interface Linked {
  readonly linked?: number;
}

/** A part of a page under a label of its own: a tab, what is folded. */
export interface HtmlPanel {
  /** The panel that it is within. */
  readonly outer: HtmlPanel | undefined;
}

/** A block of an HTML document, before it has a place in a text. */
export type HtmlPiece = HtmlPieceOfKind & { readonly panel?: HtmlPanel };

type HtmlPieceOfKind =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly text: string;
      readonly anchor?: string;
      /** Whether it is the label of the panel that it is in; its level then says nothing. */
      readonly isLabel?: boolean;
    }
  | ({ readonly kind: 'paragraph' | 'quote' | 'figure' | 'equation'; readonly text: string } & Linked)
  | { readonly kind: 'code'; readonly text: string; readonly language?: string }
  | ({ readonly kind: 'list'; readonly items: readonly ListItem[] } & Linked)
  | ({ readonly kind: 'table' } & TableRows & Linked);

/**
 * The blocks of an HTML tree in document order, without what a reader does not see; of a web page also without
 * navigation, side bars and notices. `onLeftOut` is told of each element that is left out. Walks without recursion, so
 * that no nesting exhausts the stack.
 */
export function htmlPieces(
  root: HtmlNode,
  options: {
    readonly isWebPage?: boolean;
    /** Whether the root is what the page is about, so that its head, foot and asides are part of it. */
    readonly isContent?: boolean;
    onLeftOut?(element: HtmlElement): void;
  } = {},
): readonly HtmlPiece[] {
  const collector = new PieceCollector(layoutTables(root));
  let contentDepth = options.isContent ? 1 : 0;
  walkHtml(root, {
    text: (data) => collector.text(data),
    enter: (element) => {
      if (isHidden(element) || (options.isWebPage && isPageFurniture(element, contentDepth > 0))) {
        options.onLeftOut?.(element);
        return false;
      }
      if (isMarkedContent(element)) contentDepth += 1;
      return collector.enter(element);
    },
    leave: (element) => {
      if (isMarkedContent(element)) contentDepth -= 1;
      collector.leave(element);
    },
  });
  return collector.finish();
}

/** Characters of a piece's text. */
export function pieceLength(piece: HtmlPiece): number {
  if (piece.kind === 'list') return piece.items.reduce((sum, { text }) => sum + text.length, 0);
  if (piece.kind !== 'table') return piece.text.length;
  return piece.rows.reduce((sum, row) => row.reduce((inRow, cell) => inRow + cell.length, sum), 0);
}

/** The blocks of a piece of HTML that is part of another document. */
export async function piecesOfHtml(source: string): Promise<readonly HtmlPiece[]> {
  return htmlPieces(await parseHtml(source));
}

/** Adds pieces to a document. */
export function addPieces(builder: DocumentBuilder, pieces: readonly HtmlPiece[]): void {
  const open: HtmlPanel[] = [];
  for (const piece of pieces) {
    while (open.length > 0 && !isWithin(piece.panel, open.at(-1))) {
      builder.closePanel();
      open.pop();
    }
    if (piece.kind === 'heading' && piece.isLabel && piece.panel) {
      builder.openPanel(piece.text);
      open.push(piece.panel);
    } else if (piece.kind === 'heading') builder.heading(piece.level, piece.text, piece.anchor);
    else if (piece.kind === 'code') builder.code(piece.text, piece.language);
    else if (piece.kind === 'list') builder.list(piece.items);
    else if (piece.kind === 'table') builder.table(piece.rows, piece.headerRows);
    else builder[piece.kind](piece.text);
  }
  for (const _ of open) builder.closePanel();
}

function isWithin(panel: HtmlPanel | undefined, outer: HtmlPanel | undefined): boolean {
  for (let one = panel; one; one = one.outer) if (one === outer) return true;
  return false;
}

/** Whether the page itself marks an element as its main part or as an article. */
export function isMarkedContent(element: HtmlElement): boolean {
  const { localName } = element;
  return localName === 'main' || localName === 'article' || element.getAttribute('role') === 'main';
}

/**
 * Tables that arrange a page rather than data: those that hold tables or headings, or code beside nothing but the
 * numbers of its lines, or say so.
 */
function layoutTables(root: HtmlNode): ReadonlySet<HtmlElement> {
  const layout = new Set<HtmlElement>();
  const open: HtmlElement[] = [];
  walkHtml(root, {
    text: () => {},
    enter: (element) => {
      const outer = open.at(-1);
      const name = element.localName;
      if (outer && (name === 'table' || /^h[1-6]$/.test(name) || isCodeListing(element))) layout.add(outer);
      if (name !== 'table') return true;
      if (/^(?:presentation|none)$/.test(element.getAttribute('role') ?? '')) layout.add(element);
      open.push(element);
      return true;
    },
    leave: (element) => {
      if (open.at(-1) === element) open.pop();
    },
  });
  return layout;
}

/** Whether an element is code that fills a row of a table. */
function isCodeListing(element: HtmlElement): boolean {
  if (element.localName !== 'pre' || isHidden(element)) return false;
  let cell = element.parentElement;
  while (cell && cell.localName !== 'td' && cell.localName !== 'table') cell = cell.parentElement;
  const row = cell?.localName === 'td' ? cell.parentElement : null;
  for (let other = row?.firstChild ?? null; other; other = other.nextSibling) {
    if (other !== cell && isElement(other) && !isHidden(other)) return false;
  }
  return row !== null;
}
