import { createRequire } from 'node:module';
import type * as Chardet from 'chardet';
import { isLatin, latinEncoding } from './latin-encoding.ts';
import { isThai } from './thai-encoding.ts';

const require = createRequire(import.meta.url);

/** The tables are large, and most texts are UTF-8: they are loaded with the first that is not. */
const loadChardet = (): typeof Chardet => require('chardet');

const singleByte = /^(?:ISO-8859-|windows-|KOI8-)/;

/** Fewer say nothing of their language, and Western Europe is by far the likeliest. */
const minLetters = 3;

/** Letters beyond ASCII stand alone or in pairs in Latin words, and make up whole words of other scripts. */
const wordsBeyondAscii = /[\x80-\xff]{3,}/g;
const minShareInWords = 0.5;

/**
 * The WHATWG name of the single-byte encoding that bytes look like: of those of the script that they are written in,
 * the one whose letters fit best. windows-1252 where they look like none.
 */
export function singleByteEncoding(sample: Uint8Array): string {
  const encoding = likeliestEncoding(sample);
  return encoding === 'windows-1252' && hasLatin9Signs(sample) ? 'iso-8859-15' : encoding;
}

/** The € and œ of ISO 8859-15: in windows-1252 ¤, which nobody writes, and ½, which stands in no word. */
const latin9Signs = /\xa4|[a-z]\xbd[a-z]/i;

/** Whether there are such signs, and none of those that only windows-1252 has. */
function hasLatin9Signs(sample: Uint8Array): boolean {
  const text = Buffer.from(sample).toString('latin1');
  return latin9Signs.test(text) && !/[\x80-\x9f]/.test(text);
}

function likeliestEncoding(sample: Uint8Array): string {
  const letters = sample.filter((byte) => byte >= 0x80).length;
  if (letters < minLetters) return 'windows-1252';
  const words = Buffer.from(sample).toString('latin1').match(wordsBeyondAscii) ?? [];
  const isOtherScript = words.join('').length >= letters * minShareInWords;
  if (isOtherScript && isThai(sample)) return 'windows-874';
  if (isOtherScript && isDosCyrillic(sample)) return 'ibm866';
  const matches = loadChardet()
    .analyse(sample)
    .filter(({ name }) => singleByte.test(name));
  const match = matches.find(({ name }) => !isLatin(name));
  return isOtherScript && match ? windowsOf(match.name, sample) : latinEncoding(sample, matches);
}

/** Of all that is not ASCII, what the letters from а to п make up at least, and with all others of Russian. */
const minFirstHalf = 0.35;
const minRussian = 0.95;

/** Whether bytes are Russian as DOS wrote it: nearly nothing but letters where it has them. */
function isDosCyrillic(sample: Uint8Array): boolean {
  const letters = sample.filter((byte) => byte >= 0x80);
  const firstHalf = letters.filter((byte) => byte >= 0xa0 && byte <= 0xaf).length;
  const russian = letters.filter((byte) => byte <= 0xaf || (byte >= 0xe0 && byte <= 0xf1)).length;
  return firstHalf >= minFirstHalf * letters.length && russian >= minRussian * letters.length;
}

/** The encoding of Windows where it has all letters of the ISO one, as most texts are written in it. */
function windowsOf(name: string, sample: Uint8Array): string {
  if (name === 'ISO-8859-8') return 'windows-1255';
  if (name === 'ISO-8859-7' && hasWindowsAlpha(sample)) return 'windows-1253';
  return new TextDecoder(name).encoding;
}

/**
 * Ά of windows-1253, and of ISO 8859-7, where the former is a closing quotation mark. All other letters are the same.
 */
const windowsAlpha = 0xa2;
const isoAlpha = 0xb6;
const firstGreekLetter = 0xc1;

/** Whether words begin with the Ά of windows-1253, and none with the other. */
function hasWindowsAlpha(sample: Uint8Array): boolean {
  const opensWord = (alpha: number) =>
    sample.some((byte, index) => byte === alpha && (sample[index + 1] ?? 0) >= firstGreekLetter);
  return opensWord(windowsAlpha) && !opensWord(isoAlpha);
}
