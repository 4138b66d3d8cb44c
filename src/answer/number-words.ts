import { scales } from '../text/scale-words.ts';

/**
 * Small numbers by their words, by language, in their order from 0; `|` stands between the forms of one, and `-` for
 * one that is also an article or has no word of its own.
 */
const small: Readonly<Record<string, string>> = {
  en: `zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty`,
  de: `null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn zwanzig`,
  fr: 'zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize - - - vingt',
  es: `cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete
    dieciocho diecinueve veinte`,
  it: `zero - due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici
    diciassette diciotto diciannove venti`,
  pt: `zero - dois|duas três quatro cinco seis sete oito nove dez onze doze treze catorze|quatorze quinze
    dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove vinte`,
  nl: `nul - twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien
    achttien negentien twintig`,
  ru: `ноль - два|две|двух|двумя три|трёх|трех|тремя четыре|четырёх|четырех пять|пяти шесть|шести семь|семи
    восемь|восьми девять|девяти десять|десяти одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать
    семнадцать восемнадцать девятнадцать двадцать|двадцати`,
  ar: `صفر - اثنان|اثنين|اثنتان|اثنتين ثلاثة|ثلاث أربعة|أربع خمسة|خمس ستة|ست سبعة|سبع ثمانية|ثماني|ثمان تسعة|تسع
    عشرة|عشر - - - - - - - - - عشرون|عشرين`,
};

/** The tens from 30 to 90. */
const tens: Readonly<Record<string, string>> = {
  en: 'thirty forty fifty sixty seventy eighty ninety',
  de: 'dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
  fr: 'trente quarante cinquante soixante - - -',
  es: 'treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  it: 'trenta quaranta cinquanta sessanta settanta ottanta novanta',
  pt: 'trinta quarenta cinquenta sessenta setenta oitenta noventa',
  nl: 'dertig veertig vijftig zestig zeventig tachtig negentig',
  ru: 'тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
  ar: 'ثلاثون|ثلاثين أربعون|أربعين خمسون|خمسين ستون|ستين سبعون|سبعين ثمانون|ثمانين تسعون|تسعين',
};

const byLanguage = new Map(
  Object.keys(small).map((language) => [
    language,
    new Map([
      ...valuesOf(small[language], (place) => place),
      ...valuesOf(tens[language], (place) => 30 + 10 * place),
    ]),
  ]),
);

function valuesOf(words: string | undefined, value: (place: number) => number): [string, number][] {
  const forms = (words ?? '').split(/\s+/).map((entry) => entry.split('|'));
  const named = forms.flatMap((entry, place) => entry.map((word): [string, number] => [word, value(place)]));
  return named.filter(([word]) => word !== '-');
}

/** What words in small letters multiply the number before them by, in whatever language. */
export const scaleOfWord: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ...scales.flatMap(({ factor, words }) => words.map((word) => [word, factor] as const)),
  ['trillion', 1e12],
  ['trillions', 1e12],
]);

/** What letters right behind digits may multiply them by: “163M”. */
export const scaleOfSuffix: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['K', 1e3],
  ['M', 1e6],
  ['B', 1e9],
  ['bn', 1e9],
]);

/** The words that are numbers in a language, and those that multiply numbers in any. */
export function numberWords(language: string): readonly string[] {
  return [...(byLanguage.get(language)?.keys() ?? []), ...scaleOfWord.keys()];
}

/** The number that a word in small letters is in one of these languages; undefined where it is none. */
export function numberOfWord(word: string, languages: readonly string[]): number | undefined {
  for (const language of languages) {
    const value = byLanguage.get(language)?.get(word);
    if (value !== undefined) return value;
  }
  return undefined;
}
