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
