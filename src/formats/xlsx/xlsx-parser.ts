import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOffice } from '../office/ooxml-package.ts';

/**
 * Excel workbooks (ECMA-376 part 1, clause 18): a page and a heading of level 2 for each sheet that holds
 * something; hidden ones say so in it, with a warning. Cells read as the sheet shows them, dates as ISO 8601; formulas
 * by the value that was stored with them, with a warning where there is none. Charts are left out, since their numbers
 * stand in cells.
 */
export const xlsxParser: Parser = {
  name: 'xlsx',
  extensions: ['.xlsx', '.xlsm', '.xltx', '.xltm'],
  version: 11,
  recognise: (file) => recogniseOffice(file, 'xl'),
  parse: lateParse(async () => (await import('./parse-xlsx.ts')).parseXlsx),
};
