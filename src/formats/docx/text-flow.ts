import { bullet } from '../document/list-number.ts';
import type { ListPlace } from '../office/block-flow.ts';
import type { TextPiece } from '../office/document-writer.ts';
import { isContinuedStyle } from '../office/style-names.ts';
import { chosenContent } from '../ooxml/chosen-content.ts';
import { childOf, childrenOf, descendantOf, type XmlElement } from '../xml/xml.ts';
import type { ListMarkers } from './list-markers.ts';
import type { Notes } from './notes.ts';
import { readParagraph } from './paragraph-content.ts';
import { numberingOf, outlineLevel, type StyleSheet } from './styles.ts';

/** Opens the blocks of a document up, as they come by, with all changes accepted, and counts its lists. */
export class TextFlow {
  readonly #styles: StyleSheet;
  readonly #markers: ListMarkers;
  readonly #notes: Notes;
  /** A paragraph that goes on with the next one. */
  #open: XmlElement | undefined;

  constructor(styles: StyleSheet, markers: ListMarkers, notes: Notes) {
    this.#styles = styles;
    this.#markers = markers;
    this.#notes = notes;
  }

  /** The pieces of all blocks that a cell, a box or a note holds, in order. */
  *piecesWithin(holder: XmlElement): Generator<TextPiece> {
    yield* this.#piecesOfAll(holder);
    yield* this.end();
  }

  /** The pieces of a block, in order. */
  *piecesOf(element: XmlElement): Generator<TextPiece> {
    const { name } = element;
    if (name === 'p') {
      const paragraph = this.#open ? joinParagraphs(this.#open, element) : element;
      this.#open = paragraph;
      if (!goesOn(element)) yield* this.end();
    } else if (name === 'tbl') {
      yield* this.end();
      yield { kind: 'table', element };
    } else if (name === 'AlternateContent') yield* this.#piecesOfAll(chosenContent(element));
    else if (!unread.has(name) && !isContents(element)) yield* this.#piecesOfAll(element);
  }

  /** Nothing follows that a paragraph could go on with. */
  *end(): Generator<TextPiece> {
    const open = this.#open;
    this.#open = undefined;
    if (open) yield* this.#paragraph(open);
  }

  *#piecesOfAll(holder: XmlElement | undefined): Generator<TextPiece> {
    for (const child of childrenOf(holder)) yield* this.piecesOf(child);
  }

  #paragraph(element: XmlElement): readonly TextPiece[] {
    const properties = childOf(element, 'pPr');
    const styleId = childOf(properties, 'pStyle')?.attributes.val;
    const { names, headingLevel } = this.#styles(styleId);
    // A table of contents repeats the headings.
    if (/^(?:toc \d|toc heading|table of figures)$/.test(names[0] ?? '')) return [];
    const content = readParagraph(element, this.#notes);
    const item = content.text === '' ? undefined : this.#place(properties, styleId);
    const level = outlineLevel(properties) ?? headingLevel;
    if (!level) {
      const isContinued = item?.marker === '' || isContinuedStyle(names);
      return [{ kind: 'paragraph', content, names, isContinued, ...(item?.marker && { item }) }];
    }
    const number = item === undefined || item.marker === bullet ? '' : item.marker;
    return [{ kind: 'heading', content, level, number }];
  }

  /** A paragraph's place in its list, which counts on with it. */
  #place(properties: XmlElement | undefined, styleId: string | undefined): ListPlace | undefined {
    const style = this.#styles(styleId);
    const numbering = numberingOf(properties) ?? style.numbering;
    if (!numbering || numbering.listId === '0') return undefined;
    const level = numbering.level ?? this.#markers.levelOfStyle(numbering.listId, styleId);
    const marker = this.#markers.next(numbering.listId, level);
    return { depth: Math.max(level, style.listLevel ?? 0), marker };
  }
}

/** What was deleted or moved away, and properties. */
const unread = new Set(['del', 'moveFrom', 'tcPr', 'sdtPr']);

/** Whether a content control holds a table of contents. */
function isContents(control: XmlElement): boolean {
  const gallery = descendantOf(control, 'sdtPr', 'docPartObj', 'docPartGallery')?.attributes.val;
  return gallery === 'Table of Contents';
}

/**
 * Whether a paragraph (`w:p`) goes on with the next one: it is the large letter that this begins with, or a tracked
 * change deletes the mark that ends it or moves it away. Source: ECMA-376 part 1, 17.3.1.11, 17.13.5.15, 17.13.5.21.
 */
function goesOn(paragraph: XmlElement): boolean {
  const properties = childOf(paragraph, 'pPr');
  const { dropCap = 'none' } = childOf(properties, 'framePr')?.attributes ?? {};
  const mark = childOf(properties, 'rPr');
  return dropCap !== 'none' || childOf(mark, 'del') !== undefined || childOf(mark, 'moveFrom') !== undefined;
}

/** One paragraph of two, with the properties of the second, whose mark is the one that is left. */
function joinParagraphs(first: XmlElement, second: XmlElement): XmlElement {
  const content = first.children.filter((child) => typeof child === 'string' || child.name !== 'pPr');
  return { ...second, children: [...content, ...second.children] };
}
