/** Languages that capitalise every noun: a capital says nothing there. */
export const capitalisesNouns: ReadonlySet<string> = new Set(['de', 'lb']);

/** Words that begin with a capital for another reason than being a name. */
const notNames: ReadonlySet<string> = new Set(['I', 'The', 'A', 'An', 'It', 'In', 'On', 'At']);

/** Most words: no name, whatever stands before them. */
const lowerCase = /^[\p{Ll}\p{M}]+$/u;

/** What a sentence with a name in it has: a capital behind its first character, or a digit. */
const mayName = /.\p{Lu}|\p{N}/su;

/**
 * Words of a sentence that are names: capitalised inside it, or written in capitals or with digits among them. The
 * first word of a sentence counts only where it is in capitals. As written, without what follows an apostrophe.
 */
export function names(sentence: string, language: string): string[] {
  const found: string[] = [];
  if (!mayName.test(sentence)) return found;
  let isFirst = true;
  for (const match of sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[-.&][\p{L}\p{N}]+)*/gu)) {
    const [word] = match;
    if (lowerCase.test(word)) {
      isFirst = false;
      continue;
    }
    const before = sentence.slice(Math.max(0, match.index - 4), match.index);
    const beginsSentence = isFirst || /[.!?:„“"«][\s*_`]*$/u.test(before);
    isFirst = false;
    const isAcronym = /^\p{Lu}[\p{Lu}\p{N}&.-]+$/u.test(word);
    const isCode = /\p{L}/u.test(word) && /\p{N}/u.test(word);
    const isCapitalised = /^\p{Lu}/u.test(word) && !capitalisesNouns.has(language) && !beginsSentence;
    if ((isAcronym || isCode || isCapitalised) && !notNames.has(word)) found.push(word);
  }
  return found;
}
