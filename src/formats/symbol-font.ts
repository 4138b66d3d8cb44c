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
  [0xa8, '☐'],
  [0xdf, '←→'],
  [0xfb, '✗✓☒☑'],
];

const fonts: ReadonlyMap<string, typeof symbolRows> = new Map([
  ['symbol', symbolRows],
  ['wingdings', wingdingsRows],
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
