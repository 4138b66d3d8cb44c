import { limitCombiningMarks } from './limit-combining-marks.ts';

/**
 * All but the characters that cleaning leaves alone in any order: none of those goes, none combines with another.
 * They are Latin, Greek, Cyrillic, Hebrew and Arabic letters, punctuation, currency signs, Kana, Han, Hangul.
 */
const unclean =
  /[^\t\n\f\x20-\x7e\xa0-\xac\xae-\u02ff\u0388-\u03ff\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u064a\u2010-\u2027\u202f-\u205e\u20a0-\u20c0\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]/g;

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
 * Cleans decoded text once, before it is hashed and before any offset is taken: line ends become `\n`; NUL and
 * other controls, lone surrogates, soft hyphens and stray zero-width characters go; NFC; at most thirty combining
 * marks on a letter. Deterministic, idempotent and linear.
 */
export function cleanText(text: string): string {
  unclean.lastIndex = 0;
  if (!unclean.test(text)) return text;
  const lines = text.replace(lineEnds, '\n');
  const pieces: string[] = [];
  let done = 0;
  unclean.lastIndex = 0;
  for (let found = unclean.exec(lines); found; found = unclean.exec(lines)) {
    const start = lines.lastIndexOf('\n', found.index) + 1;
    const next = lines.indexOf('\n', Math.max(found.index, start + minStretch));
    const end = next === -1 ? lines.length : next;
    pieces.push(lines.slice(done, start), cleanLines(lines.slice(start, end)));
    done = end;
    unclean.lastIndex = end;
  }
  pieces.push(lines.slice(done));
  return pieces.join('');
}

/** So much is cleaned at once, to the end of its line: no rule looks beyond one, and most lines are clean. */
const minStretch = 1000;

function cleanLines(text: string): string {
  const visible = text
    .replace(unprintable, '')
    .replace(invisible, '')
    .replace(strayNonJoiner, '')
    .replace(strayJoiner, '')
    .replace(strayTag, '');
  return limitCombiningMarks(visible).normalize('NFC');
}
