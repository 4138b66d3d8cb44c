import { limitCombiningMarks } from './limit-combining-marks.ts';

/**
 * Characters that cleaning leaves alone in any order: none of them goes, none combines with another. Latin, Greek,
 * Cyrillic, Hebrew and Arabic letters, punctuation, currency signs, Kana, Han, Hangul.
 */
const alreadyClean =
  /^[\t\n\f\x20-\x7e\xa0-\xac\xae-\u02ff\u0388-\u03ff\u0400-\u0481\u048a-\u052f\u05d0-\u05ea\u0621-\u064a\u2010-\u2027\u202f-\u205e\u20a0-\u20c0\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff5e]*$/;

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
  if (alreadyClean.test(text)) return text;
  const visible = text
    .replace(lineEnds, '\n')
    .replace(unprintable, '')
    .replace(invisible, '')
    .replace(strayNonJoiner, '')
    .replace(strayJoiner, '')
    .replace(strayTag, '');
  return limitCombiningMarks(visible).normalize('NFC');
}
