import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOdf } from './odf-package.ts';

/**
 * OpenDocument spreadsheets (ODF 1.3), also templates and flat files: a page and a heading of level 2 for each sheet
 * that holds something; hidden ones say so in it, with a warning. Cells read as the sheet shows them, dates as ISO
 * 8601; formulas by the value that was stored with them, with a warning where there is none. Charts are left out, since
 * their numbers stand in cells.
 */
export const odsParser: Parser = {
  name: 'ods',
  extensions: ['.ods', '.ots', '.fods'],
  version: 7,
  recognise: (file) => recogniseOdf(file, 'spreadsheet'),
  parse: lateParse(async () => (await import('./parse-ods.ts')).parseOds),
};
