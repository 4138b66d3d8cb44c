import type { DocumentProperties } from '../document-builder.ts';
import { documentProperties } from '../office/document-properties.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml.ts';

/** What `office:meta` says (ODF 1.3 part 3, 4.3), as {@link documentProperties} takes it. */
export function metaProperties(meta: XmlElement | undefined): DocumentProperties {
  const read = (name: string): string => textOf(childOf(meta, name)).trim();
  // The creator is whoever changed it last.
  return documentProperties({
    title: read('title'),
    language: read('language'),
    authors: read('initial-creator') || read('creator'),
    keywords: childrenOf(meta, 'keyword').map(textOf),
    subject: read('subject'),
    created: wholeSeconds(read('creation-date')),
    modified: wholeSeconds(read('date')),
  });
}

/** Programs write nanoseconds. */
function wholeSeconds(date: string): string {
  return date.replace(/\.\d+/, '');
}
