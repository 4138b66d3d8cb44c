import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOffice } from '../office/ooxml-package.ts';

/**
 * Word documents (ECMA-376 part 1, clause 17): headings by style or outline level with their numbers, lists with
 * markers, tables, notes and comments behind the block they hang on, text boxes, equations, charts. Tracked changes
 * count as accepted. Headers and footers stand once each among the properties; hidden text and tables of contents are
 * left out. Pages are not known: a document has none until it is laid out.
 */
export const docxParser: Parser = {
  name: 'docx',
  extensions: ['.docx', '.docm', '.dotx', '.dotm'],
  version: 11,
  recognise: (file) => recogniseOffice(file, 'word'),
  parse: lateParse(async () => (await import('./parse-docx.ts')).parseDocx),
};
