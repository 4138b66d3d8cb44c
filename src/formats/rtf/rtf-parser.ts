import type { Parser } from '../../contracts/parser.ts';
import { lateParse, latin1Text, looksLikeText } from '../document/text-format.ts';

const signature = '{\\rtf';

/**
 * Rich Text Format: paragraphs, headings by style or outline level, lists with their marks, tables by row; notes,
 * comments and text boxes stand behind the paragraph that they belong to. Headers and footers stand once each among the
 * properties; pictures and hidden text are left out. A file whose braces do not match is read as far as they do, with a
 * warning.
 */
export const rtfParser: Parser = {
  name: 'rtf',
  extensions: ['.rtf'],
  version: 13,
  recognise: (file) => {
    const head = latin1Text(file.bytes, 0, 64);
    if (head.trimStart().startsWith(signature)) return 'yes';
    return looksLikeText(file) ? 'maybe' : 'no';
  },
  parse: lateParse(async () => (await import('./parse-rtf.ts')).parseRtf),
};
