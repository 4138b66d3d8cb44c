import { inAnyLanguage, wordsByLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';
import { wordsOf } from './points-back.ts';

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
