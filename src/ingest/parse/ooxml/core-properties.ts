import type { DocumentFacts } from '../document-builder.ts';
import { documentProperties } from '../office/document-properties.ts';
import { childOf, textOf } from '../xml.ts';
import { type OfficePackage, targetOf } from './office-package.ts';

/** What the package's core properties (ECMA-376 part 2, clause 8) say, as {@link documentProperties} takes it. */
export function coreProperties(
  office: OfficePackage,
): Pick<DocumentFacts, 'title' | 'language' | 'metadata'> {
  const root = office.sidePart(targetOf(office.relationships(''), 'core-properties'));
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
