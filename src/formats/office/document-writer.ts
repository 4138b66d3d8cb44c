import type { DocumentBuilder, ListItem, TableRows } from '../document/document-builder.ts';
import type { Look } from '../document/headings-by-look.ts';
import { bullet } from '../document/list-number.ts';
import { joinStruck } from '../document/shown-words.ts';
import type { XmlElement } from '../xml/xml.ts';

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
interface TextReader {
  /** The pieces of all that a cell, a box or a note holds, in order. */
  piecesWithin(holder: XmlElement): Iterable<TextPiece>;
  /** Reads a table; `cellText` gives the words of a cell. */
  readTable(table: XmlElement, cellText: (cell: XmlElement) => string): OfficeTable;
  /** Writes what a chart or a diagram says. */
  writeGraphic(graphic: XmlElement, builder: DocumentBuilder): void;
  /** Writes a picture by the name of its part, where that can be read, with its description. */
  writePicture(picture: string | undefined, description: string, builder: DocumentBuilder): void;
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
        this.#reader.writePicture(aside.picture, aside.text, this.#builder);
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
    { text, isEquation, asides, look }: OfficeParagraph<Aside>,
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
        else this.#builder.paragraph(words, look);
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

/** What hangs on a paragraph and is written behind it. */
export type OfficeAside =
  | { readonly kind: 'note'; readonly marker: string; readonly element: XmlElement }
  /** `author`: empty where that is not said. */
  | { readonly kind: 'comment'; readonly author: string; readonly element: XmlElement }
  /** What holds blocks, as a text box does. */
  | { readonly kind: 'text'; readonly element: XmlElement }
  | { readonly kind: 'table'; readonly element: XmlElement }
  /** A chart or a diagram. */
  | { readonly kind: 'graphic'; readonly element: XmlElement }
  /** `text`: its description; empty where it has none. `picture`: the name of its part, where it can be read. */
  | { readonly kind: 'picture'; readonly text: string; readonly picture?: string }
  | { readonly kind: 'formula'; readonly text: string };

/** A paragraph of a document, with what hangs on it. */
export interface OfficeParagraph<Aside = OfficeAside> {
  /** White space in front is kept, for code. */
  readonly text: string;
  /** Whether it holds an equation and nothing else. */
  readonly isEquation: boolean;
  readonly asides: readonly Aside[];
  /** How all of its words are set, where that is known. */
  readonly look?: Look;
}

/** Collects what a paragraph shows and what hangs on it, as they come. */
export class ParagraphContent {
  readonly #pieces: string[] = [];
  readonly #asides: OfficeAside[] = [];
  #hasWords = false;
  #hasEquation = false;

  words(text: string): void {
    this.#hasWords ||= /\S/.test(text);
    this.put(text);
  }

  /** A character that an element stands for. */
  put(character: string): void {
    if (character !== '') this.#pieces.push(character);
  }

  /** One that is glued to the word before it would read as part of it. */
  equation(text: string): void {
    this.#hasEquation = true;
    this.put(/[\p{L}\p{N}]$/u.test(this.#pieces.at(-1) ?? '') ? ` ${text}` : text);
  }

  /** A reference to a note; `element` is undefined where the file does not hold the note. */
  note(marker: string, element: XmlElement | undefined): void {
    this.put(`[${marker}]`);
    if (element) this.hang({ kind: 'note', marker, element });
  }

  hang(aside: OfficeAside): void {
    this.#asides.push(aside);
  }

  /** The paragraph that came together. */
  get paragraph(): OfficeParagraph {
    const text = joinStruck(this.#pieces.join('').trimEnd());
    return { text, isEquation: this.#hasEquation && !this.#hasWords, asides: this.#asides };
  }
}

/** Names of a style and of those it is based on, nearest first, in lower case; built-in ones are English everywhere. */
export type StyleNames = readonly string[];

function isCodeStyle(names: StyleNames): boolean {
  return names.some((name) => /\b(?:code(?:block)?|preformatted|listing)\b/.test(name));
}

function isQuoteStyle(names: StyleNames): boolean {
  return names.some((name) => /quot(?:e|ations?)\b|^block text$/.test(name));
}

function isCaptionStyle(names: StyleNames): boolean {
  return names.some((name) => /caption$|^(?:illustration|figure|drawing)$/.test(name));
}

/** Whether it is for the title of a document, and not for what stands below and is only set like it. */
export function isTitleStyle(names: StyleNames): boolean {
  return names.includes('title') && !/^(?:subtitle|author|date)$/.test(names[0] ?? '');
}

/** Whether it is for further paragraphs of an item. */
export function isContinuedStyle(names: StyleNames): boolean {
  return /^list continue\b/.test(names[0] ?? '');
}

/** A style and those it is based on, nearest first; a circle ends where it closes. */
export function styleLineage<Style>(
  style: Style | undefined,
  parentOf: (style: Style) => Style | undefined,
): readonly Style[] {
  const line = new Set<Style>();
  for (let next = style; next !== undefined && !line.has(next); next = parentOf(next)) line.add(next);
  return [...line];
}

/** What the first in a line of styles says that says anything. */
export function nearest<Style, Value>(
  line: readonly Style[],
  read: (style: Style) => Value | undefined,
): Value | undefined {
  for (const style of line) {
    const value = read(style);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A comment on a text, slide or sheet. */
export interface OfficeComment {
  readonly text: string;
  /** Empty where that is not said. */
  readonly author?: string;
  /** Of a comment on a sheet: `B4`. */
  readonly cell?: string;
}

/** A comment as a paragraph of its own: `Comment on B4 by Ada: why?`. */
export function commentText({ text, author, cell }: OfficeComment): string {
  const place = cell === undefined ? '' : ` on ${cell}`;
  return `Comment${place}${author ? ` by ${author}` : ''}: ${text}`;
}
