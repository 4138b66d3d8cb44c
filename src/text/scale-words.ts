/** What multiplies the number before it, in whatever language. */
export interface Scale {
  readonly factor: number;
  /** In small letters. */
  readonly words: readonly string[];
  /** With abbreviations that may be something else too, as a metre. */
  readonly names: readonly string[];
}

/** Thousands, millions and billions. */
export const scales: readonly Scale[] = [
  scale(1e3, 'thousand tausend mille mil mila duizend тысяч тысяча тысячи ألف آلاف', 'k tsd'),
  scale(
    1e6,
    `million mio millions millionen millón millones milione milioni milhão milhões miljoen миллион миллиона миллионов
    млн مليون ملايين`,
    'm mn',
  ),
  scale(
    1e9,
    `billion mrd billions milliarde milliarden milliard milliards miliardo miliardi miljard bilhões миллиард миллиарда
    миллиардов млрд مليار`,
    'bn b',
  ),
];

function scale(factor: number, list: string, abbreviations: string): Scale {
  const words = list.split(/\s+/);
  return { factor, words, names: [...words, ...abbreviations.split(' ')] };
}
