import { limitCombiningMarks } from '../decode/limit-combining-marks.ts';
import { withNumbersApart } from '../with-numbers-apart.ts';
import { isAscii } from './is-ascii.ts';

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
