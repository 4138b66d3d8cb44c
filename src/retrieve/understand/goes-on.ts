import { ownValue } from '../../own-value.ts';
import { wordSet } from '../../text/word-set.ts';
import { wordsOf } from './points-back.ts';

/** How a question begins that goes on from the one before. In other languages the same words may be an article. */
const continuations: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet('and but so also or'),
  de: wordSet('und aber oder auch'),
  fr: wordSet('et mais ou'),
  es: wordSet('y e pero o u'),
  it: wordSet('e ed ma o'),
  pt: wordSet('e mas ou'),
  nl: wordSet('en maar of'),
  ru: wordSet('а и но или ещё еще'),
};

/** "And" is one with the word behind it in Arabic; before a question word or an article it is no letter of that. */
const arabicAnd = /^و(?=ال\p{L}{3}|(?:متى|ما|ماذا|من|أين|كم|كيف|لماذا|هل|أي|في|عن|هو|هي)(?!\p{L}))/u;

/** How a question begins that goes on with something else, and names it. */
const turningTo =
  /^¿?(?:(?:and|und|et|y|e|en|а|и) )?(?:what about|how about|was ist mit|wie ist es mit|wie sieht es mit|qu['’]en est-il d(?:e|u|es)|qué (?:hay|pasa) (?:de|con)|che dire d(?:i|el|ella|ei|elle)|quanto a|hoe zit het met|(?:как|что) насч[её]т|و?ماذا عن)(?!\p{L})/iu;

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
