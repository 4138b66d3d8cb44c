import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOdf } from './odf-package.ts';

/**
 * OpenDocument texts (ODF 1.3), also templates, master documents and flat files: headings with their numbers, lists
 * with markers, tables, notes and comments behind the block they hang on, text boxes, formulas, charts. Tracked changes
 * count as accepted. Headers, footers, hidden text and tables of contents are left out. Pages are not known: a document
 * has none until it is laid out.
 */
export const odtParser: Parser = {
  name: 'odt',
  extensions: ['.odt', '.ott', '.odm', '.fodt'],
  version: 6,
  recognise: (file) => recogniseOdf(file, 'text'),
  parse: lateParse(async () => (await import('./parse-odt.ts')).parseOdt),
};
