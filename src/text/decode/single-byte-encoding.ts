import { createRequire } from 'node:module';
import type * as Chardet from 'chardet';
import type { AnalyseResult } from 'chardet';
import { decodeBytes } from './decode-bytes.ts';

/** An encoding of Latin script. */
interface LatinEncoding {
  /** WHATWG name. */
  readonly encoding: string;
  /** What its letters go by where their frequencies are compared. */
  readonly resembled: RegExp;
  /** Letters beyond ASCII that one language each is written with, lower case. */
  readonly alphabets: readonly string[];
}

const central = {
  resembled: /^(?:ISO-8859-2|windows-1250)$/,
  alphabets: ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíľňóôšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'],
};

/** Where two fit alike the first is taken. Of all texts in Latin script most are in that of Western Europe. */
const latinEncodings: readonly LatinEncoding[] = [
  {
    encoding: 'windows-1252',
    resembled: /^(?:ISO-8859-1|windows-1252)$/,
    alphabets: [
      'äöüß',
      'àâæçéèêëîïôœùûüÿ',
      'áéíñóúü',
      'àáâãçéêíóôõúü',
      'àèéìíîòóùú',
      'áéèëïíóöúü',
      'àéåäö',
      'éæøåóòôü',
      'åäöšž',
      'áéíóúýþðæö',
      'àçèéíïòóúü',
    ],
  },
  { encoding: 'windows-1250', ...central },
  { encoding: 'iso-8859-2', ...central },
  { encoding: 'windows-1254', resembled: /^(?:ISO-8859-9|windows-1254)$/, alphabets: ['çğıöşüâîû'] },
  {
    encoding: 'windows-1257',
    resembled: /^windows-1257$/,
    alphabets: ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äöõüšž'],
  },
  {
    encoding: 'windows-1258',
    resembled: /^windows-1258$/,
    // Marks of tones stand behind their letters.
    alphabets: ['ăâêôơưđàáãèéìíòóõùúý\u0300\u0301\u0303\u0309\u0323'],
  },
];

/** Signs that any of the languages is written with. */
const signs = /[\0-\x7f\u00a0\u00ad\u2010-\u203a«»°§·©®™€£¿¡]+/g;

/** Of all characters that are no such signs, what letters of one language make up at least. */
const minFit = 0.8;

/** What another encoding has to have ahead of the first. */
const minCharsetLead = 0.05;

/** What the frequencies of letters, by their confidence of at most 100, count beside the letters themselves. */
const confidenceWeight = 0.005;

/** What letters of no language count for each so many letters beyond ASCII, at least once and at most four times. */
const misfitLetters = 50;
const maxMisfitWeight = 4;

/** Whether letters that go by this name where their frequencies are compared are Latin ones. */
function isLatin(name: string): boolean {
  return latinEncodings.some(({ resembled }) => resembled.test(name));
}

/**
 * The WHATWG name of the encoding of a text in Latin script: the one in which its letters are those of one language,
 * and as frequent as in it by `matches`. windows-1252 where there is none. Weights: chosen on half of 10 000 short
 * texts from message catalogues in thirty languages.
 */
function latinEncoding(sample: Uint8Array, matches: readonly AnalyseResult[number][]): string {
  const scores = latinEncodings.map(
    (one, place) => scoreOf(sample, one, matches) + (place === 0 ? minCharsetLead : 0),
  );
  return latinEncodings[scores.indexOf(Math.max(...scores))]?.encoding ?? 'windows-1252';
}

function scoreOf(
  sample: Uint8Array,
  { encoding, resembled, alphabets }: LatinEncoding,
  matches: readonly AnalyseResult[number][],
): number {
  const characters = decodeBytes(sample, encoding).replace(signs, '').toLowerCase();
  const fit = Math.max(...alphabets.map((alphabet) => shareOf(alphabet, characters)));
  const confidence = matches.find(({ name }) => resembled.test(name))?.confidence ?? 0;
  const weight = Math.min(maxMisfitWeight, Math.max(1, characters.length / misfitLetters));
  return fit < minFit ? 0 : 1 - weight * (1 - fit) + confidenceWeight * confidence;
}

