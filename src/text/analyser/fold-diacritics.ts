import { isAscii } from './is-ascii.ts';

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
