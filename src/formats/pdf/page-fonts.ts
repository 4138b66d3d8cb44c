import { getResolvedPDFJS } from 'unpdf';
import { groupNeighbours } from '../document/reading-order.ts';
import { symbolText } from '../document/shown-words.ts';
import type { PdfPage } from './open-pdf.ts';

/** What a font's name says about its look. */
export interface FontStyle {
  readonly isBold: boolean;
  readonly isItalic: boolean;
}

/** What is known of a font. */
interface KnownFont extends FontStyle {
  /** Of one that draws signs at the places of letters: those signs for its codes. */
  readonly signsOf: ((codes: string) => string) | undefined;
  readonly hasSoftHyphen: boolean;
  /** Whether it has glyphs that stand for two letters which are read from the right: `لا`. */
  readonly hasLigatureFromRight: boolean;
  /**
   * Whether its codes are those of an alphabet that programs agree on, as far as nothing else is said; `mapped` are
   * numbers of glyphs, which the file says characters for, `numbers` those of a file that says none.
   */
  readonly codes: 'alphabet' | 'mapped' | 'numbers';
  /** The characters that its codes stand for: pdf.js shows the codes themselves of those that stand for none. */
  readonly characters: ReadonlySet<string>;
  /** By code. */
  readonly map: FontMap | undefined;
}

type FontMap = readonly (string | number | null | undefined)[];

/** What the operators of a page say about its fonts, as far as they were looked at. */
export interface PageGaps {
  /** Glyphs of codes that stand for no character. */
  readonly unread: number;
  /** Whether text is drawn in a font that cannot be loaded. */
  readonly hasUnreadFont: boolean;
}

/** A text of a page with what no reader can know of it taken out. */
export interface ReadableText {
  readonly text: string;
  /** How many of its glyphs have no Unicode value. */
  readonly unread: number;
}

/** Scientific publishers end names of fonts with a letter or two behind a mark: `AdvOTb83ee1dd.B`. */
const bold = /bold|black|heavy|demi|medi(?:um)?(?:ital)?$|(?:^|\+)(?:CM|SF)BX|[-,]bd|[-.]bi?$/i;
const italic = /ital|obliq|(?:^|\+)CMTI|[-.]b?i$/i;

/**
 * A page's operators must be read to learn its fonts: so many pages are asked, and one in so many more; after as many
 * that draw no soft hyphen, though their fonts could, no other is asked for one.
 */
const maxFirstPages = 24;
const pagesForOneMore = 20;

/** The name that pdf.js gives to a font which it cannot find, and of which it shows nothing. */
const missingFont = 'g_font_error';

/**
 * Codes that stand for no character: controls, noncharacters, U+FFFD and the private use area, without the bullets of
 * symbol fonts and the pieces of large brackets.
 */
const valueless =
  /[[\p{Cc}\ufffd\p{Noncharacter_Code_Point}\p{Co}]--[\t\n\f\r\uf020\uf06c-\uf077\uf0a0-\uf0a8\uf0b7\uf0d8\uf0e0\uf0fc\uf8e5-\uf8ff]]/gv;

const hasValueless = new RegExp(valueless.source, 'v');

/** Nothing in it can stand for no character. */
const plain = /^[\t -~]*$/;

/** A text of nothing but U+FFFD; a sign or two may be a bullet or a flag. */
const unreadWord = /^(?:\s*\ufffd){3,}\s*$/u;

/** Codes of which so many are letters and spaces are those of an alphabet, whatever the names of their glyphs. */
const minLetters = 0.6;

/** Where the fonts of TeX have their ligatures, from U+000B on (encoding OT1); its old programs number the glyphs. */
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl'];

const softHyphen = '\u00ad';

const ligatureFromRight = /^[\p{Script=Arabic}\p{Script=Hebrew}]{2,}$/u;
const lettersFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{M}]+/gu;

/** A place on a page is known by so many letters before it, or by all of a run that is shorter. */
const maxHyphenLetters = 8;
const minHyphenLetters = 3;

/** What a document's fonts say: their looks, and which of their glyphs stand for no character. */
export class PageFonts {
  readonly #fonts = new Map<string, KnownFont>();
  #pagesAsked = 0;
  #lastAsked = 0;
  #hasGaps = false;
  #pagesWithoutHyphen = 0;

