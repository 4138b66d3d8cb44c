import type { Analyser } from '../../contracts/analyser.ts';

/** Lower-case runs of letters and digits: an analyser whose terms a test can predict. */
export const wordAnalyser: Analyser = {
  id: 'words',
  terms: (text) =>
    Array.from(text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu), ([word]) => ({
      text: word,
      isNumber: /^\p{N}+$/u.test(word),
    })),
};

/** The same with the first and the last two letters of each term as its grams. */
export const gramAnalyser: Analyser = {
  ...wordAnalyser,
  id: 'words and grams',
  grams: (text, language) =>
    wordAnalyser
      .terms(text, language)
      .flatMap(({ text: word }) => [`${word.slice(0, 2)}-`, `-${word.slice(-2)}`])
      .map((gram) => ({ text: gram, isNumber: false })),
};
