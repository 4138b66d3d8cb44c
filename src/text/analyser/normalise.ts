import { limitCombiningMarks } from '../decode/clean-text.ts';
import { withNumbersApart } from '../words.ts';

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

/** Letters whose stroke or ligature Unicode does not decompose. */
const undecomposed: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const undecomposedLetter = new RegExp(`[${Object.keys(undecomposed).join('')}]`, 'g');

/**
 * Takes the accents off Latin, Greek and Cyrillic letters, so that words typed without them match. The marks of
 * other scripts (Hindi vowel signs, Arabic hamza) carry meaning and stay. Expects lower case.
 */
export function foldDiacritics(word: string): string {
  if (isAscii(word)) return word;
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(undecomposedLetter, (letter) => undecomposed[letter] ?? letter)
    .normalize('NFC');
}

/**
 * Invisible characters, the vowel signs of Arabic (tashkeel) and Hebrew (niqqud), the stretching tatweel: spelling
 * varies in them freely.
 */
const insignificant =
  /[\p{Default_Ignorable_Code_Point}\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670]/gu;

/** Between Arabic letters it parts an ending from its word, which is as often written apart, in Persian above all. */
const nonJoiner = /\u200c(?<=\p{Script=Arabic}\u200c)(?=\p{Script=Arabic})/gu;

/** The marks of abbreviations and foreign sounds within a Hebrew word, and the apostrophe within a Cyrillic one. */
const markWithinWord =
  /["“”״'׳](?<=\p{Script=Hebrew}.)(?=\p{Script=Hebrew})|'(?<=\p{Script=Cyrillic}')(?=\p{Script=Cyrillic})/gu;

/** Letters that Persian keyboards have in place of those of Arabic ones. */
const arabicLetters: Readonly<Record<string, string>> = { ک: 'ك', ی: 'ي', ە: 'ه', ہ: 'ه' };
const persianLetter = /[کیەہ]/g;

/**
 * Brings spellings that mean the same together before text is cut into terms: NFKC (full width, ligatures,
 * superscripts), one apostrophe, one hyphen, one form of letters that keyboards differ in. Offsets into the text are
 * lost. ASCII comes back unchanged.
 */
export function normalise(text: string): string {
  if (isAscii(text)) return text;
  return (
    // NFKC makes ½ into 1⁄2 and ¹ into 1: 6½ would become sixty-one halves, 10⁶ 106, and 1931¹ no year.
    withNumbersApart(limitCombiningMarks(text))
      .normalize('NFKC')
      .replace(nonJoiner, ' ')
      .replace(insignificant, '')
      .replace(persianLetter, (letter) => arabicLetters[letter] ?? letter)
      .replace(/[‘’ʼ]/g, "'")
      .replace(/[‐‑]/g, '-')
      .replace(markWithinWord, '')
  );
}

/**
 * Whether a text has only characters of ASCII, most texts' and words' case: in UTF-8 all others take more bytes than
 * code units.
 */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
