import { getResolvedPDFJS } from 'unpdf';
import type { PdfPage } from './open-pdf.ts';

const softHyphen = '\u00ad';

/** A place on a page is known by so many letters before it, or by all of a run that is shorter. */
const maxLetters = 8;
const minLetters = 3;

/** After so many pages that draw none, though their fonts could, no other is looked at. */
const maxPagesWithout = 24;

/**
 * Where words are broken by soft hyphens (ISO 32000-1, 14.8.2.2.3), as by Typst and by what tags a PDF. pdf.js shows
 * them but leaves them out of the text, as if the halves were two words.
 */
export class SoftHyphens {
  #pagesWithout = 0;

  /** Puts them back behind texts of a page: its operators, which take as long to read as its text, have them. */
  async restorer(page: PdfPage): Promise<(text: string) => string> {
    if (this.#pagesWithout >= maxPagesWithout) return (text) => text;
    const { OPS } = await getResolvedPDFJS();
    const { fnArray, argsArray } = await page.getOperatorList();
    const ends = new Set<string>();
    let drawn = '';
    for (const [index, operator] of fnArray.entries()) {
      if (operator !== OPS.showText) continue;
      for (const glyph of (argsArray[index] as [readonly { unicode?: string }[]])[0]) {
        if (glyph.unicode === softHyphen) {
          for (let length = minLetters; length <= maxLetters; length++) ends.add(drawn.slice(-length));
        } else drawn = (drawn + lettersOf(glyph.unicode ?? '')).slice(-maxLetters);
      }
    }
    if (ends.size === 0) this.#pagesWithout += 1;
    return (text) => (ends.has(lettersOf(text).slice(-maxLetters)) ? text + softHyphen : text);
  }
}

function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}
