import { limitCombiningMarks } from './limit-combining-marks.ts';
import { withWindows1252 } from './windows-1252.ts';

/**
 * Characters that cleaning leaves alone in any order, from and to: none of them goes, none combines with another.
 * Latin, Greek, Cyrillic, Hebrew and Arabic letters, punctuation, currency signs, Kana, Han, Hangul.
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
  [0x2010, 0x2027],
  [0x202f, 0x205e],
  [0x20a0, 0x20c0],
  [0x3001, 0x3029],
  [0x3041, 0x3096],
  [0x30a1, 0x30ff],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff5e],
];

/** By UTF-16 code unit, 1 for those in the ranges: a pattern of as many ranges takes five times as long. */
const isClean = new Uint8Array(65_536);
for (const [from, to] of cleanRanges) isClean.fill(1, from, to + 1);

const lineEnds = /\r\n?|[\u0085\u2028\u2029]/g;

/** Controls but tab, line feed and form feed; lone surrogates; noncharacters. */
const unprintable = /[[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]--[\t\n\f]]/gv;

/** Soft hyphen, zero-width space, word joiner, byte order mark, Mongolian vowel separator. */
const invisible = /[\u00ad\u200b\u2060\ufeff\u180e]/g;

/** Zero-width non-joiner: spelling between letters of scripts that join or stack, noise elsewhere. */
const joiningScripts =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}';
const strayNonJoiner = new RegExp(`(?<![${joiningScripts}])\\u200c|\\u200c(?![${joiningScripts}])`, 'gu');

/** Zero-width joiner: also holds emoji sequences together, behind a pictograph, its skin tone or its selector. */
const strayJoiner = new RegExp(
  `(?<![${joiningScripts}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d|\\u200d(?![${joiningScripts}\\p{Extended_Pictographic}])`,
  'gu',
);

/** Tag characters outside a flag, which has eight at most: invisible text that a reader does not see, a model does. */
const strayTag = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,7})[\u{e0001}\u{e0020}-\u{e007f}]/gu;

/**
 * Cleans decoded text once, before it is hashed and before any offset is taken: line ends become `\n`; controls that
 * were windows-1252 become its characters; NUL and other controls, lone surrogates, soft hyphens and stray zero-width
 * characters go; NFC; at most thirty combining marks on a letter. Deterministic, idempotent and linear.
 */
export function cleanText(text: string): string {
  if (firstUnclean(text, 0) === -1) return text;
  const lines = text.replace(lineEnds, '\n');
  const pieces: string[] = [];
  let done = 0;
  for (let at = firstUnclean(lines, 0); at !== -1; at = firstUnclean(lines, done)) {
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
  for (let at = from; at < text.length; at++) if (isClean[text.charCodeAt(at)] === 0) return at;
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
