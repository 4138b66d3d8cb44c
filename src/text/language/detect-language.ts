import type { LatinEvidence } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import { requireText } from '../../values/require-arguments.ts';
import { linkDefinition, linkTarget } from '../sentences/note-marks.ts';

/** Scripts that one language, or one by far, is written in. Kana is checked before Han: Japanese uses both. */
const languageByScript: readonly (readonly [language: string, letter: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['pa', /\p{Script=Gurmukhi}/gu],
  ['or', /\p{Script=Oriya}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['am', /\p{Script=Ethiopic}/gu],
];

/** A language that is written in the script of another, with letters that only one of the two has. */
interface SharedScript {
  readonly language: string;
  /** A few of either may come from names and quotations. */
  readonly own: RegExp;
  readonly others: RegExp;
  /** In more letters than these, some would show which of the two languages it is. */
  readonly few: number;
}

/** By the language that the script alone stands for. */
const sharedScripts: Readonly<Record<string, readonly SharedScript[]>> = {
  ru: [
    { language: 'be', own: /[іў]/gi, others: /[ищъїєґ]/gi, few: 12 },
    { language: 'uk', own: /[іїєґ]/gi, others: /[ыэъё]/gi, few: 12 },
    // A vowel: in Russian it parts a consonant from one of these letters.
    { language: 'bg', own: /ъ(?![еёюя])/gi, others: /[ыэё]/gi, few: 40 },
    { language: 'sr', own: /[ђјљњћџ]/gi, others: /[йщъыьэюяё]/gi, few: 20 },
    { language: 'mk', own: /[ѓѕјљњќџ]/gi, others: /[йщъыьэюяёђћ]/gi, few: 20 },
  ],
  ar: [{ language: 'fa', own: /[پچژگکی]/g, others: /[ةىأإ]/g, few: 12 }],
  // Kana, of which one is enough, has settled it before.
  zh: [
    {
      language: 'ja',
      own: /[々〆]/g,
      others: /[吗嗎么麼这這们們怎哪呢吧谁你您个没很几给还说对时为员费请让]|是(?![正非認])/g,
      few: 12,
    },
  ],
};

const beyondLatinLanguages: ReadonlySet<string> = new Set([
  ...languageByScript.map(([language]) => language),
  ...Object.values(sharedScripts).flatMap((sharing) => sharing.map(({ language }) => language)),
]);

/** Whether a text in Latin script may be in a language: in any that is not written in another one. */
function isWrittenInLatin(language: string): boolean {
  return !beyondLatinLanguages.has(language);
}

/** Where letters of the scripts above are: most texts have few of them, and need not be looked through for each. */
const beyondLatin = /[\u0370-\u1dff\u1f00-\u1fff\u2c00-\uffff]+/g;

/**
 * The language of a text by the script that it is written in; undefined where that is Latin or none. Names and terms
 * in Latin letters may stand among the others. A few letters that two languages share are in the `expected` one.
 */
function scriptLanguage(text: string, expected?: string): string | undefined {
  const beyond = text.match(beyondLatin)?.join('');
  if (beyond === undefined) return undefined;
  let best: { language: string; letters: number } | undefined;
  for (const [language, letter] of languageByScript) {
    const letters = count(beyond, letter);
    // Japanese prose may hold more Han than Kana; a tenth of Kana is far more than Chinese ever has.
    const weighed = language === 'ja' ? letters * 10 : letters;
    if (letters > 0 && (!best || weighed > best.letters)) best = { language, letters: weighed };
  }
  // Names and terms in Latin letters are common in every script; the reverse is rare.
  if (!best || hasMoreLatin(text, best.letters * 3)) return undefined;
  let [found, most] = [best.language, 0];
  for (const { language, own, others, few } of sharedScripts[best.language] ?? []) {
    const lead = count(beyond, own) - count(beyond, others);
    const isExpected = language === expected && lead === most && (lead > 0 || best.letters <= few);
    if (lead > most || isExpected) [found, most] = [language, lead];
  }
  return found;
}

function hasMoreLatin(text: string, letters: number): boolean {
  const latin = /\p{Script=Latin}/gu;
  let seen = 0;
  while (seen <= letters && latin.test(text)) seen += 1;
  return seen > letters;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Single letters stand for anything, in formulas and tables above all, and so do those beside digits: “2FA”. The marks
 * that open Spanish questions and exclamations are as good as words.
 */
const wordOrMark = /(?<![\p{L}\p{M}\p{N}_])[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\p{N}_])|[¿¡]/gu;

/** No language gives itself away by a letter of ASCII. */
const hasOwnLetters = /[^a-z]/;

/** What each adds, shared among the languages that have it. A frequent word says far more than an ending. */
const wordWeight = 1;
const letterWeight = 0.6;
/** For each letter of the ending: the longer, the less of a coincidence. */
const endingWeight = 0.12;

/** An ending is looked for in words with at least this much before it. */
const minStem = 2;

/** Prose holds far more evidence than this for each word; a coincidence among names holds less. */
const minShare = 0.1;

/** What each expected language has ahead of the others: as much as settles a tie, and no more. */
const expectedWeight = 0.4;

/** What evidence must outweigh another language's by to rule it out: one frequent word is a coincidence. */
const clearLead = 1;

/**
 * The language of a text in Latin script by its frequent words, letters and endings, the first of the `expected` ones,
 * each of which is there once, where they do not settle it; behind it those of the others that it may be in as well.
 */
function latinLanguages(
  text: string,
  expected: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  const words = withoutAcronyms(text.match(wordOrMark) ?? []).map((word) => word.toLowerCase());
  const votes = new Map<string, number>();
  /** Shared among the languages, in equal parts. */
  const add = (weight: number, languages: readonly string[] = []) => {
    for (const language of languages)
      votes.set(language, (votes.get(language) ?? 0) + weight / languages.length);
  };
  // First, so that the first of them has the lead of a tie. One that is written otherwise is no likelier than any.
  for (const language of expected) if (isWrittenInLatin(language)) add(expectedWeight, [language]);
  for (const word of words) add(wordWeight, byWord.get(word));
  // Once for each word, however often it is repeated: letters and endings are found in names and in code as well.
  for (const word of new Set(words)) {
    if (hasOwnLetters.test(word)) for (const letter of new Set(word)) add(letterWeight, byLetter.get(letter));
    const ending = byWord.has(word) ? undefined : longestEndingOf(word);
    if (ending !== undefined) add(ending.length * endingWeight, byEnding.get(ending));
  }
  let [likeliest, most] = [expected[0], words.length * minShare];
  for (const [language, its] of votes) if (its > most) [likeliest, most] = [language, its];
  const least = (votes.get(likeliest) ?? 0) - clearLead;
  return [likeliest, ...expected.filter((other) => other !== likeliest && (votes.get(other) ?? 0) >= least)];
}

/** Among other words those in capitals are names: “MIT license”. */
function withoutAcronyms(words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !/^\p{Lu}{2,}$/u.test(word));
  return 2 * others.length < words.length ? words : others;
}

const latinEvidence = byLanguage(({ writing }) => writing.evidence);

const byWord = languagesBy(({ words }) => words.split(/\s+/));
const byLetter = languagesBy(({ letters }) => Array.from(letters));

function languagesBy(
  piecesOf: (evidence: LatinEvidence) => readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const languages = new Map<string, string[]>();
  for (const [language, evidence] of Object.entries(latinEvidence)) {
    for (const piece of new Set(piecesOf(evidence))) {
      languages.set(piece, [...(languages.get(piece) ?? []), language]);
    }
  }
  return languages;
}

const byEnding = languagesBy(({ endings }) => endings.split(/\s+/));
const longestEnding = Math.max(...Array.from(byEnding.keys(), (ending) => ending.length));

function longestEndingOf(word: string): string | undefined {
  for (let start = Math.max(minStem, word.length - longestEnding); start < word.length; start++) {
    const ending = word.slice(start);
    if (byEnding.has(ending)) return ending;
  }
  return undefined;
}

/** Characters that the sample is taken from: a page may begin with a great deal of markup. */
const readLength = 20_000;

/** Characters looked at: more do not change the outcome. */
const sampleLength = 4000;

/** Written alike in every language: code, comments of a page, tags, places that links go to, addresses. */
const markup = [
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1|$(?![\s\S]))/gm,
  /<!--[\s\S]*?(?:-->|$)/g,
  /<\/?[a-z][^<>]*>/gi,
  new RegExp(linkDefinition, 'gm'),
  new RegExp(String.raw`(?<=\])${linkTarget}`, 'g'),
  /`[^`\n]+`/g,
  /\b(?:https?:\/\/|www\.)[^\s<>()]+/gi,
];

/** Its sign stands in the middle: looked for in texts that have the sign only, or each word would be tried. */
const mailAddress = /\b\w[\w.+-]{0,63}@[\w.-]+/g;

/** The beginning of a text without what says nothing of its language; as it is where nothing else would be left. */
function languageSample(text: string): string {
  const beginning = text.slice(0, readLength);
  const patterns = beginning.includes('@') ? [...markup, mailAddress] : markup;
  const prose = patterns.reduce((rest, pattern) => rest.replace(pattern, ' '), beginning);
  return (/\p{L}/u.test(prose) ? prose : beginning).slice(0, sampleLength);
}

/**
 * The language of a text as a BCP 47 primary subtag: by its script where that settles it, else by its frequent words,
 * letters and endings, else the `expected` one. Looks at the beginning only. Errors: `request_invalid`.
 */
export function detectLanguage(text: string, expected = 'en'): string {
  requireText('text', text);
  return possibleLanguages(text, [expected])[0];
}

/**
 * The languages that a text may be in, the likeliest first: what {@link detectLanguage} finds where each of the
 * `expected` that its script allows is, of equals the first, then the others of them that nothing in it rules out.
 */
export function possibleLanguages(text: string, expected: readonly string[]): readonly [string, ...string[]] {
  const sample = languageSample(text);
  const [first = 'en', ...others] = expected;
  const script = scriptLanguage(sample, first);
  if (script !== undefined) {
    const alternatives = others.map((language) => scriptLanguage(sample, language) ?? script);
    return [script, ...new Set(alternatives.filter((language) => language !== script))];
  }
  const [firstInLatin = first, ...othersInLatin] = new Set(expected.filter(isWrittenInLatin));
  return latinLanguages(sample, [firstInLatin, ...othersInLatin]);
}
