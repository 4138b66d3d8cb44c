import { requireText } from '../../values/require-arguments.ts';
import { decodeUtf8, withWindows1252 } from './decode-bytes.ts';

const highBits = 0x80808080 | 0;
const spaces = 0x20202020;
const ones = 0x01010101;

/**
 * Whether four bytes, as a number of 32 bits in any order, are all from U+0020 to U+007E: one below, above or beyond
 * ASCII leaves its highest bit set. Text is passed over five times as fast as byte by byte.
 */
export function isPrintableWord(word: number): boolean {
  return ((word | (word - spaces) | (word + ones)) & highBits) === 0;
}

const lineFeed = 0x0a;

/**
 * So much is cleaned at once, to the end of its line: no rule looks beyond one, and most lines are clean. Twice as much
 * where the line behind is to be cleaned as well, as all of a file with other line ends are.
 */
const minByteStretch = 100;

/**
 * Bytes that are valid UTF-8 as cleaned text: the same as decoding and then {@link cleanText}. Most bytes of most files
 * need no cleaning, and four bytes of ASCII are passed over here in less time than one character of a text.
 */
export function cleanUtf8(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  let done = 0;
  let stretch = minByteStretch;
  for (let at = firstUncleanByte(view, 0); at < bytes.length; at = firstUncleanByte(view, done)) {
    const start = bytes.lastIndexOf(lineFeed, at) + 1;
    stretch = start === done ? 2 * stretch : minByteStretch;
    const lineEnd = bytes.indexOf(lineFeed, Math.max(at, start + stretch));
    pieces.push(decodeUtf8(bytes.subarray(done, start)));
    // With its line feed, to which a carriage return before it belongs.
    done = lineEnd === -1 ? bytes.length : lineEnd + 1;
    pieces.push(cleanText(decodeUtf8(bytes.subarray(start, done))));
  }
  const rest = decodeUtf8(bytes.subarray(done));
  return done === 0 ? rest : [...pieces, rest].join('');
}

/** The place of the first byte from `from` on whose character may have to go or to be composed; else the length. */
function firstUncleanByte(bytes: DataView, from: number): number {
  const length = bytes.byteLength;
  for (let at = from; at < length; ) {
    while (at + 4 <= length && isPrintableWord(bytes.getInt32(at))) at += 4;
    for (const end = Math.min(at + 4, length); at < end; ) {
      const byte = bytes.getUint8(at);
      const size = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : 3;
      // A character of four bytes is two code units, which only cleaning itself looks at together.
      if (byte >= 0xf0 || isCleanUnit[unitAt(bytes, at, size)] === 0) return at;
      at += size;
    }
  }
  return length;
}

function unitAt(bytes: DataView, at: number, size: number): number {
  const first = bytes.getUint8(at);
  if (size === 1) return first;
  const second = bytes.getUint8(at + 1) & 0x3f;
  if (size === 2) return ((first & 0x1f) << 6) | second;
  return ((first & 0x0f) << 12) | (second << 6) | (bytes.getUint8(at + 2) & 0x3f);
}

/** Unicode's stream-safe format (UAX 15) allows as many; no writing system comes near it. */
const maxMarks = 30;

/** One mark at a time: a repetition would need stack for each of millions of them. */
const excess = new RegExp(`(?<=\\p{M}{${maxMarks}})\\p{M}`, 'gu');

/** The same, found from its beginning and so far sooner where there is none. */
const hasExcess = new RegExp(`\\p{M}{${maxMarks + 1}}`, 'u');

/**
 * Drops the combining marks beyond the thirtieth on one letter. Normalisation sorts marks by insertion, so that
 * endless runs of them would cost quadratic time.
 */
export function limitCombiningMarks(text: string): string {
  return hasExcess.test(text) ? text.replace(excess, '') : text;
}

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

const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;

/** Controls but tab, line feed and form feed; lone surrogates; noncharacters. */
const unprintable = /[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]--[\t\n\f]]/gv;

/** Soft hyphen, zero-width space, word joiner, byte order mark, Mongolian vowel separator. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u180e]/g;

/** Zero-width non-joiner: spelling between letters of scripts that join or stack, noise elsewhere. */
const joiningScripts =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}';
const strayNonJoiner = new RegExp(`\\u200c(?:(?<![${joiningScripts}].)|(?![${joiningScripts}]))`, 'gu');

/** Zero-width joiner: also holds emoji sequences together, behind a pictograph, its skin tone or its selector. */
const strayJoiner = new RegExp(
  `\\u200d(?:(?<![${joiningScripts}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f].)|(?![${joiningScripts}\\p{Extended_Pictographic}]))`,
  'gu',
);

/** Tag characters outside a flag, which has eight at most: invisible text that a reader does not see, a model does. */
const strayTag = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,7})[\u{e0001}\u{e0020}-\u{e007f}]/gu;

/**
 * Cleans decoded text once, before it is hashed and before any offset is taken: line ends become `\n`; controls that
 * were windows-1252 become its characters; NUL and other controls, lone surrogates, soft hyphens and stray zero-width
 * characters go; NFC; at most thirty combining marks on a letter. Deterministic, idempotent and linear. Errors:
 * `request_invalid` for what is no text.
 */
export function cleanText(text: string): string {
  requireText('text', text);
  const first = firstUnclean(text, 0);
  if (first === -1) return text;
  // All that stands before is as it was.
  const lines = text.replace(lineEnds, '\n');
  const pieces: string[] = [];
  let done = 0;
  for (let at = firstUnclean(lines, first); at !== -1; at = firstUnclean(lines, done)) {
    const start = lines.lastIndexOf('\n', at) + 1;
    const next = lines.indexOf('\n', Math.max(at, start + minStretch));
    const end = next === -1 ? lines.length : next;
    pieces.push(lines.slice(done, start), cleanLines(lines.slice(start, end)));
    done = end;
  }
  pieces.push(lines.slice(done));
  return pieces.join('');
}

/** The place of the first code unit from `from` on that may have to go or to be composed; −1 where there is none. */
function firstUnclean(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (isCleanUnit[text.charCodeAt(at)] === 0) return at;
  return -1;
}

/** So much is cleaned at once, to the end of its line: no rule looks beyond one, and most lines are clean. */
const minStretch = 1000;

function cleanLines(text: string): string {
  const visible = withWindows1252(text)
    .replace(unprintable, '')
    .replace(invisible, '')
    .replace(strayNonJoiner, '')
    .replace(strayJoiner, '')
    .replace(strayTag, '');
  return limitCombiningMarks(visible).normalize('NFC');
}
