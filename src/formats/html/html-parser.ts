import type { Parser, SourceFile } from '../../contracts/parser.ts';
import { decodeText } from '../../text/decode/decode-text.ts';
import { lateParse, looksLikeText } from '../document/text-format.ts';

/**
 * Web pages: the article where there is one, else the body; without navigation, notices, scripts and what is hidden.
 * Links are their words. Title: the first level-1 heading where the `title` element holds it (there it comes with
 * the site's name), else that element; a heading that is only the site's name gives way to the page's own.
 */
export const htmlParser: Parser = {
  name: 'html',
  extensions: ['.html', '.htm', '.xhtml'],
  version: 15,
  recognise: (file) => {
    if (!looksLikeText(file)) return 'no';
    return startsAsHtml(file) ? 'yes' : 'maybe';
  },
  parse: lateParse(async () => (await import('./parse-html.ts')).parseHtmlFile),
};

/** Bytes at the beginning of a page that say what it is, and in which encoding. */
export const sniffLength = 2048;
const declarations =
  /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype\s+html|html)[\s>]/i;

function startsAsHtml({ bytes }: SourceFile): boolean {
  return declarations.test(decodeText(bytes.subarray(0, sniffLength)).text);
}
