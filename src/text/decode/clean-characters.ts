/**
 * Characters that cleaning leaves alone in any order, from and to: none of them goes, none combines with another.
 * Latin, Greek, Cyrillic, Hebrew and Arabic letters, punctuation, currency signs, arrows, signs of mathematics, boxes
 * and dingbats, Kana, Bopomofo, Han, Hangul, private use.
 */
const cleanRanges: readonly (readonly [from: number, to: number])[] = [
  [0x9, 0xa],
  [0xc, 0xc],
  [0x20, 0x7e],
  [0xa0, 0xac],
  [0xae, 0x2ff],
  [0x388, 0x481],
  [0x48a, 0x52f],
  [0x5d0, 0x5ea],
  [0x621, 0x64a],
  [0x1e00, 0x1eff],
  [0x2010, 0x2027],
  [0x202f, 0x205e],
  [0x2070, 0x208e],
  [0x20a0, 0x20c0],
  [0x2100, 0x2125],
  [0x212c, 0x2328],
  [0x232b, 0x2adb],
  [0x2add, 0x2bff],
  [0x3000, 0x3029],
  [0x3041, 0x3096],
  [0x309b, 0x30ff],
  [0x3105, 0x312f],
  [0x3131, 0x318e],
  [0x3220, 0x9fff],
  [0xac00, 0xd7a3],
  [0xe000, 0xf8ff],
  [0xff01, 0xffbe],
  [0xfffc, 0xfffd],
];

/** By UTF-16 code unit, 1 for those in the ranges: a pattern of as many ranges takes five times as long. */
export const isCleanUnit: Readonly<Uint8Array> = cleanUnits();

function cleanUnits(): Uint8Array {
  const isClean = new Uint8Array(65_536);
  for (const [from, to] of cleanRanges) isClean.fill(1, from, to + 1);
  return isClean;
}
