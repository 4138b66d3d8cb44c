import { childrenOf, findAll, type XmlElement } from '../xml.ts';

/** A footnote, endnote or comment. */
export interface Note {
  readonly paragraphs: readonly XmlElement[];
  /** Who wrote a comment. */
  readonly author?: string;
}

/** Notes by id, from the root of `footnotes.xml`, `endnotes.xml` or `comments.xml`. */
export function readNotes(root: XmlElement | undefined): ReadonlyMap<string, Note> {
  return new Map(
    childrenOf(root).map((element) => {
      const { id = '', author = '' } = element.attributes;
      return [id, { paragraphs: findAll(element, 'p'), ...(author.trim() && { author: author.trim() }) }];
    }),
  );
}
