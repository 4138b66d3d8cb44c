import { requireText } from '../../values/require-arguments.ts';
import { isCleanUnit } from './clean-characters.ts';
import { limitCombiningMarks } from './limit-combining-marks.ts';
import { withWindows1252 } from './windows-1252.ts';

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
