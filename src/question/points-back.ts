import { byLanguage, inAnyLanguage, wordsByLanguage } from '../language/language-packs.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { wholeWordsSource, writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';

/** Words that point back, by language. */
const pointers = wordsByLanguage(({ talking }) => talking?.pointers);

/** Those among them that are an article or a preposition too, "das Haus", and then point to nothing. */
const beforeNouns = wordsByLanguage(({ talking }) => talking?.pointersBeforeNouns);

/** What stands before such a word where it is a pronoun, in languages that put that before its verb. */
const beforePronoun = wordsByLanguage(({ talking }) => talking?.beforePronouns);

/** "His", and "to be" where no noun follows: "Wie lang muss ein Passwort sein?" */
const alsoVerbs = wordsByLanguage(({ talking }) => talking?.pointersAlsoVerbs);

/** How an Arabic word ends that has a pronoun at its end. */
const arabicSuffix = /^\p{L}{3,}(?:ها|هما|هم)$|^\p{L}{4,}ه$/u;

/** The same in languages that write no spaces, where a pointer is told from the words that its letters begin or end. */
const pointersWithin = byLanguage(({ talking }) => talking?.pointersWithin);

/** Where nothing is pointed to, but said to be: "Which pumps are there?" */
const existentials = inAnyLanguage(({ talking }) => talking?.existentials);
const existential = new RegExp(wholeWordsSource(existentials), 'iu');
/** The same, and where it is said to be so, or named behind: "such as". */
const expletive = new RegExp(
  wholeWordsSource(`${existentials}|${inAnyLanguage(({ talking }) => talking?.expletives)}`),
  'giu',
);

/** A text without those of its pointers that only stand where something has to. */
export function withoutExpletive(question: string): string {
  return question.replace(expletive, ' ');
}

/** Whether a question asks what there is of something. */
export function asksWhatThereIs(question: string): boolean {
  return existential.test(question);
}

/** Letters without which a question in a language that writes no spaces says too little to be searched for alone. */
const enoughLetters = 4;

/** Whether a word points back by itself. */
export function isPointingWord(word: string, language: string): boolean {
  return ownValue(pointers, language)?.has(word.toLowerCase()) === true;
}

/** Whether a question points back to what was said before it. */
export function pointsBack(question: string, language: string): boolean {
  if (!writesSpaces(language)) {
    const letters = question.match(/\p{L}/gu)?.length ?? 0;
    return letters < enoughLetters || ownValue(pointersWithin, language)?.test(question.trim()) === true;
  }
  const words = wordsOf(question);
  const hasSuffix = (word: string) => language === 'ar' && arabicSuffix.test(word);
  return words.some((word, place) => pointsAt(place, words, language) || hasSuffix(word));
}

/** The words and figures of a text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether the word at a place of a question or another sentence points back where it stands. */
export function pointsAt(place: number, words: readonly string[], language: string): boolean {
  const [before = '', word = '', after] = [words[place - 1], words[place], words[place + 1]];
  if (!isPointingWord(word, language)) return false;
  const known = word.toLowerCase();
  const isBeforeNoun = after !== undefined && !isFunctionWord(after, language);
  if (ownValue(alsoVerbs, language)?.has(known)) return isBeforeNoun;
  if (ownValue(beforeNouns, language)?.has(known)) {
    const pronounBehind = ownValue(beforePronoun, language);
    return after === undefined || (pronounBehind ? pronounBehind.has(before.toLowerCase()) : !isBeforeNoun);
  }
  // "a licence that has expired"
  if (language === 'en' && known === 'that')
    return after === undefined || isBeforeNoun || before === '' || isFunctionWord(before, language);
  // Who is spoken to has a capital: "Welche Kurse bieten Sie an?"
  return !(language === 'de' && place > 0 && /^\p{Lu}/u.test(word));
}

/** How a question begins that goes on from the one before. In other languages the same words may be an article. */
const continuations = wordsByLanguage(({ talking }) => talking?.continuations);

/** "And" is one with the word behind it in Arabic; before a question word or an article it is no letter of that. */
const arabicAnd = /^و(?=ال\p{L}{3}|(?:متى|ما|ماذا|من|أين|كم|كيف|لماذا|هل|أي|في|عن|هو|هي)(?!\p{L}))/u;

/** How a question begins that goes on with something else, and names it. */
const turningTo = new RegExp(
  `^¿?(?:(?:${Object.values(continuations)
    .flatMap((words) => [...words])
    .join('|')}) )?(?:${inAnyLanguage(({ talking }) => talking?.turning)})(?!\\p{L})`,
  'iu',
);

/** What a question goes on with and names: "services?" of "What about services?"; undefined where it does not. */
export function turnedTo(question: string): string | undefined {
  const asked = question.trim();
  return turningTo.test(asked) ? asked.replace(turningTo, '').trimStart() : undefined;
}

/**
 * What a question says that goes on from what was said before it, without the word that says so: "in 2024?" of "And in
 * 2024?"; undefined where it does not go on.
 */
export function goingOn(question: string, language: string): string | undefined {
  const asked = question.replace(/^[\s\p{P}]+/u, '');
  if (language === 'ar' && arabicAnd.test(asked)) return asked.replace(arabicAnd, '');
  const [first = ''] = wordsOf(asked);
  const goesOn = ownValue(continuations, language)?.has(first.toLowerCase()) === true;
  return goesOn ? asked.slice(first.length).trimStart() : undefined;
}
