import { wordsByLanguage } from '../language/language-packs.ts';
import { ownValue } from '../values/own-value.ts';

/** Words that state nothing by themselves, by language. */
const functionWords = wordsByLanguage(({ writing }) => writing.functionWords);

/** A word, or a name of several parts: `don't`, `all-MiniLM-L6-v2`, `answer.topK`. */
export const wordOrName = /\p{L}[\p{L}\p{M}\p{Nd}_]*(?:['’._-][\p{L}\p{M}][\p{L}\p{M}\p{Nd}_]*)*/gu;

/** Whether the words of a language are known that state nothing by themselves. */
export function knowsFunctionWords(language: string): boolean {
  return ownValue(functionWords, language) !== undefined;
}

/** Whether a word states nothing by itself. A language that is not known here has none such. */
export function isFunctionWord(word: string, language: string): boolean {
  return ownValue(functionWords, language)?.has(word.toLowerCase()) === true;
}

/** A text without the words that state nothing by themselves, a space in the place of each. */
export function withoutFunctionWords(text: string, language: string): string {
  const known = ownValue(functionWords, language);
  return known ? text.replace(wordOrName, (word) => (known.has(word.toLowerCase()) ? ' ' : word)) : text;
}

/** Whether so many words of a text state something, which words that state nothing by themselves do not. */
export function statesWords(text: string, language: string, count: number): boolean {
  let stated = 0;
  for (const [word] of text.matchAll(wordOrName)) {
    if (!isFunctionWord(word, language)) stated += 1;
    if (stated >= count) return true;
  }
  return false;
}
