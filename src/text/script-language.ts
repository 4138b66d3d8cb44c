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

/** A language that is written in the script of another, with letters that only the one and only the other has. */
interface SharedScript {
  readonly language: string;
  readonly own: RegExp;
  readonly others: RegExp;
}

/** By the language that the script alone stands for. A few letters may come from names and quotations. */
const sharedScripts: Readonly<Record<string, SharedScript>> = {
  ru: { language: 'uk', own: /[іїєґ]/gi, others: /[ыэъё]/gi },
  ar: { language: 'fa', own: /[پچژگکی]/g, others: /[ةىأإ]/g },
  // Kana, of which one is enough, has settled it before.
  zh: { language: 'ja', own: /[々〆]/g, others: /[吗嗎么麼这這们們怎哪呢吧谁你您]/g },
};

/** In more letters than these, some would show which of two languages it is. */
const fewLetters = 12;

const beyondLatinLanguages: ReadonlySet<string> = new Set([
  ...languageByScript.map(([language]) => language),
  ...Object.values(sharedScripts).map(({ language }) => language),
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
  const shared = sharedScripts[best.language];
  if (!shared) return best.language;
  const lead = count(beyond, shared.own) - count(beyond, shared.others);
  const isExpected = lead === 0 && shared.language === expected && best.letters <= fewLetters;
  return lead > 0 || isExpected ? shared.language : best.language;
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
