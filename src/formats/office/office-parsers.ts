import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOffice } from './ooxml-package.ts';

/**
 * Word documents (ECMA-376 part 1, clause 17): headings by style or outline level with their numbers, lists with
 * markers, tables, notes and comments behind the block they hang on, text boxes, equations, charts. Tracked changes
 * count as accepted. Headers and footers stand once each among the properties; hidden text and tables of contents are
 * left out. Pages are not known: a document has none until it is laid out.
 */
export const docxParser: Parser = {
  name: 'docx',
  extensions: ['.docx', '.docm', '.dotx', '.dotm'],
  version: 14,
  recognise: (file) => recogniseOffice(file, 'word'),
  parse: lateParse(async () => (await import('../docx/parse-docx.ts')).parseDocx),
};

/**
 * PowerPoint presentations (ECMA-376 part 1, clause 19): a page for each slide, hidden ones included with a warning.
 * Title: the file's, else that of the first slide that has one. The title of an opening title slide is a heading of
 * level 1, that of any other slide of level 2; a slide without one is headed `Slide 3`, so that its text does not stand
 * under the slide before. Shapes follow each other from the top and the left; then come the speaker's notes and
 * comments.
 */
export const pptxParser: Parser = {
  name: 'pptx',
  extensions: ['.pptx', '.pptm', '.ppsx', '.ppsm', '.potx'],
  version: 11,
  recognise: (file) => recogniseOffice(file, 'ppt'),
  parse: lateParse(async () => (await import('../pptx/parse-pptx.ts')).parsePptx),
};

/**
 * Excel workbooks (ECMA-376 part 1, clause 18): a page and a heading of level 2 for each sheet that holds
 * something; hidden ones say so in it, with a warning. Cells read as the sheet shows them, dates as ISO 8601; formulas
 * by the value that was stored with them, with a warning where there is none. Charts are left out, since their numbers
 * stand in cells.
 */
export const xlsxParser: Parser = {
  name: 'xlsx',
  extensions: ['.xlsx', '.xlsm', '.xltx', '.xltm'],
  version: 14,
  recognise: (file) => recogniseOffice(file, 'xl'),
  parse: lateParse(async () => (await import('../xlsx/parse-xlsx.ts')).parseXlsx),
};
