import { byLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';

/** How a sentence tells what the text is about to say, what its reader will know then, or that it has moved. */
const patterns = byLanguage(({ telling }) => {
  const words = telling?.selfReference;
  return words && new RegExp(words.phrases.replaceAll('PARTS', words.parts), 'iu');
});

/** Whether a sentence speaks of the text that it stands in: "By the end of this lesson, you will be able to:". */
export function speaksOfText(sentence: string, language: string): boolean {
  const words = sentence.replace(/^[\p{P}\s]+/u, '');
  return ownValue(patterns, language)?.test(words) === true;
}
