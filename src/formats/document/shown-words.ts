/** How words are set. */
export interface WordForm {
  readonly isRaised?: boolean;
  readonly isStruck?: boolean;
  readonly font?: string | undefined;
}

/**
 * Words as the page shows them: raised figures, the signs of symbol fonts, what is struck out. Its neighbours are to be
 * joined by `joinStruck`.
 */
export function shownWords(words: string, { isRaised, isStruck, font }: WordForm): string {
  const shown = (isRaised ? superscript(words.trim()) : undefined) ?? symbolText(words, font);
  return isStruck ? struckWords(shown) : shown;
}

/** Words that are struck out, between the marks that Markdown has for it: left plain, they would read as valid. */
export function struckWords(words: string): string {
  return words.replace(/\S(?:[^]*\S)?/, '~~$&~~');
}

/** A text in which stretches that were struck out one by one are one. */
export function joinStruck(text: string): string {
  return text.includes('~~') ? text.replace(/(?<=[^\s~])~~([^\S\n]*)~~(?=[^\s~])/g, '$1') : text;
}

const raisedFigure = /^(?:[-+−–]|[-+−–]?\d{1,3})$/;
const signs = '0123456789+-−–';
const raisedSigns = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻';

/**
 * A raised sign or number of up to three digits as characters of its own: in a line with the others, a power or a
 * footnote's mark would change the number before it. Undefined for anything else that is raised, which reads well as it
 * is.
 */
export function superscript(text: string): string | undefined {
  if (!raisedFigure.test(text)) return undefined;
  return text.replace(/./g, (sign) => raisedSigns.charAt(signs.indexOf(sign)));
}

/** The encoding of the font Symbol from 0x20 and from 0xA0 on (Unicode consortium, VENDORS/ADOBE/symbol.txt). */
const symbolRows: readonly (readonly [first: number, characters: string])[] = [
  [0x20, ' !∀#∃%&∋()∗+,−./0123456789:;<=>?'],
  [0x40, '≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_'],
  [0x60, '‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'],
  [0xa0, '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵'],
  [0xc0, 'ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓'],
  [0xe0, '◊⟨®©™∑'],
];

/** Boxes and ticks of forms, and arrows of Wingdings, whose other characters are decoration. */
const wingdingsRows: typeof symbolRows = [
  [0x20, ' '],
  [0x6f, '☐'],
  [0x71, '☐☐'],
  [0xa8, '☐'],
  [0xdf, '←→'],
  [0xfb, '✗✓☒☑'],
];

/** Ticks, crosses and boxes of the other fonts that programs for forms take them from. */
const wingdings2Rows: typeof symbolRows = [
  [0x20, ' '],
  [0x2a, '☐'],
  [0x4f, '✗✓✗☑☒☒'],
  [0xa3, '☐'],
];
const webdingsRows: typeof symbolRows = [
  [0x20, ' '],
  [0x61, '✓'],
  [0x63, '☐'],
  [0x72, '✗'],
];

const fonts: ReadonlyMap<string, typeof symbolRows> = new Map([
  ['symbol', symbolRows],
  ['wingdings', wingdingsRows],
  ['wingdings 2', wingdings2Rows],
  ['webdings', webdingsRows],
]);

/**
 * What a text shows that is set in a symbol font: the `m` of Symbol is a μ, also where it is written as U+F06D of the
 * private use area. What has no character in Unicode is left out; a text in another font stays as it is.
 */
export function symbolText(text: string, font: string | undefined): string {
  const rows = fonts.get(font?.trim().toLowerCase() ?? '');
  if (!rows) return text;
  return text.replace(/[^]/gu, (sign) => {
    const code = sign.charCodeAt(0) & 0xff;
    const row = rows.findLast(([first]) => first <= code);
    return row ? row[1].charAt(code - row[0]) : '';
  });
}

/** An alternative text that says something; undefined for file names and what programs put there. */
export function pictureText(alternative: string): string | undefined {
  const text = alternative.replace(/\s+/g, ' ').trim();
  const isMeant =
    /\p{L}/u.test(text) &&
    !/^\S+\.\w{3,4}$|\.(?:jpe?g|png|gif|svg|webp|tiff?)$|^(?:picture|image|graphic|shape)\s*\d*$/i.test(text);
  return isMeant ? text : undefined;
}

/** How a box of a form is shown. */
export function checkBox(isTicked: boolean): string {
  return isTicked ? '☒' : '☐';
}
