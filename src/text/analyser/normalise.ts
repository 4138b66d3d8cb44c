import { limitCombiningMarks } from '../limit-combining-marks.ts';
import { isAscii } from './is-ascii.ts';

/** Invisible characters, Arabic vowel signs (tashkeel) and the stretching tatweel: spelling varies in them freely. */
const insignificant = /[\p{Default_Ignorable_Code_Point}\u0640\u064b-\u0652\u0670]/gu;

/**
 * Brings spellings that mean the same together before text is cut into terms: NFKC (full width, ligatures,
 * superscripts), one apostrophe, one hyphen. Offsets into the text are lost. ASCII comes back unchanged.
 */
export function normalise(text: string): string {
  if (isAscii(text)) return text;
  return (
    limitCombiningMarks(text)
      // NFKC makes ½ into 1⁄2: without a space, 6½ would become sixty-one halves.
      .replace(/(?<=\d)(?=[¼-¾⅐-⅞↉])/g, ' ')
      .normalize('NFKC')
      .replace(insignificant, '')
      .replace(/[‘’ʼ]/g, "'")
      .replace(/[‐‑]/g, '-')
  );
}
