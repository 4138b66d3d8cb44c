import { partsOf } from '../../../text/analyser/word-forms.ts';
import { unspacedLetters } from '../../../text/unspaced-scripts.ts';
import type { OtherWriting } from './other-writing.ts';

/** Characters of words that have spaces between them: where there are none, what has some was left out. */
const character = String.raw`(?![${unspacedLetters}])[\p{L}\p{M}\p{N}]`;

const neighbours = new RegExp(
  String.raw`(?<first>(?<![\p{L}\p{M}\p{N}_])(?:${character}){1,30})(?<between>\s|[-‐‑–'’])(?=(?<second>(?:${character}){1,30})(?![\p{L}\p{M}\p{N}_]))`,
  'gu',
);

/** Shorter than these, two pieces make a word by chance. */
const minJoined = 4;

/**
 * Neighbours of a question written as one word: `login` for `log in`, `cooperation` for `co-operation`. The first of
 * them is a word of its own: `a part` is no `apart`.
 */
export function joinedOtherwise(text: string, isLookedFor: (word: string) => boolean): OtherWriting[] {
  return Array.from(text.matchAll(neighbours)).flatMap(({ groups }) => {
    const { first = '', between = '', second = '' } = groups as Record<string, string | undefined>;
    // A hump would part it again.
    const written = (first + second).toLowerCase();
    const isWord = written.length >= minJoined || /\p{Nd}\p{L}/u.test(written);
    return isWord && isLookedFor(first) ? [{ from: first + between + second, written }] : [];
  });
}

/** Longer than any word that is written by hand. */
const maxLength = 40;

/** Figures in one run are read in this many groups at most, as those of a telephone number are. */
const mostGroups = 4;

/** Of the ways to part a word, one cut in letters and up to three in figures. */
export function partedOtherwise(word: string, isKnown: (part: string) => boolean): OtherWriting[] {
  if (word.length > maxLength) return [];
  const parted = isNumber(word)
    ? groupsOf(word, mostGroups, isKnown)
    : halvesOf(word).filter((parts) => parts.every(isKnown));
  return parted
    .filter((parts) => parts.length > 1)
    .map((parts) => ({ from: word, written: parts.join(' ') }));
}

function isNumber(word: string): boolean {
  return /^\p{Nd}+$/u.test(word);
}

/** A letter stands alone before a word (“e mail”), behind one it is of an abbreviation: “Peru” is not “per U.S.”. */
const minEnd = 2;

/** Every way to cut a word in two. */
function halvesOf(word: string): string[][] {
  const letters = Array.from(word);
  return Array.from({ length: Math.max(0, letters.length - minEnd) }, (_, cut) => [
    letters.slice(0, cut + 1).join(''),
    letters.slice(cut + 1).join(''),
  ]);
}

/** The fewest groups first. */
function groupsOf(figures: string, most: number, isKnown: (part: string) => boolean): string[][] {
  if (figures === '') return [[]];
  if (most === 0) return [];
  const found: string[][] = [];
  for (let end = figures.length; end > 0; end--) {
    const group = figures.slice(0, end);
    // A country's code alone has a single figure.
    if ((end === 1 && most < mostGroups) || !isKnown(group)) continue;
    for (const rest of groupsOf(figures.slice(end), most - 1, isKnown)) found.push([group, ...rest]);
  }
  return found.toSorted((a, b) => a.length - b.length);
}

/** Every part that {@link partedOtherwise} asks for. */
export function partsToKnow(word: string): string[] {
  if (word.length > maxLength) return [];
  if (!isNumber(word)) return halvesOf(word).flat();
  return Array.from({ length: word.length }, (_, start) =>
    Array.from({ length: word.length - start }, (__, length) => word.slice(start, start + length + 1)),
  ).flat();
}

/** A word that falls apart at figures, humps or underscores, its pieces side by side: `230 C` for `230C`. */
export function apartOtherwise(word: string): OtherWriting[] {
  const parts = partsOf(word);
  return parts.length > 1 ? [{ from: word, written: parts.join(' ') }] : [];
}

const umlautOf: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
const digraphOf: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** A word that keyboards without German letters wrote, with them: `Müller` for `Mueller`. */
export function withUmlauts(word: string): OtherWriting[] {
  const lowerCased = word.toLowerCase();
  const written = lowerCased.replace(/ae|oe|(?<![aeq])ue/g, (pair) => umlautOf[pair] ?? pair);
  return written === lowerCased ? [] : [{ from: word, written, language: 'de' }];
}

/** The reverse, also of Scandinavian letters: `Mueller` for `Müller`. */
export function withoutUmlauts(word: string): OtherWriting[] {
  const lowerCased = word.toLowerCase();
  const written = lowerCased.replace(/[äöüåø]/g, (letter) => digraphOf[letter] ?? letter);
  return written === lowerCased ? [] : [{ from: word, written }];
}

const vietnameseLetters: Readonly<Record<string, readonly string[]>> = {
  a: ['a', 'ă', 'â'],
  d: ['d', 'đ'],
  e: ['e', 'ê'],
  o: ['o', 'ô', 'ơ'],
  u: ['u', 'ư'],
};

/** Grave, acute, hook above, tilde, dot below. */
const vietnameseTones = ['\u0300', '\u0301', '\u0309', '\u0303', '\u0323'];

/** The longest syllable: “nghiêng”. */
const longestSyllable = 7;

/**
 * What a Vietnamese syllable that was typed without its marks may be, in small letters: “phí”, “phì” and so on for
 * “phi”; a mark of tone stands on one vowel. Other languages find words without their accents as they are.
 */
export function vietnameseForms(typed: string): readonly string[] {
  if (!/^[a-z]+$/.test(typed) || typed.length > longestSyllable) return [];
  const initial = /^(?:gi(?=[aeou])|qu|[^aeiouy]*)/.exec(typed)?.[0] ?? '';
  let forms = [''];
  const vowels: number[] = [];
  for (const [at, letter] of Array.from(typed).entries()) {
    const isVowel = at >= initial.length && 'aeiouy'.includes(letter);
    if (isVowel) vowels.push(at);
    const varies = isVowel || (at === 0 && letter === 'd');
    const letters = (varies && vietnameseLetters[letter]) || [letter];
    forms = forms.flatMap((form) => letters.map((one) => form + one));
  }
  return forms.flatMap((form) => {
    const toned = vowels.flatMap((at) =>
      vietnameseTones.map((tone) => (form.slice(0, at + 1) + tone + form.slice(at + 1)).normalize('NFC')),
    );
    return [form, ...toned];
  });
}
