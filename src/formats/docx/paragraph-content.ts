import { listNumber } from '../document/list-number.ts';
import { shownWords, symbolText } from '../document/shown-words.ts';
import { type OfficeAside, type OfficeParagraph, ParagraphContent } from '../office/document-writer.ts';
import { alternativeText, chosenContent, isPropertyOn, type OfficePackage } from '../office/ooxml-package.ts';
import { mathText } from '../xml/math-text.ts';
import { childOf, childrenOf, descendantOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';

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
}

/**
 * Reads a paragraph (`w:p`) or a part of one. Text that tracked changes delete and hidden text are left out, what
 * they insert is kept; references to notes become their number in square brackets; equations become a line.
 */
export function readParagraph(
  paragraph: XmlElement,
  { notes, pictureIn }: ParagraphContext,
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
        if (box) content.put(isPropertyOn(childOf(box, 'checked')) ? '☒' : '☐');
        else for (const child of childrenOf(element)) walk(child, run);
        break;
      }
      case 'checkBox':
        content.put(isChecked(element) ? '☒' : '☐');
        break;
      case 'ddList':
        content.put(chosenEntry(element));
        break;
      case 'drawing':
      case 'pict':
      case 'object':
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
  const pictures = findAll(drawing, 'docPr').flatMap((properties) => alternativeText(properties) ?? []);
  const described = pictures.map((text) => ({ kind: 'picture' as const, text }));
  const shown =
    picture === undefined ? described : [...described, { kind: 'picture' as const, text: '', picture }];
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
