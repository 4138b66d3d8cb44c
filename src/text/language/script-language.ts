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
export function isWrittenInLatin(language: string): boolean {
  return !beyondLatinLanguages.has(language);
}

/** Where letters of the scripts above are: most texts have few of them, and need not be looked through for each. */
const beyondLatin = /[\u0370-\u1dff\u1f00-\u1fff\u2c00-\uffff]+/g;

/**
 * The language of a text by the script that it is written in; undefined where that is Latin or none. Names and terms
 * in Latin letters may stand among the others. A few letters that two languages share are in the `expected` one.
 */
export function scriptLanguage(text: string, expected?: string): string | undefined {
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
