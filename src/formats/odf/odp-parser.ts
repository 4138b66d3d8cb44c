import type { Parser } from '../../contracts/parser.ts';
import { lateParse } from '../document/text-format.ts';
import { recogniseOdf } from './odf-package.ts';

/**
 * OpenDocument presentations (ODF 1.3), also templates and flat files: a page for each slide, hidden ones included with
 * a warning. Title: the file's, else that of the first slide that has one. The title of an opening slide with a
 * subtitle is a heading of level 1, that of any other slide of level 2; a slide without one is headed `Slide 3`. Shapes
 * follow each other from the top and the left; then come the speaker's notes and comments.
 */
export const odpParser: Parser = {
  name: 'odp',
  extensions: ['.odp', '.otp', '.fodp'],
  version: 7,
  recognise: (file) => recogniseOdf(file, 'presentation'),
  parse: lateParse(async () => (await import('./parse-odp.ts')).parseOdp),
};
