import { listNumber } from '../document/list-number.ts';
import type { OfficePackage } from '../ooxml/office-package.ts';
import { childrenOf, type XmlElement } from '../xml/xml.ts';

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
