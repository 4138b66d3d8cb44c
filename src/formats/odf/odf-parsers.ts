import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOdf } from './odf-package.ts';

/**
 * OpenDocument texts (ODF 1.3), also templates, master documents and flat files: headings with their numbers, lists
 * with markers, tables, notes and comments behind the block they hang on, text boxes, formulas, charts. Tracked changes
 * count as accepted. Headers and footers stand once each among the properties; hidden text and tables of contents are
 * left out. Pages are not known: a document has none until it is laid out.
 */
export const odtParser: Parser = {
  name: 'odt',
  extensions: ['.odt', '.ott', '.odm', '.fodt'],
  version: 8,
  recognise: (file) => recogniseOdf(file, 'text'),
  parse: lateParse(async () => (await import('./parse-odt.ts')).parseOdt),
};

/**
 * OpenDocument presentations (ODF 1.3), also templates and flat files: a page for each slide, hidden ones included with
 * a warning. Title: the file's, else that of the first slide that has one. The title of an opening slide with a
 * subtitle is a heading of level 1, that of any other slide of level 2; a slide without one is headed `Slide 3`. Shapes
 * follow each other from the top and the left; then come the speaker's notes and comments.
 * What stands on every slide is a property.
 */
export const odpParser: Parser = {
  name: 'odp',
  extensions: ['.odp', '.otp', '.fodp'],
  version: 9,
  recognise: (file) => recogniseOdf(file, 'presentation'),
  parse: lateParse(async () => (await import('./parse-odp.ts')).parseOdp),
};

/**
 * OpenDocument spreadsheets (ODF 1.3), also templates and flat files: a page and a heading of level 2 for each sheet
 * that holds something; hidden ones say so in it, with a warning. Cells read as the sheet shows them, dates as ISO
 * 8601; formulas by the value that was stored with them, with a warning where there is none. Charts are left out, since
 * their numbers stand in cells.
 */
export const odsParser: Parser = {
  name: 'ods',
  extensions: ['.ods', '.ots', '.fods'],
  version: 9,
  recognise: (file) => recogniseOdf(file, 'spreadsheet'),
  parse: lateParse(async () => (await import('./parse-ods.ts')).parseOds),
};