  /**
   * Makes the fonts of a page known, as far as the budget of pages lasts, and always where `texts` of it hold codes
   * that are no characters or an earlier page had gaps.
   */
  async learn(page: PdfPage, fontNames: readonly string[], texts: readonly string[]): Promise<PageGaps> {
    const unknown = fontNames.filter((name) => !this.#fonts.has(name));
    const maxPages = maxFirstPages + page.pageNumber / pagesForOneMore;
    const isDue = unknown.length > 0 && this.#pagesAsked < maxPages;
    if (!isDue && !this.#hasGaps && !texts.some((text) => hasValueless.test(text)))
      return { unread: 0, hasUnreadFont: false };
    this.#pagesAsked += 1;
    this.#lastAsked = page.pageNumber;
    await page.getOperatorList();
    for (const name of unknown)
      this.#fonts.set(name, knownFont(page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined));
    const gaps = await this.#gapsOf(page);
    this.#hasGaps ||= gaps.unread > 0 || gaps.hasUnreadFont;
    return gaps;
  }

  /** Whether the operators of the page that is read were read for its fonts: whoever asks for them again has them. */
  hasOperatorsOf({ pageNumber }: PdfPage): boolean {
    return pageNumber === this.#lastAsked;
  }

  async #gapsOf(page: PdfPage): Promise<PageGaps> {
    const { OPS } = await getResolvedPDFJS();
    const { fnArray, argsArray } = await page.getOperatorList();
    let map: FontMap | undefined;
    let unread = 0;
    let hasUnreadFont = false;
    for (const [index, operator] of fnArray.entries()) {
      if (operator === OPS.setFont) {
        const [name] = argsArray[index] as [string];
        map = this.#fonts.get(name)?.map;
        // In the place of one that cannot be loaded stands why.
        const isLoaded = !page.commonObjs.has(name) || typeof page.commonObjs.get(name) !== 'string';
        hasUnreadFont ||= name === missingFont || !isLoaded;
      } else if (operator === OPS.showText && map) {
        for (const { originalCharCode, isSpace } of (argsArray[index] as [readonly DrawnGlyph[]])[0])
          if (originalCharCode !== undefined && !isSpace && map[originalCharCode] == null) unread += 1;
      }
    }
    return { unread, hasUnreadFont };
  }

  /** Plain where nothing is known. */
  styleOf(fontName: string): FontStyle {
    const { isBold = false, isItalic = false } = this.#fonts.get(fontName) ?? {};
    return { isBold, isItalic };
  }

  /**
   * Texts of one font on a page: what stands for no character becomes U+FFFD, and words of nothing else go. Codes
   * without a character stay where they read like words of an alphabet, as those of old programs of TeX do.
   */
  readable(fontName: string, texts: readonly string[]): readonly ReadableText[] {
    const font = this.#fonts.get(fontName);
    const isUnknown = (each: string) => font !== undefined && !isOf(each, font.characters);
    const areCodes = font !== undefined && texts.some((text) => hasOther(text, font.characters));
    const reads = !areCodes || areWords(texts, font?.codes === 'numbers' ? /[\p{Ll}\s]/gu : /[\p{L}\s]/gu);
    return texts.map((source) => {
      if (!areCodes && !font?.signsOf && plain.test(source)) return { text: source, unread: 0 };
      const text = font?.signsOf?.(source) ?? (areCodes && reads ? withLigatures(source) : source);
      let unread = 0;
      const mark = () => {
        unread += 1;
        return '\ufffd';
      };
      const marked = text.replace(valueless, mark);
      const known =
        areCodes && (font?.codes === 'mapped' || !reads)
          ? marked.replace(/[^\s\ufffd]/gu, (each) => (isUnknown(each) ? mark() : each))
          : marked;
      return { text: unreadWord.test(known) ? '' : known, unread };
    });
  }

  /**
   * Puts soft hyphens (ISO 32000-1, 14.8.2.2.3) back behind texts of a page, where its fonts can draw them, as Typst
   * and what tags a PDF break words: pdf.js shows them but leaves them out of the text, as if the halves were two
   * words. A page's operators, which take as long to read as its text, have them.
   */
  async hyphenRestorer(page: PdfPage, fontNames: readonly string[]): Promise<(text: string) => string> {
    const mayBreak = fontNames.some((name) => this.#fonts.get(name)?.hasSoftHyphen);
    if (!mayBreak || this.#pagesWithoutHyphen >= maxFirstPages) return (text) => text;
    const ends = new Set<string>();
    let drawn = '';
    for (const glyph of (await shownGlyphs(page)).flat()) {
      if (glyph.unicode === softHyphen) {
        for (let length = minHyphenLetters; length <= maxHyphenLetters; length++)
          ends.add(drawn.slice(-length));
      } else drawn = (drawn + lettersOf(glyph.unicode ?? '')).slice(-maxHyphenLetters);
    }
    if (ends.size === 0) this.#pagesWithoutHyphen += 1;
    return (text) => (ends.has(lettersOf(text).slice(-maxHyphenLetters)) ? text + softHyphen : text);
  }

  /**
   * Puts the letters of ligatures in words from right to left in order: pdf.js turns the letters of a word round one by
   * one, as if each had been drawn by itself.
   */
  async ligatureRestorer(page: PdfPage, fontNames: readonly string[]): Promise<(text: string) => string> {
    if (!fontNames.some((name) => this.#fonts.get(name)?.hasLigatureFromRight)) return (text) => text;
    const words = new Map<string, string>();
    for (const glyphs of await shownGlyphs(page)) {
      const drawn = glyphs.flatMap(({ unicode }) => unicode ?? []);
      const areOneWord = (group: readonly string[], glyph: string) =>
        isFromRight(glyph) && isFromRight(group[0] ?? '');
      for (const word of groupNeighbours(drawn, areOneWord))
        if (word.some((glyph) => ligatureFromRight.test(glyph)))
          words.set(Array.from(word.join('')).toReversed().join(''), word.toReversed().join(''));
    }
    return (text) => text.replace(lettersFromRight, (word) => words.get(word) ?? word);
  }
}

/** What each operator of a page that shows text draws. */
async function shownGlyphs(page: PdfPage): Promise<readonly (readonly DrawnGlyph[])[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.flatMap((operator, index) =>
    operator === OPS.showText ? [(argsArray[index] as [readonly DrawnGlyph[]])[0]] : [],
  );
}

function isFromRight(glyph: string): boolean {
  return glyph.replace(lettersFromRight, '') === '' && glyph !== '';
}

/** What an operator draws; numbers between two glyphs have neither. */
interface DrawnGlyph {
  readonly unicode?: string;
  readonly originalCharCode?: number;
  readonly isSpace?: boolean;
}

/** What pdf.js tells of a font, as far as it is read here. */
interface FontObject {
  readonly name?: unknown;
  readonly bold?: unknown;
  readonly composite?: boolean;
  /** What each code stands for; one without `_map` says that codes are characters, which is seldom true. */
  readonly toUnicode?: { readonly _map?: FontMap };
  /** The character that shows each code; of a font that is embedded, any. */
  readonly toFontChar?: readonly number[];
}

function knownFont(font: unknown): KnownFont {
  const { name, bold: isBold, composite, toUnicode, toFontChar = [] } = (font ?? {}) as FontObject;
  const fontName = typeof name === 'string' ? name : '';
  // Codes of four bytes make an array of billions of places, few of them filled.
  const mapped = Object.values(toUnicode?._map ?? {});
  const isDingbats = /zapf\s?dingbats/i.test(fontName);
  const values = isDingbats
    ? toFontChar.flatMap((code) => String.fromCodePoint(code))
    : mapped.filter((value): value is string => typeof value === 'string');
  return {
    isBold: isBold === true || bold.test(fontName),
    isItalic: italic.test(fontName),
    signsOf: isDingbats ? dingbatsOf(toFontChar) : /wingdings/i.test(fontName) ? withBoxes : undefined,
    hasSoftHyphen: values.includes(softHyphen),
    hasLigatureFromRight: values.some((value) => ligatureFromRight.test(value)),
    codes: composite !== true ? 'alphabet' : values.length > 0 ? 'mapped' : 'numbers',
    characters: charactersOf(values),
    map: values.length > 0 && !isDingbats ? toUnicode?._map : undefined,
  };
}

/** Whether a text has other characters than these and white space. */
function hasOther(text: string, characters: ReadonlySet<string>): boolean {
  for (const each of text) if (!isOf(each, characters) && each.trim() !== '') return true;
  return false;
}

/** The signs of vertical writing: pdf.js shows them for those that a vertical font is drawn with. */
const verticalShape = /[\ufe10-\ufe19\ufe30-\ufe48]/;

/** Whether a character is one of these, or the shape that one of them has in vertical writing. */
function isOf(each: string, characters: ReadonlySet<string>): boolean {
  if (characters.has(each)) return true;
  return verticalShape.test(each) && Array.from(each.normalize('NFKC')).every((sign) => characters.has(sign));
}

/** Those of the values, as they are and as pdf.js shows them: ligatures in letters, brackets also turned round. */
function charactersOf(values: readonly string[]): ReadonlySet<string> {
  const characters = new Set<string>('()[]{}<>«»‹›');
  for (const value of values) for (const each of value + value.normalize('NFKC')) characters.add(each);
  return characters;
}

/**
 * Whether codes read like words: letters and spaces for the most part, ligatures of TeX, and no other controls. Of
 * numbers of glyphs, small letters alone count: those of small letters are often the codes of capitals.
 */
function areWords(texts: readonly string[], letter: RegExp): boolean {
  const all = withLigatures(texts.join(' '));
  const letters = all.match(letter)?.length ?? 0;
  return !/[[\p{Cc}\p{Cn}]--[\t\n\r]]/v.test(all) && letters >= minLetters * all.length;
}

function withLigatures(text: string): string {
  return text.replace(/\p{Cc}/gu, (code) => ligatures[code.charCodeAt(0) - 0x0b] ?? code);
}

/** Boxes and ticks of Wingdings; its bullets stay. */
function withBoxes(text: string): string {
  return text.replace(/\S/gu, (sign) => symbolText(sign, 'wingdings') || sign);
}

/** The signs of ITC Zapf Dingbats, whose codes pdf.js takes for letters; shadowed boxes are boxes. */
function dingbatsOf(signs: readonly number[]): (codes: string) => string {
  return (codes) =>
    codes.replace(/\S/gu, (code) => {
      const sign = String.fromCodePoint(signs[code.charCodeAt(0)] ?? 0);
      return isDingbat.test(sign) ? sign.replace(/[❏-❒]/u, '☐') : code;
    });
}

const isDingbat = /[\u2190-\u27bf]/u;

function lettersOf(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '');
}
