import type { DocumentProperties } from '../document-builder.ts';
import { documentProperties } from '../office/document-properties.ts';
import { childOf, textOf, type XmlElement } from '../xml/xml.ts';

/** What core properties (ECMA-376 part 2, clause 8) say, as {@link documentProperties} takes it. */
export function coreProperties(root: XmlElement | undefined): DocumentProperties {
  const read = (name: string): string => textOf(childOf(root, name)).trim();
  return documentProperties({
    title: read('title'),
    language: read('language'),
    authors: read('creator'),
    keywords: [read('keywords')],
    subject: read('subject'),
    created: read('created'),
    modified: read('modified'),
  });
}
