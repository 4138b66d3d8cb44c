import snowball from 'snowball-stemmers';
import { byLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';
import { foldDiacritics } from './normalise.ts';

/** A suffix and what takes its place. */
type Rule = readonly [suffix: string, replacement: string];

/**
 * Stems a lower-case English word. Porter, "An algorithm for suffix stripping", 1980, in the form of
 * https://snowballstem.org/algorithms/porter/stemmer.html, which also stems words of one and two letters. A
 * word that nothing would be left of, a lone s, stays.
 */
export function stemPorter(word: string): string {
  const firstRegion = regionAfter(word, 0);
  const secondRegion = regionAfter(word, firstRegion);
  let stem = withoutPlural(word);
  stem = withoutParticiple(stem, firstRegion);
  if (stem.endsWith('y') && hasVowel(stem, stem.length - 1)) stem = `${stem.slice(0, -1)}i`;
  stem = replaceSuffix(stem, derivations, firstRegion);
  stem = replaceSuffix(stem, adjectives, firstRegion);
  stem = withoutEnding(stem, secondRegion);
  stem = withoutFinalE(stem, firstRegion, secondRegion);
  if (stem.endsWith('ll') && stem.length - 1 >= secondRegion) stem = stem.slice(0, -1);
  return stem || word;
}

const vowels: ReadonlySet<string> = new Set('aeiou');

/** Behind the first consonant that follows a vowel, from `start` on; the end of the word where there is none. */
function regionAfter(word: string, start: number): number {
  let at = start;
  while (at < word.length && !isVowel(word, at)) at++;
  while (at < word.length && isVowel(word, at)) at++;
  return Math.min(at + 1, word.length);
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss')) return word.endsWith('sses') ? word.slice(0, -2) : word;
  return word.slice(0, word.endsWith('sses') || word.endsWith('ies') ? -2 : -1);
}

function withoutParticiple(word: string, firstRegion: number): string {
  if (word.endsWith('eed')) return word.length - 3 >= firstRegion ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((one) => word.endsWith(one));
  if (ending === undefined || !hasVowel(word, word.length - ending.length)) return word;
  const stem = word.slice(0, -ending.length);
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(stem)) return stem.slice(0, -1);
  return stem.length === firstRegion && endsShort(stem, stem.length) ? `${stem}e` : stem;
}

