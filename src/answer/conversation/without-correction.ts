import { byLanguage } from '../../language/language-packs.ts';

const corrections = Object.values(byLanguage(({ talking }) => talking?.correction));
const refusing = corrections.map((words) => words.refusing).join('|');
const meaning = corrections.map((words) => words.meaning).join('|');

/** A word that refuses stands before a comma, or before words that name what was meant. */
const correction = new RegExp(
  String.raw`^(?:(?:${refusing})(?:\s*[,;!…–—،]+\s*|[\s.]+(?=(?:${meaning})(?!\p{L}))))*(?:(?:${meaning})(?!\p{L})[\s,:]*)?`,
  'iu',
);

/** In languages that write no spaces. */
const correctionWithoutSpaces =
  /^(?:(?:不是?|不对|いや|いえ|いいえ|違います)[，,、。！!\s]+)*(?:我(?:是说|说的是|指的是|的意思是)[，,：:\s]*)?/u;

/**
 * A message without the words that only say that it corrects the one before: "services" of "No, I meant services". As
 * it is where nothing else is left.
 */
export function withoutCorrection(message: string): string {
  const meant = message.replace(correction, '').replace(correctionWithoutSpaces, '');
  return /[\p{L}\p{N}]/u.test(meant) ? meant : message;
}
