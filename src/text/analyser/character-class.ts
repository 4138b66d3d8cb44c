/** How the analyser treats a character. Numbers, so that a page of them fits a byte array. */
export const CharacterClass = {
  /** Ends a token: spaces, punctuation, symbols. */
  separator: 0,
  letter: 1,
  digit: 2,
  underscore: 3,
  /** Holds a token together between two of its characters: `-`, `.`, `'`. */
  glue: 4,
  /** Han, Hiragana and Katakana: written without spaces, cut into single characters and pairs. */
  han: 5,
  /** Hangul: words carry particles, cut into pairs within a word. */
  hangul: 6,
  /** Thai, Lao, Khmer and Burmese: written without spaces, cut with a dictionary. */
  dictionary: 7,
} as const;

export type CharacterClass = (typeof CharacterClass)[keyof typeof CharacterClass];

const word = /[\p{L}\p{M}\p{N}]/u;
const digit = /\p{Nd}/u;
const enclosing = /\p{Me}/u;
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const hangul = /\p{Script=Hangul}/u;
const dictionary = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function classify(character: string): CharacterClass {
  if (character === '_') return CharacterClass.underscore;
  if (character === '-' || character === '.' || character === "'") return CharacterClass.glue;
  if (!word.test(character) || enclosing.test(character)) return CharacterClass.separator;
  if (digit.test(character)) return CharacterClass.digit;
  if (han.test(character)) return CharacterClass.han;
  if (hangul.test(character)) return CharacterClass.hangul;
  if (dictionary.test(character)) return CharacterClass.dictionary;
  return CharacterClass.letter;
}

const pageSize = 256;
const pages: (Uint8Array | undefined)[] = Array.from({ length: 0x110000 / pageSize });

/** The class of a code point. Classes are worked out a page of 256 at a time, when the first of them is met. */
export function characterClass(codePoint: number): CharacterClass {
  const page = (pages[codePoint >> 8] ??= classifyPage(codePoint >> 8));
  return page[codePoint & 0xff] as CharacterClass;
}

function classifyPage(index: number): Uint8Array {
  return Uint8Array.from({ length: pageSize }, (_, offset) =>
    classify(String.fromCodePoint(index * pageSize + offset)),
  );
}
