import { commentText } from '../office/comment-text.ts';
import type { TextReader } from '../office/document-writer.ts';
import { writeGraphic } from '../ooxml/graphic-text.ts';
import type { OfficePackage, Relationship } from '../ooxml/office-package.ts';
import type { XmlElement } from '../xml/xml.ts';
import type { Aside } from './paragraph-content.ts';

/** What asides refer to. */
export interface AsideContext {
  readonly office: OfficePackage;
  readonly relationships: ReadonlyMap<string, Relationship>;
  /** By their ids. */
  readonly notes: Readonly<Record<'footnote' | 'endnote' | 'comment', ReadonlyMap<string, XmlElement>>>;
}

/** Writes what hangs on the paragraphs of a document, each note once. */
export function asideWriter({ office, relationships, notes }: AsideContext): TextReader<Aside>['writeAside'] {
  const written = new Set<XmlElement>();
  return (aside, writer) => {
    const { builder } = writer;
    if (aside.kind === 'textBox') writer.writeWithin(aside.element);
    else if (aside.kind === 'graphic') writeGraphic(aside.element, office, relationships, builder);
    else if (aside.kind === 'picture') builder.figure(aside.text);
    else {
      const note = notes[aside.kind].get(aside.id);
      if (!note || written.has(note)) return;
      written.add(note);
      const text = writer.textWithin(note);
      const author = note.attributes.author?.trim();
      if (text === '') return;
      builder.paragraph(
        aside.kind === 'comment' ? commentText({ text, author }) : `[${aside.marker}] ${text}`,
      );
    }
  };
}
