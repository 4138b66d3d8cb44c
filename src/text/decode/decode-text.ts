import { isAscii, isUtf8 } from 'node:buffer';
import { cleanText, cleanUtf8 } from './clean-text.ts';
import { decodeBytes, decodeUtf8 } from './decode-bytes.ts';
import { legacyEncoding } from './legacy-encoding.ts';

/** Bytes as text, before cleaning. */
export interface DecodedText {
  readonly text: string;
  /** WHATWG name of the encoding that was found. */
  readonly encoding: string;
  /** What could not be read as it stands. */
  readonly warnings: readonly string[];
}

/**
 * Finds the encoding of a file and decodes it; never fails. A byte order mark decides; without one, high bytes in every
 * second place mean UTF-16, and escapes to Japanese ISO-2022-JP; else whatever is valid UTF-8 is that. Invalid UTF-8
 * with more well-formed multi-byte characters than broken ones is read as UTF-8, each broken byte as U+FFFD; else the
 * encoding that the file `declares` (a WHATWG label) is taken, else the one that its bytes look like. All of these but
 * UTF-16 and a declared encoding that fits are warned of.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const encoding = utf16Encoding(bytes);
  if (encoding) return { text: decodeBytes(bytes, encoding), encoding, warnings: [] };
  if (!isUtf8(bytes)) return decodeBroken(bytes, declared);
  if (isIso2022Jp(bytes)) {
    const text = decodeBytes(bytes, 'iso-2022-jp');
    const isDeclared = declared?.trim().toLowerCase() === 'iso-2022-jp';
    const warnings = isDeclared ? [] : ['it contains Japanese escape sequences: read as iso-2022-jp'];
    return { text, encoding: 'iso-2022-jp', warnings };
  }
  return { text: decodeUtf8(bytes), encoding: 'utf-8', warnings: [] };
}

/** The text of a file as {@link decodeText} finds it, cleaned. */
export function decodeCleanText(bytes: Uint8Array): DecodedText {
  if (isUtf8(bytes) && !utf16Encoding(bytes) && !isIso2022Jp(bytes))
    return { text: cleanUtf8(bytes), encoding: 'utf-8', warnings: [] };
  const decoded = decodeText(bytes);
  return { ...decoded, text: cleanText(decoded.text) };
}

/** Escapes to the characters of JIS X 0208 and back (RFC 1468). Terminals have none that are written so. */
const japaneseEscapes = [
  ['\x1b$B', '\x1b$@'],
  ['\x1b(B', '\x1b(J'],
];

/** Whether bytes are Japanese as it was sent by mail, in which every byte is one of ASCII. */
function isIso2022Jp(bytes: Uint8Array): boolean {
  if (!isAscii(bytes)) return false;
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return japaneseEscapes.every((escapes) => escapes.some((escape) => content.includes(escape, 0, 'latin1')));
}

function decodeBroken(bytes: Uint8Array, declared: string | undefined): DecodedText {
  const text = decodeBytes(bytes, 'utf-8');
  const broken = countReplaced(text);
  // An upper bound is enough: one multi-byte character in a row of windows-1252 letters is a coincidence.
  const wellFormed = countNotAscii(text) - broken;
  if (wellFormed > broken) {
    const warning = `bytes that are not valid UTF-8 were replaced by U+FFFD: ${broken}`;
    return { text, encoding: 'utf-8', warnings: [warning] };
  }
  return decodeDeclared(bytes, declared) ?? decodeDetected(bytes);
}

function decodeDeclared(bytes: Uint8Array, declared: string | undefined): DecodedText | undefined {
  try {
    const { encoding } = new TextDecoder(declared?.trim());
    return { text: decodeBytes(bytes, encoding, { fatal: true }), encoding, warnings: [] };
  } catch {
    // An unknown label, or bytes that are not what it says: the bytes must tell.
    return undefined;
  }
}

function decodeDetected(bytes: Uint8Array): DecodedText {
  const encoding = legacyEncoding(bytes);
  const text = decodeBytes(bytes, encoding);
  const broken = countReplaced(text);
  const warning = `not valid UTF-8: read as ${encoding}`;
  const loss = broken === 0 ? '' : `; what this encoding cannot represent was replaced by U+FFFD: ${broken}`;
  return { text, encoding, warnings: [warning + loss] };
}

/**
 * The kind of UTF-16 that bytes are, by their byte order mark or, where some byte is 0, by what stands in every second
 * place: high bytes of scripts from Latin to Arabic and Syriac, or of East Asia.
 */
export function utf16Encoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return unmarkedUtf16(bytes);
}

const sampleLength = 4096;

type IsHigh = (byte: number) => boolean;

/** Of U+0000 to U+08FF; no other encoding of text has characters of this byte. */
const isAlphabetic: IsHigh = (byte) => byte <= 8;

/** Of kana, Han and Hangul. */
const isEastAsian: IsHigh = (byte) =>
  byte === 0x30 || (byte >= 0x4e && byte <= 0x9f) || (byte >= 0xac && byte <= 0xd7);

/** Of what stands among them: ASCII and full-width forms. */
const isAmongEastAsian: IsHigh = (byte) => byte === 0x00 || byte === 0xff;

function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, sampleLength);
  if (!sample.includes(0)) return undefined;
  const even = sample.filter((_, index) => index % 2 === 0);
  const odd = sample.filter((_, index) => index % 2 === 1);
  if (areHighAndLow(odd, even)) return 'utf-16le';
  return areHighAndLow(even, odd) ? 'utf-16be' : undefined;
}

/** Whether some can be the high bytes of a text's characters, and the others are not, so that they are the low ones. */
function areHighAndLow(high: Uint8Array, low: Uint8Array): boolean {
  const alphabetic = high.filter(isAlphabetic).length;
  if (alphabetic >= 2 && alphabetic > 0.4 * high.length && 10 * low.filter(isAlphabetic).length < alphabetic)
    return true;
  const eastAsian = high.filter(isEastAsian).length;
  const isRest = high.filter(isAmongEastAsian).length >= 0.95 * high.length - eastAsian;
  return eastAsian > 0.5 * high.length && isRest && low.filter(isEastAsian).length < 0.7 * low.length;
}

function countReplaced(text: string): number {
  return text.split('\ufffd').length - 1;
}

function countNotAscii(text: string): number {
  let characters = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    const isSecondHalf = unit >= 0xdc00 && unit < 0xe000;
    if (unit > 0x7f && !isSecondHalf) characters += 1;
  }
  return characters;
}
