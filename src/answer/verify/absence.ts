import { byLanguage } from '../../language/language-packs.ts';

/** How texts are said to hold nothing of what was asked, by language. What lies between two words is of one clause. */
const phrases = byLanguage(({ claiming }) => claiming?.absence);

const absence = new RegExp(Object.values(phrases).flat().join('|'), 'iu');

/** What is read of a sentence. */
const longestRead = 400;

/**
 * Whether a sentence says that the documents hold nothing of what was asked: “The documents do not mention a price.” No
 * passage can bear that out.
 */
export function saysAbsence(sentence: string): boolean {
  return absence.test(sentence.slice(0, longestRead));
}
