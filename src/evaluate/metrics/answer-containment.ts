import { unspacedLetters } from '../../text/unspaced-scripts.ts';

/** What is written without spaces between words: a character stands for a word there. */
const unspaced = new RegExp(`[${unspacedLetters}]`, 'gu');

/** Those of English. No word ends at a letter beyond ASCII, as at the é of “océan”. */
const article = /(?<![\p{L}\p{M}\p{N}_])(?:a|an|the)(?![\p{L}\p{M}\p{N}_])/gu;

/** What parts words without a space beside it, as in rows of CSV; within a number a comma does not. */
const separator = /[;|]|(?<!\p{N}),|,(?!\p{N})/gu;

/**
 * Whether a text contains one of the accepted answers as whole words, after SQuAD's normalisation: lower case, no
 * punctuation, no English articles, single spaces; but commas, semicolons and bars part words. Scripts without spaces
 * are compared character by character.
 * Sources: Rajpurkar et al., "SQuAD: 100,000+ Questions for Machine Comprehension of Text", 2016, evaluation script;
 * Lewis et al., "MLQA: Evaluating Cross-lingual Extractive Question Answering", ACL 2020 (mixed segmentation).
 */
export function containsAnswer(text: string, answers: readonly string[]): boolean {
  return answerLookup(text)(answers);
}

/** {@link containsAnswer} for many questions about one text, which is looked through when the first is asked. */
export function answerLookup(text: string): (answers: readonly string[]) => boolean {
  let normalised: string | undefined;
  return (answers) =>
    answers.some((answer) => {
      const wanted = normalise(answer);
      normalised ??= ` ${normalise(text)} `;
      return wanted !== '' && normalised.includes(` ${wanted} `);
    });
}

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(separator, ' ')
    .replace(/[\p{P}\p{S}]/gu, '')
    .replace(unspaced, ' $& ')
    .replace(article, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
