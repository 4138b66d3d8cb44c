import type { DocumentBuilder, TableRows } from '../document/document-builder.ts';
import type { XmlElement } from '../xml/xml.ts';
import { BlockFlow, type ListPlace } from './block-flow.ts';
import { commentText } from './comment-text.ts';
import type { OfficeAside, OfficeParagraph } from './office-paragraph.ts';
import { isCodeStyle, type StyleNames } from './style-names.ts';

/** What follows one another in a text, sections and lists opened up. */
export type TextPiece =
  | {
      readonly kind: 'paragraph';
      readonly content: OfficeParagraph;
      readonly names: StyleNames;
      /** Where it is an item of a list. */
      readonly item?: ListPlace;
      /** Whether it belongs to the item before. */
      readonly isContinued?: boolean;
    }
  | {
      readonly kind: 'heading';
      readonly content: OfficeParagraph;
      /** 1–6. */
      readonly level: number;
      /** As it is shown before the words; empty where there is none. */
      readonly number: string;
    }
  | { readonly kind: 'table'; readonly element: XmlElement };

/** A table of a document or slide, or what only looks like one. */
export type OfficeTable =
  | ({ readonly kind: 'data' } & TableRows)
  | { readonly kind: 'layout'; readonly cells: readonly XmlElement[] };

/** How a kind of file holds its texts. */
export interface TextReader {
  /** The pieces of all that a cell, a box or a note holds, in order. */
  piecesWithin(holder: XmlElement): Iterable<TextPiece>;
  /** Reads a table; `cellText` gives the words of a cell. */
  readTable(table: XmlElement, cellText: (cell: XmlElement) => string): OfficeTable;
  /** Writes what a chart or a diagram says. */
  writeGraphic(graphic: XmlElement, builder: DocumentBuilder): void;
}

/** Writes the pieces of a text into a builder as they come; what hangs on a block follows it. */
export class DocumentWriter {
  readonly #builder: DocumentBuilder;
  readonly #reader: TextReader;
  readonly #flow: BlockFlow<OfficeAside>;

  constructor(builder: DocumentBuilder, reader: TextReader) {
    this.#builder = builder;
    this.#reader = reader;
    this.#flow = new BlockFlow(builder, (aside) => this.#writeAside(aside));
  }

  write(pieces: Iterable<TextPiece>): void {
    for (const piece of pieces) {
      if (piece.kind === 'table') this.#table(piece.element);
      else if (piece.kind === 'heading') {
        this.#flow.block(() => this.#builder.heading(piece.level, shown(piece)), piece.content.asides);
      } else if (piece.isContinued && this.#flow.isList && !isCodeStyle(piece.names))
        this.#flow.itemGoesOn(piece.content);
      else this.#flow.paragraph(piece.content, piece.names, piece.item);
    }
  }

  /** Writes what has been collected; to be called at the end. */
  flush(): void {
    this.#flow.flush();
  }

  #writeAside(aside: OfficeAside): void {
    switch (aside.kind) {
      case 'text':
        this.write(this.#reader.piecesWithin(aside.element));
        this.flush();
        break;
      case 'table':
        this.#table(aside.element);
        break;
      case 'graphic':
        this.#reader.writeGraphic(aside.element, this.#builder);
        break;
      case 'picture':
        this.#builder.figure(aside.text);
        break;
      case 'formula':
        this.#builder.equation(aside.text);
        break;
      case 'note':
      case 'comment': {
        const text = this.#textWithin(aside.element);
        if (text === '') return;
        const { kind } = aside;
        this.#builder.paragraph(
          kind === 'note' ? `[${aside.marker}] ${text}` : commentText({ ...aside, text }),
        );
      }
    }
  }

  #table(element: XmlElement): void {
    this.flush();
    const table = this.#reader.readTable(element, this.#textWithin);
    if (table.kind === 'data') this.#builder.table(table.rows, table.headerRows);
    else for (const cell of table.cells) this.write(this.#reader.piecesWithin(cell));
    this.flush();
  }

  /** What a cell or a note says, in one line but for breaks. What hangs on it follows the block written next. */
  readonly #textWithin = (holder: XmlElement): string => {
    const texts: string[] = [];
    for (const piece of this.#reader.piecesWithin(holder)) {
      if (piece.kind === 'table') {
        texts.push(textOfNested(this.#reader.readTable(piece.element, this.#textWithin), this.#textWithin));
      } else {
        this.#flow.hang(piece.content.asides);
        texts.push(shown(piece).trim());
      }
    }
    return texts.filter((text) => text !== '').join(' ');
  };
}

/** The words of a paragraph or heading behind its marker or number; empty where it has none. */
function shown(piece: Exclude<TextPiece, { readonly kind: 'table' }>): string {
  const { text } = piece.content;
  const marker = piece.kind === 'heading' ? piece.number : (piece.item?.marker ?? '');
  return text === '' || marker === '' ? text : `${marker} ${text}`;
}

/** A table within a cell in one line: cells with a comma between two, rows with a semicolon. */
function textOfNested(table: OfficeTable, cellText: (cell: XmlElement) => string): string {
  const rows = table.kind === 'data' ? table.rows : table.cells.map((cell) => [cellText(cell)]);
  return rows
    .map((row) => row.filter((text) => text !== '').join(', '))
    .filter((text) => text !== '')
    .join('; ');
}
