import { cleanText, isCleanUnit } from './clean-text.ts';
import { decodeUtf8 } from './decode-bytes.ts';
import { isPrintableWord } from './printable-word.ts';

const lineFeed = 0x0a;

/**
 * So much is cleaned at once, to the end of its line: no rule looks beyond one, and most lines are clean. Twice as much
 * where the line behind is to be cleaned as well, as all of a file with other line ends are.
 */
const minStretch = 100;

/**
 * Bytes that are valid UTF-8 as cleaned text: the same as decoding and then {@link cleanText}. Most bytes of most files
 * need no cleaning, and four bytes of ASCII are passed over here in less time than one character of a text.
 */
export function cleanUtf8(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pieces: string[] = [];
  let done = 0;
  let stretch = minStretch;
  for (let at = firstUnclean(view, 0); at < bytes.length; at = firstUnclean(view, done)) {
    const start = bytes.lastIndexOf(lineFeed, at) + 1;
    stretch = start === done ? 2 * stretch : minStretch;
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
function firstUnclean(bytes: DataView, from: number): number {
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
