import type { DocumentBuilder } from '../document-builder.ts';
import { BlockFlow } from '../office/block-flow.ts';
import { commentText } from '../office/comment-text.ts';
import { textOfNested } from '../office/office-table.ts';
import type { XmlElement } from '../xml.ts';
import { writeChart } from './chart.ts';
import { drawingContents } from './drawings.ts';
import { type Aside, readParagraph, type TextContext } from './paragraph-content.ts';
import { readTable } from './table.ts';
import { type FlowPiece, TextFlow } from './text-flow.ts';

/** Writes the blocks of a text into a builder as they come; notes and the like follow the block they hang on. */
export class DocumentWriter {
  readonly #builder: DocumentBuilder;
  readonly #context: TextContext;
  readonly #texts: TextFlow;
  readonly #flow: BlockFlow<Aside>;

  constructor(builder: DocumentBuilder, context: TextContext) {
    this.#builder = builder;
    this.#context = context;
    this.#texts = new TextFlow(context.styles);
    this.#flow = new BlockFlow(builder, (aside) => this.#aside(aside));
  }

  /** Writes one block of the body. */
  write(block: XmlElement): void {
    for (const piece of this.#texts.piecesOf(block)) this.#piece(piece);
  }

  /** Writes what has been collected; to be called at the end. */
  flush(): void {
    this.#flow.flush();
  }

  #writeWithin(holder: XmlElement): void {
    for (const piece of this.#texts.piecesWithin(holder)) this.#piece(piece);
  }

  #piece(piece: FlowPiece): void {
    const { element } = piece;
    if (piece.kind === 'table') this.#table(element);
    else if (piece.kind === 'drawing') {
      this.#flow.hang(drawingContents(element, this.#context));
      this.#flow.flush();
    } else if (piece.kind === 'heading') {
      const content = readParagraph(element, this.#context);
      const title = content.text === '' ? '' : joined(piece.number, content.text);
      this.#flow.block(() => this.#builder.heading(piece.level, title), content.asides);
    } else this.#paragraph(piece);
  }

  #paragraph({ element, item, isContinued }: Extract<FlowPiece, { readonly kind: 'paragraph' }>): void {
    const content = readParagraph(element, this.#context);
    if (isContinued && this.#flow.isList) this.#flow.itemGoesOn(content.text, content.asides);
    else {
      const { names } = this.#context.styles.paragraph(element.attributes['style-name']);
      this.#flow.paragraph(content, names, item);
    }
  }

  #table(element: XmlElement): void {
    this.#flow.flush();
    const table = readTable(element, this.#context, this.#cellText);
    if (table.kind === 'data') this.#builder.table(table.rows, table.headerRows);
    else for (const cell of table.cells) this.#writeWithin(cell);
    this.#flow.flush();
  }

  readonly #cellText = (cell: XmlElement): string => {
    const texts = [...this.#texts.piecesWithin(cell)].map((piece) => {
      if (piece.kind === 'table')
        return textOfNested(readTable(piece.element, this.#context, this.#cellText), this.#cellText);
      if (piece.kind === 'drawing') {
        this.#flow.hang(drawingContents(piece.element, this.#context));
        return '';
      }
      const content = readParagraph(piece.element, this.#context);
      this.#flow.hang(content.asides);
      const marker = piece.kind === 'heading' ? piece.number : (piece.item?.marker ?? '');
      return content.text === '' ? '' : joined(marker, content.text);
    });
    return texts.filter((text) => text !== '').join(' ');
  };

  #aside(aside: Aside): void {
    switch (aside.kind) {
      case 'text':
        this.#writeWithin(aside.element);
        this.#flow.flush();
        break;
      case 'table':
        this.#table(aside.element);
        break;
      case 'picture':
        this.#builder.figure(aside.text);
        break;
      case 'formula':
        this.#builder.equation(aside.text);
        break;
      case 'chart':
        writeChart(aside.element, this.#context, this.#builder);
        break;
      case 'note':
        this.#note(aside.element, (text) => `[${aside.marker}] ${text}`);
        break;
      case 'comment':
        this.#note(aside.element, (text) => commentText({ text, author: aside.author }));
    }
  }

  #note(element: XmlElement, shown: (text: string) => string): void {
    const text = this.#cellText(element);
    if (text !== '') this.#builder.paragraph(shown(text));
  }
}

function joined(marker: string, text: string): string {
  return marker === '' ? text : `${marker} ${text}`;
}
