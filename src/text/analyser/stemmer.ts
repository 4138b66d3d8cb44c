import snowball from 'snowball-stemmers';
import { byLanguage } from '../../language/language-packs.ts';
import { ownValue } from '../../values/own-value.ts';
import { foldDiacritics } from './normalise.ts';
import { stemPorter } from './porter-stemmer.ts';

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