const derivations = byLastLetter([
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['izer', 'ize'],
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['fulness', 'ful'],
  ['ousli', 'ous'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]);

const adjectives = byLastLetter([
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ative', ''],
  ['ful', ''],
  ['ness', ''],
]);

const porterEndings = byLastLetter(
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'
    .split(' ')
    .map((suffix) => [suffix, '']),
);

function replaceSuffix(word: string, rules: ReadonlyMap<string, readonly Rule[]>, region: number): string {
  const rule = longestRule(word, rules);
  if (rule === undefined) return word;
  const [suffix, replacement] = rule;
  const start = word.length - suffix.length;
  return start >= region ? word.slice(0, start) + replacement : word;
}

function withoutEnding(word: string, secondRegion: number): string {
  if (word.endsWith('ion') && !/[st]ion$/.test(word)) return word;
  return replaceSuffix(word, porterEndings, secondRegion);
}

function withoutFinalE(word: string, firstRegion: number, secondRegion: number): string {
  if (!word.endsWith('e')) return word;
  const length = word.length - 1;
  const isLoose = length >= secondRegion || (length >= firstRegion && !endsShort(word, length));
  return isLoose ? word.slice(0, -1) : word;
}

/** Whether the first `length` letters end like `hop`: consonant, vowel, and a consonant other than w, x and y. */
function endsShort(word: string, length: number): boolean {
  return (
    length >= 3 &&
    !isVowel(word, length - 1) &&
    !'wxy'.includes(word[length - 1] as string) &&
    isVowel(word, length - 2) &&
    !isVowel(word, length - 3)
  );
}

function hasVowel(word: string, length: number): boolean {
  for (let at = 0; at < length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** A y is a vowel behind a consonant. */
function isVowel(word: string, at: number): boolean {
  const letter = word[at] as string;
  return letter === 'y' ? at > 0 && !isVowel(word, at - 1) : vowels.has(letter);
}

function longestRule(word: string, rules: ReadonlyMap<string, readonly Rule[]>): Rule | undefined {
  return rules.get(word.at(-1) ?? '')?.find(([suffix]) => word.endsWith(suffix));
}

/** Rules by the letter that their suffixes end in, the longest first. */
function byLastLetter(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const sorted = rules.toSorted(([left], [right]) => right.length - left.length);
  return Map.groupBy(sorted, ([suffix]) => suffix.at(-1) as string);
}

/**
 * The hindiEndings of nouns, adjectives and verbs, in the spelling that is left below.
 * Source: Ramanathan, Rao, "A Lightweight Stemmer for Hindi", 2003.
 */
const hindiEndings = `
  ाएंगी ाएंगे ाऊंगी ाऊंगा ाइयां ाइयों
  ाएगी ाएगा ाओगी ाओगे एंगी ेंगी एंगे ेंगे ूंगी ूंगा ातीं नाओं नाएं ताओं ताएं ियां ियों
  ाकर ाइए ाईं ाया ेगी ेगा ोगी ोगे ाने ाना ाते ाती ाता तीं ाओं ाएं ुओं ुएं ुआं
  कर ाओ िए ाई ाए ने नी ना ते ीं ती ता ां ों ें
  ो े ू ु ी ि ा`;

const stripHindi = suffixStripper(hindiEndings.trim().split(/\s+/), 2);

/**
 * Stems a Hindi word: spellings that vary freely become one (no nukta; anusvara for candrabindu), then its ending
 * goes. Source of the spellings: Larkey, Connell, Abduljaleel, "Hindi CLIR in Thirty Days", 2003.
 */
function stemHindi(word: string): string {
  return stripHindi(
    word.normalize('NFD').replaceAll('\u093c', '').replaceAll('\u0901', '\u0902').normalize('NFC'),
  );
}

const endings = `
  α αγατε αγαν αει αμαι αν ασ ασαι αται αω ε ει εισ ειτε εσ εσαι εται
  ι ιεμαι ιεμαστε ιεται ιεσαι ιεσαστε ιομασταν ιομουν ιομουνα ιονταν ιοντουσαν ιοσασταν ιοσαστε ιοσουν ιοσουνα
  ιοταν ιουμα ιουμαστε ιουνται ιουνταν
  η ηδεσ ηδων ηθει ηθεισ ηθειτε ηθηκατε ηθηκαν ηθουν ηθω ηκατε ηκαν ησ ησαν ησατε ησει ησεσ ησουν ησω
  ο οι ομαι ομασταν ομουν ομουνα ονται ονταν οντουσαν οσ οσασταν οσαστε οσουν οσουνα οταν ου ουμαι ουμαστε ουν
  ουνται ουνταν ουσ ουσαν ουσατε υ υσ ω ων`;

// Of nouns in -μα only the vowel goes, as from their other forms, so that the μ is part of the stem in all of them.
const nounEnding = /μ(?:ατα|ατων|ατοσ|α)$/;

const strip = suffixStripper(endings.trim().split(/\s+/), 3);

/**
 * Stems a Greek word lightly: accents and the final form of sigma go, then the ending of a noun in -μα, or else the
 * longest inflectional ending. The last two steps of Ntais, "Development of a Stemmer for the Greek Language", 2006;
 * those before them, which take derivations apart, are left out.
 */
function stemGreek(word: string): string {
  const plain = foldDiacritics(word).replaceAll('ς', 'σ');
  const noun = plain.replace(nounEnding, 'μ');
  return noun === plain || noun.length < 3 ? strip(plain) : noun;
}

/** The article, with the conjunctions and prepositions that stand before it in one word. */
const prefixes = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل'];

/** Possessives and the endings of number, gender and relation, in the order in which they go. */
const suffixes = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ه', 'ي'];

/** Letters that stay behind the article. */
const minWord = 2;

/** Letters that stay before an ending: most roots have three. */
const minStem = 3;

/**
 * Stems an Arabic word lightly: spellings that vary freely become one (alif with and without hamza, alif maqsura and
 * ya, ta marbuta and ha), then the article goes with what stands before it, and every ending that fits. Source: Larkey,
 * Ballesteros, Connell, "Light Stemming for Arabic Information Retrieval", 2007 (light10); but a conjunction of one
 * letter stays, which as often begins the word itself, and so do three letters of the stem, so that a noun has one stem
 * with its article and without.
 */
function stemArabic(word: string): string {
  let stem = word
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
  const prefix = prefixes.find((one) => stem.startsWith(one) && stem.length - one.length >= minWord);
  if (prefix !== undefined) stem = stem.slice(prefix.length);
  for (const suffix of suffixes)
    if (stem.endsWith(suffix) && stem.length - suffix.length >= minStem) stem = stem.slice(0, -suffix.length);
  return stem;
}

/** Snowball algorithm by BCP 47 primary subtag. */
const algorithms = byLanguage(({ writing }) => writing.stemmer);

/**
 * Languages that Snowball does not know; and two that are stemmed as Lucene does: English by the original Porter
 * stemmer, Arabic lightly, since Snowball gives a noun one stem with its article and another without.
 */
const ownStemmers: Readonly<Record<string, (word: string) => string>> = {
  ar: stemArabic,
  el: stemGreek,
  en: stemPorter,
  hi: stemHindi,
};

/** The stemmer for lower-case words of a language. Languages without one keep their words as they are. */
export function stemmerFor(language: string): (word: string) => string {
  const own = ownValue(ownStemmers, language);
  if (own) return own;
  const algorithm = ownValue(algorithms, language);
  if (algorithm === undefined) return (word) => word;
  const stemmer = snowball.newStemmer(algorithm);
  // Snowball's Russian knows no ё.
  return (word) => stemmer.stem(word.replaceAll('ё', 'е')) || word;
}

/**
 * Takes the longest of some suffixes off a word, as long as `minStem` UTF-16 code units of it stay. Returns the
 * word itself where none fits.
 */
function suffixStripper(suffixes: readonly string[], minStem: number): (word: string) => string {
  const known = new Set(suffixes);
  const longest = Math.max(...suffixes.map((suffix) => suffix.length));
  return (word) => {
    for (let stem = Math.max(minStem, word.length - longest); stem < word.length; stem++) {
      if (known.has(word.slice(stem))) return word.slice(0, stem);
    }
    return word;
  };
}
