import type { PdfPage } from './open-pdf.ts';

/** What a font's name says about its look. */
export interface FontStyle {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** Scientific publishers end names of fonts with a letter or two behind a mark: `AdvOTb83ee1dd.B`. */
const bold = /bold|black|heavy|demi|medi(?:um)?(?:ital)?$|(?:^|\+)(?:CM|SF)BX|[-,]bd|[-.]bi?$/i;
const italic = /ital|obliq|(?:^|\+)CMTI|[-.]b?i$/i;

/** A page's operators must be read to learn its fonts' names: so many pages are asked, and one in so many more. */
const maxFirstPages = 24;
const pagesForOneMore = 20;

/** The looks of a document's fonts, learnt from the first pages that use them. */
export class FontStyles {
  readonly #styles = new Map<string, FontStyle>();
  readonly #withSoftHyphen = new Set<string>();
  #pagesAsked = 0;

  /** Makes the fonts of a page known, as far as the budget of pages lasts. */
  async learn(page: PdfPage, fontNames: Iterable<string>): Promise<void> {
    const unknown = [...fontNames].filter((name) => !this.#styles.has(name));
    const maxPages = maxFirstPages + page.pageNumber / pagesForOneMore;
    if (unknown.length === 0 || this.#pagesAsked >= maxPages) return;
    this.#pagesAsked += 1;
    await page.getOperatorList();
    for (const name of unknown) {
      const font: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
      this.#styles.set(name, styleOf(font));
      if (hasSoftHyphen(font)) this.#withSoftHyphen.add(name);
    }
  }

  /** Plain where nothing is known. */
  of(fontName: string): FontStyle {
    return this.#styles.get(fontName) ?? { isBold: false, isItalic: false };
  }

  /** Whether one of the fonts can draw a soft hyphen. */
  mayBreakWords(fontNames: Iterable<string>): boolean {
    return [...fontNames].some((name) => this.#withSoftHyphen.has(name));
  }
}

function styleOf(font: unknown): FontStyle {
  const { name, bold: isBold } = (font ?? {}) as { name?: unknown; bold?: unknown };
  const fontName = typeof name === 'string' ? name : '';
  return { isBold: isBold === true || bold.test(fontName), isItalic: italic.test(fontName) };
}

/** `toUnicode`: what each code of the font stands for. */
function hasSoftHyphen(font: unknown): boolean {
  const { toUnicode } = (font ?? {}) as { toUnicode?: { _map?: unknown } };
  return Array.isArray(toUnicode?._map) && toUnicode._map.includes('\u00ad');
}
