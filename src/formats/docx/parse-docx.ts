import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import { bullet, smallNumber } from '../document/list-number.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import {
  DocumentWriter,
  isContinuedStyle,
  type ListPlace,
  type OfficeTable,
  type TextPiece,
} from '../office/document-writer.ts';
import {
  chosenContent,
  findAllChosen,
  isOn,
  isPropertyOn,
  openOffice,
  pictureOf,
  writeGraphic,
} from '../office/ooxml-package.ts';
import { finishPackage } from '../office/opened-package.ts';
import { givenHeaderRows, gridOf, isLayout, type TableCell, tableRows } from '../table/table-rows.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';
import { isUnfilled, Notes, type ParagraphContext, readParagraph } from './paragraph-content.ts';
import { ListMarkers, numberingOf, outlineLevel, readStyles, type StyleSheet } from './styles.ts';

/** Reads a Word document as `docxParser` says. */
export async function parseDocx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'word');
  const { mainPart } = office;
  const styles = readStyles(office.related(mainPart, 'styles'));
  const markers = new ListMarkers(office.related(mainPart, 'numbering'));
  const flow = new TextFlow(styles, markers, {
    notes: new Notes(office),
    pictureIn: (drawing) => pictureOf(drawing, office, mainPart),
  });
  const pictures = await EmbeddedPictures.open(options, office.pictures);
  const builder = new DocumentBuilder();
  const writer = new DocumentWriter(builder, {
    piecesWithin: (holder) => flow.piecesWithin(holder),
    readTable,
    writeGraphic: (graphic) => writeGraphic(graphic, office, mainPart, builder),
    writePicture: (picture) => pictures.write(builder, picture),
  });
  const write = (element: XmlElement): void => {
    throwIfAborted(options.signal);
    writer.write(flow.piecesOf(element));
  };
  office.xml(mainPart, { p: write, tbl: write, sdt: write, AlternateContent: write });
  writer.write(flow.end());
  writer.flush();
  const runningHeads = [...office.relationships(mainPart).values()].flatMap(({ type, target }) => {
    const name = { header: 'Header', footer: 'Footer' }[type];
    if (name === undefined) return [];
    const paragraphs = findAllChosen(office.sidePart(target), 'p').map((one) => flow.wordsOf(one));
    return [{ name, value: paragraphs.filter((words) => words !== '').join(' – ') }];
  });
  return finishPackage(builder, office, { warnings: pictures.warnings, runningHeads });
}

/** Opens the blocks of a document up, as they come by, with all changes accepted, and counts its lists. */
class TextFlow {
  readonly #styles: StyleSheet;
  readonly #markers: ListMarkers;
  readonly #context: ParagraphContext;
  /** A paragraph that goes on with the next one. */
  #open: XmlElement | undefined;

  constructor(styles: StyleSheet, markers: ListMarkers, context: ParagraphContext) {
    this.#styles = styles;
    this.#markers = markers;
    this.#context = context;
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
    else if (!unread.has(name) && !isContents(element) && !isUnfilled(element))
      yield* this.#piecesOfAll(element);
  }

  /** The words of a paragraph outside of the text; what hangs on it is left out. */
  wordsOf(paragraph: XmlElement): string {
    return readParagraph(paragraph, this.#context).text.trim();
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
    const content = readParagraph(element, this.#context);
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

/** Word has no more columns than this. */
const maxColumns = 63;

/**
 * Reads a table (`w:tbl`); `cellText` gives the words of a cell. A table of one row or one column arranges text on the
 * page: it is `layout`. Header rows are those marked as such, else the first row, unless the table says that it has
 * none and the row does not stand out.
 */
function readTable(table: XmlElement, cellText: (cell: XmlElement) => string): OfficeTable {
  const rowElements = contents(table, 'tr').filter((row) => !descendantOf(row, 'trPr', 'del'));
  const cellElements = rowElements.map((row) => contents(row, 'tc'));
  if (isLayout(cellElements)) return { kind: 'layout', cells: cellElements.flat() };
  /** Cells that reach down as far as was read, by their column. */
  const open = new Map<number, { rows: number }>();
  const rows = rowElements.map((row, index) => {
    const cells: TableCell[] = blankCells(span(descendantOf(row, 'trPr', 'gridBefore'), 0));
    for (const cell of cellElements[index] ?? []) {
      const properties = childOf(cell, 'tcPr');
      const columns = span(childOf(properties, 'gridSpan'), 1);
      const merge = childOf(properties, 'vMerge');
      const above = merge && merge.attributes.val !== 'restart' ? open.get(cells.length) : undefined;
      if (above) above.rows += 1;
      else {
        const own = { text: cellText(cell), columns, rows: 1 };
        open.set(cells.length, own);
        cells.push(own);
      }
      cells.push(...coveredCells(above ? columns : columns - 1));
    }
    return cells;
  });
  return { kind: 'data', ...tableRows(gridOf(rows), headerRowCount(table, rowElements)) };
}

/** Rows and cells may stand within content controls and tracked insertions. */
function contents(element: XmlElement, name: 'tr' | 'tc'): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    const isWrapper = ['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml', 'smartTag'].includes(child.name);
    return isWrapper ? contents(child, name) : [];
  });
}

function blankCells(count: number): TableCell[] {
  return Array.from({ length: count }, () => ({ text: '' }));
}

function coveredCells(count: number): TableCell[] {
  return Array.from({ length: count }, () => ({ text: '', isCovered: true }));
}

/** Columns that are spanned or left out, as far as a table can have so many; at least `fallback`. */
function span(element: XmlElement | undefined, fallback: number): number {
  const value = smallNumber(element?.attributes.val, fallback);
  return value >= fallback && value <= maxColumns ? value : fallback;
}

function isMarked(row: XmlElement): boolean {
  return isPropertyOn(descendantOf(row, 'trPr', 'tblHeader'));
}

function headerRowCount(table: XmlElement, rows: readonly XmlElement[]): number {
  const look = descendantOf(table, 'tblPr', 'tblLook')?.attributes;
  const bits = Number.parseInt(look?.val ?? '0020', 16);
  const hasHeader = look?.firstRow === undefined ? (bits & 0x20) !== 0 : isOn(look.firstRow);
  return givenHeaderRows(rows, isMarked, hasHeader, isBold);
}

/** Whether every word of a row is set in bold by itself. */
function isBold(row: XmlElement): boolean {
  const runs = findAll(row, 'r').filter((run) => /\S/.test(childrenOf(run, 't').map(textOf).join('')));
  return runs.length > 0 && runs.every((run) => isPropertyOn(descendantOf(run, 'rPr', 'b')));
}