function shareOf(alphabet: string, characters: string): number {
  if (characters === '') return 1;
  const letters = new Set(alphabet);
  let known = 0;
  for (const character of characters) if (letters.has(character)) known += 1;
  return known / characters.length;
}

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
 * @param text what ISO 8859-1 makes of them
 */
export function singleByteEncoding(sample: Uint8Array, text: string): string {
  const encoding = likeliestEncoding(sample, text);
  return encoding === 'windows-1252' && hasLatin9Signs(text) ? 'iso-8859-15' : encoding;
}

/** The € and œ of ISO 8859-15: in windows-1252 ¤, which nobody writes, and ½, which stands in no word. */
const latin9Signs = /\xa4|[a-z]\xbd[a-z]/i;

/** Whether there are such signs, and none of those that only windows-1252 has. */
function hasLatin9Signs(text: string): boolean {
  return latin9Signs.test(text) && !/[\x80-\x9f]/.test(text);
}

function likeliestEncoding(sample: Uint8Array, text: string): string {
  const letters = text.match(/[\x80-\xff]/g)?.join('') ?? '';
  if (letters.length < minLetters) return 'windows-1252';
  const isOtherScript = shareIn(letters, text, wordsBeyondAscii) >= minShareInWords;
  if (isOtherScript && isThai(letters, text)) return 'windows-874';
  if (isOtherScript && isDosCyrillic(letters)) return 'ibm866';
  const matches = loadChardet()
    .analyse(sample)
    .filter(({ name }) => singleByte.test(name));
  const match = matches.find(({ name }) => !isLatin(name));
  return isOtherScript && match ? windowsOf(match.name, text) : latinEncoding(sample, matches);
}

/** What a pattern finds in a text, as a share of its letters. */
function shareIn(letters: string, text: string, pattern: RegExp): number {
  return (text.match(pattern)?.join('').length ?? 0) / letters.length;
}

/** What bytes of windows-874 (TIS-620 and signs) are in a Thai word: marks are vowels and tones above and below. */
const thaiConsonant = String.raw`\xa1-\xce`;
const thaiMark = String.raw`\xd1\xd4-\xda\xe7-\xee`;
const thaiMarks = new RegExp(`[${thaiMark}]`, 'g');

/** A mark that stands on neither a consonant nor another, a vowel that is written first and no consonant follows. */
const misplacedInThai = new RegExp(
  String.raw`(?<![${thaiConsonant}${thaiMark}])[${thaiMark}]|[\xe0-\xe4](?![${thaiConsonant}])|[\x80-\xa0\xdb-\xde\xfc-\xff]`,
  'g',
);

/** A third of the letters of most Thai texts are marks. */
const minMarks = 0.1;
const maxMisplaced = 0.02;

/** Whether bytes are Thai in windows-874. Other alphabets have letters of all words where it has marks. */
function isThai(letters: string, text: string): boolean {
  const misplaced = shareIn(letters, text, misplacedInThai);
  return shareIn(letters, text, thaiMarks) >= minMarks && misplaced <= maxMisplaced;
}

/** Of all that is not ASCII, what the letters from а to п make up at least, and with all others of Russian. */
const minFirstHalf = 0.35;
const minRussian = 0.95;

/** Whether bytes are Russian as DOS wrote it: nearly nothing but letters where it has them. */
function isDosCyrillic(letters: string): boolean {
  const firstHalf = shareIn(letters, letters, /[\xa0-\xaf]/g);
  return firstHalf >= minFirstHalf && shareIn(letters, letters, /[\x80-\xaf\xe0-\xf1]/g) >= minRussian;
}

/** The encoding of Windows where it has all letters of the ISO one, as most texts are written in it. */
function windowsOf(name: string, text: string): string {
  if (name === 'ISO-8859-8') return 'windows-1255';
  if (name === 'ISO-8859-7' && windowsAlpha.test(text) && !isoAlpha.test(text)) return 'windows-1253';
  return new TextDecoder(name).encoding;
}

/**
 * Words with the Ά of windows-1253 and with that of ISO 8859-7, where the former is a closing quotation mark. All other
 * letters are the same.
 */
const windowsAlpha = /\xa2[\xc1-\xff]/;
const isoAlpha = /\xb6[\xc1-\xff]/;
