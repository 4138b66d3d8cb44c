import type { ParsedDocument, ParseOptions, SourceFile } from '../../contracts/parser.ts';
import { throwIfAborted } from '../../errors.ts';
import { DocumentBuilder } from '../document/document-builder.ts';
import type { Look } from '../document/headings-by-look.ts';
import { bullet, listNumber, smallNumber } from '../document/list-number.ts';
import { checkBox, shownWords, symbolText } from '../document/shown-words.ts';
import { EmbeddedPictures } from '../ocr/embedded-pictures.ts';
import {
  DocumentWriter,
  isContinuedStyle,
  type ListPlace,
  type OfficeAside,
  type OfficeParagraph,
  type OfficeTable,
  ParagraphContent,
  type TextPiece,
} from '../office/document-writer.ts';
import {
  alternativeText,
  chosenContent,
  controlText,
  findAllChosen,
  isOn,
  isPropertyOn,
  type OfficePackage,
  openOffice,
  pictureOf,
  writeGraphic,
} from '../office/ooxml-package.ts';
import { finishPackage, joinedLines } from '../office/opened-package.ts';
import {
  givenHeaderRows,
  gridOf,
  isLayout,
  joinedDown,
  tableRows,
  type WrittenCell,
} from '../table/table-rows.ts';
import { mathText } from '../xml/math-text.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';
import { ListMarkers, lookOf, numberingOf, outlineLevel, readStyles, type StyleSheet } from './styles.ts';

