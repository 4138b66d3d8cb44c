import type { DocumentBuilder } from '../document-builder.ts';
import { bullet, listNumber } from '../list-number.ts';
import { BlockFlow, type OfficeParagraph } from '../office/block-flow.ts';
import { commentText } from '../office/comment-text.ts';
import { textOfNested } from '../office/office-table.ts';
import { chosenContent } from '../ooxml/chosen-content.ts';
import { writeGraphic } from '../ooxml/graphic-text.ts';
import type { OfficePackage, Relationship } from '../ooxml/office-package.ts';
import { childOf, childrenOf, descendantOf, type XmlElement } from '../xml.ts';
import type { ListMarkers } from './list-markers.ts';
import type { Note } from './notes.ts';
import { acceptedParagraphs, goesOn, joinParagraphs } from './open-paragraphs.ts';
import { type Aside, readParagraph } from './paragraph-content.ts';
import { numberingOf, outlineLevel, type StyleSheet } from './styles.ts';
import { readTable } from './table.ts';

/** What the paragraphs of a document refer to. */
export interface DocumentContext {
  readonly office: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  readonly styles: StyleSheet;
  readonly markers: ListMarkers;
  readonly notes: Readonly<Record<'footnote' | 'endnote' | 'comment', ReadonlyMap<string, Note>>>;
}

/**
 * Writes paragraphs and tables into a builder as they come; notes, comments, text boxes and pictures follow the block
 * they hang on.
 */
export class DocumentWriter {
  readonly #builder: DocumentBuilder;
  readonly #context: DocumentContext;
  readonly #noteCounts = { footnote: 0, endnote: 0 };
  readonly #written = new Set<Note>();
  readonly #flow: BlockFlow<Aside>;
  /** A paragraph that goes on with the next one. */
  #open: XmlElement | undefined;

  constructor(builder: DocumentBuilder, context: DocumentContext) {
    this.#builder = builder;
    this.#context = context;
    this.#flow = new BlockFlow(builder, (aside) => this.#aside(aside));
  }

  /** Writes one child of the body, or of a cell or text box. */
  write(element: XmlElement): void {
    if (element.name === 'p') this.#accept(element);
    else if (element.name === 'tbl') this.#table(element);
    else if (element.name === 'sdt' && isContents(element)) return;
    else if (element.name === 'AlternateContent') this.#writeAll(chosenContent(element));
    else if (!['del', 'moveFrom', 'tcPr', 'sdtPr'].includes(element.name)) this.#writeAll(element);
  }

  /** Writes what has been collected; to be called at the end. */
  flush(): void {
    this.#endParagraph();
    this.#flow.flush();
  }

  /** Takes a paragraph as it is with all changes accepted. */
  #accept(element: XmlElement): void {
    const open = this.#open;
    const paragraph = open ? joinParagraphs(open, element) : element;
    this.#open = goesOn(element) ? paragraph : undefined;
    if (!this.#open) this.#paragraph(paragraph);
  }

  /** Nothing follows that a paragraph could go on with. */
  #endParagraph(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open) this.#paragraph(open);
  }

  #writeAll(element: XmlElement | undefined): void {
    for (const child of childrenOf(element)) this.write(child);
  }

  #read(paragraph: XmlElement): OfficeParagraph<Aside> {
    return readParagraph(paragraph, (kind) => {
      this.#noteCounts[kind] += 1;
      return listNumber(this.#noteCounts[kind], kind === 'endnote' ? 'lowerRoman' : 'decimal');
    });
  }

  #paragraph(element: XmlElement): void {
    const { properties, style } = this.#form(element);
    // A table of contents repeats the headings.
    if (/^(?:toc \d|toc heading|table of figures)$/.test(style.names[0] ?? '')) return;
    const content = this.#read(element);
    const numbering = content.text === '' ? undefined : this.#numbering(element);
    const level = outlineLevel(properties) ?? style.headingLevel;
    const number = numbering?.marker === bullet ? undefined : numbering?.marker;
    if (level)
      this.#flow.block(() => this.#builder.heading(level, joined(number, content.text)), content.asides);
    else this.#flow.paragraph(content, style.names, numbering);
  }

  /** A paragraph's own properties, and its style. */
  #form(paragraph: XmlElement) {
    const properties = childOf(paragraph, 'pPr');
    const styleId = childOf(properties, 'pStyle')?.attributes.val;
    return { properties, styleId, style: this.#context.styles(styleId) };
  }

  /** A paragraph's place in its list, which counts on with it. */
  #numbering(paragraph: XmlElement): { depth: number; marker: string } | undefined {
    const { properties, styleId, style } = this.#form(paragraph);
    const numbering = numberingOf(properties) ?? style.numbering;
    if (!numbering || numbering.listId === '0') return undefined;
    const { markers } = this.#context;
    const level = numbering.level ?? markers.levelOfStyle(numbering.listId, styleId);
    return { depth: Math.max(level, style.listLevel ?? 0), marker: markers.next(numbering.listId, level) };
  }

  #table(element: XmlElement): void {
    this.flush();
    const table = readTable(element, this.#cellText);
    if (table.kind === 'data') this.#builder.table(table.rows, table.headerRows);
    else {
      for (const cell of table.cells) {
        this.#writeAll(cell);
        this.#endParagraph();
      }
    }
    this.flush();
  }

  readonly #cellText = (cell: XmlElement): string => {
    const texts = acceptedParagraphs(blocksOf(cell)).map((paragraph) => {
      if (paragraph.name === 'tbl') return textOfNested(readTable(paragraph, this.#cellText), this.#cellText);
      const content = this.#read(paragraph);
      this.#flow.hang(content.asides);
      return content.text === '' ? '' : joined(this.#numbering(paragraph)?.marker, content.text);
    });
    return texts.filter((text) => text !== '').join(' ');
  };

  #aside(aside: Aside): void {
    switch (aside.kind) {
      case 'textBox':
        this.#writeAll(aside.element);
        this.flush();
        break;
      case 'graphic':
        writeGraphic(aside.element, this.#context.office, this.#context.relationships, this.#builder);
        break;
      case 'picture':
        this.#builder.figure(aside.text);
        break;
      case 'footnote':
      case 'endnote':
      case 'comment':
        this.#note(aside.kind, aside.id, aside.marker);
    }
  }

  #note(kind: 'footnote' | 'endnote' | 'comment', id: string, marker: string): void {
    const note = this.#context.notes[kind].get(id);
    if (!note || this.#written.has(note)) return;
    this.#written.add(note);
    const text = acceptedParagraphs(note.paragraphs)
      .map((paragraph) => this.#read(paragraph).text)
      .join(' ')
      .trim();
    if (text === '') return;
    const { author } = note;
    this.#builder.paragraph(kind === 'comment' ? commentText({ text, author }) : `[${marker}] ${text}`);
  }
}

function joined(marker: string | undefined, text: string): string {
  return marker ? `${marker} ${text}` : text;
}

/** The paragraphs and tables of a cell, those in tables within it aside. */
function blocksOf(element: XmlElement): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => (/^(?:p|tbl)$/.test(child.name) ? [child] : blocksOf(child)));
}

function isContents(control: XmlElement): boolean {
  const gallery = descendantOf(control, 'sdtPr', 'docPartObj', 'docPartGallery')?.attributes.val;
  return gallery === 'Table of Contents';
}
