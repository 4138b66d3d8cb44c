import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOffice } from '../office/ooxml-package.ts';

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
  version: 9,
  recognise: (file) => recogniseOffice(file, 'ppt'),
  parse: lateParse(async () => (await import('./parse-pptx.ts')).parsePptx),
};
