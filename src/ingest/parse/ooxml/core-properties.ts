import type { MetadataValue } from '../../../contracts/chunk.ts';
import type { DocumentFacts } from '../document-builder.ts';
import { childOf, textOf } from '../xml.ts';
import { type OfficePackage, targetOf } from './office-package.ts';

/** What programs put there when nobody typed a title. */
const noTitle =
  /^(?:powerpoint presentation|word document|presentation|document|untitled|slide 1|microsoft (?:word|excel|powerpoint) - .*)$/i;

/**
 * Title, language and metadata (`authors`, `keywords`, `subject`, `created`, `modified`) from the package's core
 * properties (ECMA-376 part 2, clause 8). Dates are ISO 8601.
 */
export function coreProperties(
  office: OfficePackage,
): Pick<DocumentFacts, 'title' | 'language' | 'metadata'> {
  const root = office.sidePart(targetOf(office.relationships(''), 'core-properties'));
  const read = (name: string): string => {
    const element = childOf(root, name);
    return element ? textOf(element).trim() : '';
  };
  const title = read('title');
  const language = /^[a-z]{2,3}(?=$|[-_])/i.exec(read('language'))?.[0];
  const metadata: Record<string, MetadataValue> = {};
  const authors = listOf(read('creator'), /;/);
  if (authors.length > 0) metadata.authors = authors;
  const keywords = listOf(read('keywords'), /[;,]/);
  if (keywords.length > 0) metadata.keywords = keywords;
  if (read('subject')) metadata.subject = read('subject');
  for (const name of ['created', 'modified']) {
    const date = read(name);
    if (/^\d{4}-\d\d-\d\d/.test(date) && !Number.isNaN(Date.parse(date))) metadata[name] = date;
  }
  return {
    ...(title && !noTitle.test(title) && { title }),
    ...(language && { language: language.toLowerCase() }),
    metadata,
  };
}

function listOf(text: string, separator: RegExp): readonly string[] {
  return text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