/** Reads a Word document as `docxParser` says. */
export async function parseDocx(file: SourceFile, options: ParseOptions): Promise<ParsedDocument> {
  const office = openOffice(file, 'word');
  const { mainPart } = office;
  const styles = readStyles(office.related(mainPart, 'styles'));
  const markers = new ListMarkers(office.related(mainPart, 'numbering'));
  const flow = new TextFlow(styles, markers, {
    notes: new Notes(office),
    pictureIn: (drawing) => pictureOf(drawing, office, mainPart),
    fieldText: (control) => controlText(control, office, mainPart),
  });
  const pictures = await EmbeddedPictures.open(file, options, office.pictures);
  const builder = new DocumentBuilder();
  const writer = new DocumentWriter(builder, {
    piecesWithin: (holder) => flow.piecesWithin(holder),
    readTable,
    writeGraphic: (graphic) => writeGraphic(graphic, office, mainPart, builder),
    writePicture: (picture, description) => pictures.write(builder, picture, description),
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
    return [{ name, value: joinedLines(paragraphs) }];
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
    const style = this.#styles(styleId);
    const { names, headingLevel } = style;
    // A table of contents repeats the headings.
    if (/^(?:toc \d|toc heading|table of figures)$/.test(names[0] ?? '')) return [];
    const content = readParagraph(element, this.#context);
    const item = content.text === '' ? undefined : this.#place(properties, styleId);
    const level = outlineLevel(properties) ?? headingLevel;
    if (!level) {
      const isContinued = item?.marker === '' || isContinuedStyle(names);
      const look = paragraphLook(element, style.look);
      return [
        {
          kind: 'paragraph',
          content: { ...content, look },
          names,
          isContinued,
          ...(item?.marker && { item }),
        },
      ];
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

/** How the words of a paragraph are set that are set least. */
function paragraphLook(paragraph: XmlElement, style: Look): Look {
  let least: Look | undefined;
  for (const run of childrenOf(paragraph, 'r')) {
    if (!childrenOf(run, 't').some((words) => /\S/.test(textOf(words)))) continue;
    const { size, isBold } = lookOf(childOf(run, 'rPr'), style);
    least = least ? { size: Math.min(size, least.size), isBold: isBold && least.isBold } : { size, isBold };
  }
  return least ?? style;
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
  const rows = rowElements.map((row, index) => {
    const before = span(descendantOf(row, 'trPr', 'gridBefore'), 0);
    const blank = Array.from({ length: before }, () => ({ text: '', columns: 1, isBelow: false }));
    const cells = (cellElements[index] ?? []).map((cell): WrittenCell => {
      const properties = childOf(cell, 'tcPr');
      const columns = span(childOf(properties, 'gridSpan'), 1);
      const merge = childOf(properties, 'vMerge');
      const isBelow = merge !== undefined && merge.attributes.val !== 'restart';
      return { text: isBelow ? '' : cellText(cell), columns, isBelow };
    });
    return [...blank, ...cells];
  });
  return { kind: 'data', ...tableRows(gridOf(joinedDown(rows)), headerRowCount(table, rowElements)) };
}

/** Rows and cells may stand within content controls and tracked insertions. */
function contents(element: XmlElement, name: 'tr' | 'tc'): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) => {
    if (child.name === name) return [child];
    const isWrapper = ['sdt', 'sdtContent', 'ins', 'moveTo', 'customXml', 'smartTag'].includes(child.name);
    return isWrapper ? contents(child, name) : [];
  });
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

const skipped = new Set('del moveFrom pPr rPr sdtPr sdtEndPr rt instrText delText delInstrText'.split(' '));

/** Elements that stand for a character. */
const characters: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
]);

/** What the paragraphs of a document refer to. */
export interface ParagraphContext {
  readonly notes: Notes;
  /** The picture that a drawing shows, by the name of its part. */
  readonly pictureIn: (drawing: XmlElement) => string | undefined;
  /** What a field of a form shows that is a program of its own (`w:control`). */
  readonly fieldText: (control: XmlElement) => string;
}

/**
 * Reads a paragraph (`w:p`) or a part of one. Text that tracked changes delete and hidden text are left out, what
 * they insert is kept; references to notes become their number in square brackets; equations become a line.
 */
export function readParagraph(
  paragraph: XmlElement,
  { notes, pictureIn, fieldText }: ParagraphContext,
): OfficeParagraph {
  const content = new ParagraphContent();
  const walk = (element: XmlElement, run?: XmlElement): void => {
    if (skipped.has(element.name)) return;
    switch (element.name) {
      case 't':
        content.words(runWords(textOf(element), run));
        break;
      case 'sym':
        content.put(symbolCharacter(element));
        break;
      case 'r':
        if (!isHidden(element)) for (const child of childrenOf(element)) walk(child, element);
        break;
      case 'oMath':
        content.equation(mathText(element));
        break;
      case 'footnoteReference':
      case 'endnoteReference': {
        const { marker, note } = notes.next(element);
        content.note(marker, note);
        break;
      }
      case 'commentReference': {
        const comment = notes.comment(element);
        const author = comment?.attributes.author?.trim() ?? '';
        if (comment) content.hang({ kind: 'comment', author, element: comment });
        break;
      }
      case 'AlternateContent':
        for (const child of childrenOf(chosenContent(element))) walk(child, run);
        break;
      case 'sdt': {
        if (isUnfilled(element)) break;
        const box = descendantOf(element, 'sdtPr', 'checkbox');
        if (box) content.put(checkBox(isPropertyOn(childOf(box, 'checked'))));
        else for (const child of childrenOf(element)) walk(child, run);
        break;
      }
      case 'checkBox':
        content.put(checkBox(isChecked(element)));
        break;
      case 'ddList':
        content.put(chosenEntry(element));
        break;
      case 'drawing':
      case 'pict':
      case 'object':
        for (const control of findAll(element, 'control')) content.words(fieldText(control));
        for (const aside of drawingAsides(element, pictureIn(element))) content.hang(aside);
        break;
      default: {
        const character = characters.get(element.name);
        if (character !== undefined) content.put(character);
        else for (const child of childrenOf(element)) walk(child, run);
      }
    }
  };
  for (const child of childrenOf(paragraph)) walk(child);
  return content.paragraph;
}

/** Whether a content control shows only what it asks for: “Click or tap here to enter text.” */
export function isUnfilled(control: XmlElement): boolean {
  return isPropertyOn(descendantOf(control, 'sdtPr', 'showingPlcHdr'));
}

function runWords(text: string, run: XmlElement | undefined): string {
  const properties = childOf(run, 'rPr');
  const isRaised = childOf(properties, 'vertAlign')?.attributes.val === 'superscript';
  const isStruck = ['strike', 'dstrike'].some((name) => isPropertyOn(childOf(properties, name)));
  return shownWords(text, { isRaised, isStruck, font: childOf(properties, 'rFonts')?.attributes.ascii });
}

/** A character that is inserted by its place in a font (`w:sym`); nothing where it has no place in Unicode. */
function symbolCharacter({ attributes }: XmlElement): string {
  const code = Number.parseInt(attributes.char ?? '', 16);
  if (!(code >= 0x20 && code <= 0xffff)) return '';
  return symbolText(String.fromCharCode(code), attributes.font).replace(/\p{Co}/u, '');
}

function drawingAsides(drawing: XmlElement, picture: string | undefined): readonly OfficeAside[] {
  const textBoxes = findAll(drawing, 'txbxContent').map((element) => ({ kind: 'text' as const, element }));
  const described = findAll(drawing, 'docPr').flatMap((properties) => alternativeText(properties) ?? []);
  const last =
    picture === undefined ? [] : [{ kind: 'picture' as const, text: described.pop() ?? '', picture }];
  const shown = [...described.map((text) => ({ kind: 'picture' as const, text })), ...last];
  const graphics = findAll(drawing, 'graphicData').map((element) => ({ kind: 'graphic' as const, element }));
  return [...shown, ...textBoxes, ...graphics];
}

/** A box of a form as older versions write it. */
function isChecked(box: XmlElement): boolean {
  return isPropertyOn(childOf(box, 'checked') ?? childOf(box, 'default'));
}

/** What is chosen in a list of a form as older versions write it; the first entry where that is not said. */
function chosenEntry(list: XmlElement): string {
  const value = (name: string): string | undefined => childOf(list, name)?.attributes.val;
  const chosen = Number(value('result') ?? value('default') ?? 0);
  return childrenOf(list, 'listEntry')[chosen]?.attributes.val ?? '';
}

function isHidden(run: XmlElement): boolean {
  return isPropertyOn(descendantOf(run, 'rPr', 'vanish'));
}

/** Elements of one part by their ids. */
type ById = Map<string | undefined, XmlElement>;

/** The footnotes, endnotes and comments of a document, each given out at the first reference to it. */
export class Notes {
  readonly #footnotes: ById;
  readonly #endnotes: ById;
  readonly #comments: ById;
  #footnoteCount = 0;
  #endnoteCount = 0;

  constructor(office: OfficePackage) {
    const part = (type: string): ById =>
      new Map(childrenOf(office.related(office.mainPart, type)).map((note) => [note.attributes.id, note]));
    this.#footnotes = part('footnotes');
    this.#endnotes = part('endnotes');
    this.#comments = part('comments');
  }

  /** The note that is referred to, and its number: those of endnotes are Roman. */
  next({ name, attributes: { id } }: XmlElement): { marker: string; note: XmlElement | undefined } {
    if (name === 'endnoteReference') {
      return { marker: listNumber(++this.#endnoteCount, 'lowerRoman'), note: taken(this.#endnotes, id) };
    }
    return { marker: String(++this.#footnoteCount), note: taken(this.#footnotes, id) };
  }

  comment({ attributes: { id } }: XmlElement): XmlElement | undefined {
    return taken(this.#comments, id);
  }
}

function taken(notes: ById, id: string | undefined): XmlElement | undefined {
  const note = notes.get(id);
  notes.delete(id);
  return note;
}
