import { byLanguage } from '../../language/language-packs.ts';
import type { Question } from '../../question/question.ts';
import type { Recognised } from '../../question/recognised.ts';
import { partsOf } from '../../text/analyser/word-terms.ts';
import { monthNames } from '../../text/dates.ts';
import { formsOf, type Scale, scales } from '../../text/scale-words.ts';
import { distinctTerms, unspacedLetters } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import type { WordContext } from './vocabulary.ts';

/** Each costs a search. */
const mostWritings = 6;

/** A question with more words than these was pasted, and is looked for as it is. */
const mostWords = 60;

/** Parting each word costs looking up its pieces. */
const mostParted = 6;

const minParted = 4;

/**
 * How parts of a question may be written in the documents instead: words together or apart, or read as those of another
 * language, days, amounts, decimals, versions and numbered things in another form. Only writings all of whose terms the
 * index holds, a few at most. None for an engine without term statistics. Errors: `aborted`, and those of the engine.
 */
export async function otherWritings(
  { keywords, language: asked, documentLanguage: language, otherLanguages, phrases, recognised }: Question,
  { vocabulary, analyser }: WordContext,
): Promise<readonly OtherWriting[]> {
  const all = keywords.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  // What is quoted is meant as it stands.
  if (phrases.length > 0 || all.length > mostWords) return [];
  const read = new Map<string, ReadonlySet<string>>();
  const termsOf = (text: string, inLanguage = language) => {
    const key = `${inLanguage} ${text}`;
    const terms = read.get(key) ?? distinctTerms(analyser, text, inLanguage);
    read.set(key, terms);
    return terms;
  };
  const learn = (texts: readonly Omit<OtherWriting, 'from'>[]) =>
    vocabulary.learn(texts.flatMap((text) => [...termsOf(text.written, text.language)]));
  const isKnown = (text: string, inLanguage = language) => {
    const terms = termsOf(text, inLanguage);
    return terms.size > 0 && [...terms].every((term) => vocabulary.chunksWith(term) > 0);
  };

  const words = [...new Set(all)];
  const anyway = [
    ...datesOtherwise(keywords, recognised, new Set([asked, language, ...otherLanguages])),
    ...amountsOtherwise(keywords),
    ...unitsOtherwise(keywords),
    ...numbersOtherwise(keywords),
    ...joinedOtherwise(keywords, (word) => termsOf(word).size > 0),
    ...words.flatMap(withoutUmlauts),
  ];
  // The short words too: who looks for the question as it is asks for them next.
  await learn([...anyway, ...words.map((written) => ({ written }))]);
  // What the index holds whole is looked for whole; its pieces are the question's terms as it is.
  const unknown = words.filter((word) => !isKnown(word));
  const missing = unknown
    .filter((word) => word.length >= minParted && termsOf(word).size === 1)
    .slice(0, mostParted);
  // A name is cut otherwise in each language: “Müller” has one stem in German and another in English.
  const inOthers = otherLanguages.flatMap((other) =>
    missing.map((word) => ({ from: word, written: word, language: other })),
  );
  const respelled = missing.flatMap(withUmlauts);
  await learn([...respelled, ...inOthers, ...missing.flatMap(partsToKnow).map((written) => ({ written }))]);

  const seen = new Set<string>();
  return [
    ...anyway,
    ...unknown.flatMap(apartOtherwise),
    ...respelled,
    ...missing.flatMap((word) => partedOtherwise(word, (part) => isKnown(part))),
    ...inOthers,
  ]
    .filter(({ from, written, language: inLanguage }) => {
      // Where a word that is not looked for is one of two, the other would be left alone.
      const inOrder = analyser.terms(written, inLanguage ?? language);
      if (!isKnown(written, inLanguage) || inOrder.length < written.split(' ').length) return false;
      const key = [...termsOf(written, inLanguage)].join(' ');
      if (key === [...termsOf(from)].join(' ') || seen.has(key)) return false;
      seen.add(key);
      return keywords.includes(from);
    })
    .slice(0, mostWritings);
}

const scaleOf = new Map(scales.flatMap((scale) => scale.names.map((name) => [name, scale] as const)));

const scaled = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<number>\d{1,6}(?:[.,]\d{1,3})?)\s?(?<name>${[...scaleOf.keys()].toSorted((a, b) => b.length - a.length).join('|')})(?![\p{L}\p{M}\p{N}])`,
  'giu',
);

/** In full, with or without marks between its groups. */
const inFull =
  /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3}){2,}|\d{4,15})(?![\p{L}\p{N}]|[.,]\p{N})/gu;

const celsius = Object.values(byLanguage(({ figures }) => figures?.celsius)).flat();
const degrees = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(\d{1,4}(?:[.,]\d{1,2})?)\s?(?:°\s?c|℃|${celsius.map((words) => words.replaceAll(' ', String.raw`\s`)).join('|')})(?![\p{L}\p{M}\p{N}])`,
  'giu',
);

/** A number and the word behind it, which may be a unit. */
const measured =
  /(?<![\p{L}\p{N}.,])(\d{1,9}(?:[.,]\d{1,3})?)\s?([\p{L}\p{M}-]{1,20})(?![\p{L}\p{M}\p{N}])/gu;

/** Amounts with a unit as they are written otherwise: `12 kg`, `12 kilograms`; `180 °C`, `180 degrees Celsius`. */
function unitsOtherwise(text: string): OtherWriting[] {
  const temperatures = Array.from(text.matchAll(degrees)).flatMap(([from, number]) =>
    ['°C', ...celsius].map((unit) => ({ from, written: `${number} ${unit}` })),
  );
  const others = Array.from(text.matchAll(measured)).flatMap(([from, number, unit = '']) =>
    formsOf(unit).map((form) => ({ from, written: `${number} ${form}` })),
  );
  return [...temperatures, ...others].filter(({ from, written }) => from !== written);
}

/** Amounts of thousands, millions and billions as they are written otherwise: `1.5M`, `1.5 million`, `1,500,000`. */
function amountsOtherwise(text: string): OtherWriting[] {
  const short = Array.from(text.matchAll(scaled)).flatMap(({ 0: from, groups }) => {
    const { number = '', name = '' } = groups as Record<string, string | undefined>;
    const scale = scaleOf.get(name.toLowerCase());
    const value = Number(number.replace(',', '.'));
    return scale
      ? [{ from, written: String(Math.round(value * scale.factor)) }, ...shortForms(from, value, scale)]
      : [];
  });
  const long = Array.from(text.matchAll(inFull)).flatMap(([from]) => {
    const value = Number(from.replaceAll(/[.,]/g, ''));
    // From a thousand times a scale on the next one is used; a long row of figures is no amount.
    return scales.flatMap((scale) => {
      const times = value / scale.factor;
      return times >= 1 && times < 1000 && Number.isInteger(times * 100)
        ? shortForms(from, times, scale)
        : [];
    });
  });
  return [...short, ...long];
}

function shortForms(from: string, value: number, { names }: Scale): OtherWriting[] {
  const figures = new Set([String(value), String(value).replace('.', ',')]);
  return [...figures].flatMap((number) => names.map((name) => ({ from, written: `${number} ${name}` })));
}

/** Which of the first two is the month depends on the country. */
const withSlashes = /(?<![\p{L}\p{N}/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\p{L}\p{N}/])/gu;

/** Each is written in dozens of ways. */
const mostDays = 3;

interface Day {
  readonly from: string;
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/**
 * The days that a question names, as they are written otherwise: in figures, and with the month's name in some
 * languages, BCP 47 primary subtags.
 */
function datesOtherwise(
  text: string,
  recognised: readonly Recognised[],
  languages: ReadonlySet<string>,
): OtherWriting[] {
  const named = recognised.flatMap((one): Day[] => {
    if (one.kind !== 'date' || one.from !== one.to) return [];
    const [year = 0, month = 0, day = 0] = one.from.split('-').map(Number);
    return [{ from: one.text, year, month, day }];
  });
  const slashed = Array.from(text.matchAll(withSlashes)).flatMap(([from, one, other, inYear]) => {
    const year = Number(inYear);
    return [
      { from, year, month: Number(one), day: Number(other) },
      { from, year, month: Number(other), day: Number(one) },
    ].filter(({ month, day }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
  });
  const days = new Map([...named, ...slashed].map((day) => [JSON.stringify(day), day]));
  return [...days.values()]
    .slice(0, mostDays)
    .flatMap((day) => [...inFigures(day), ...withNameOfMonth(day, languages)]);
}

function inFigures({ from, year, month, day }: Day): OtherWriting[] {
  const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'));
  return [
    `${year}-${mm}-${dd}`,
    `${dd}.${mm}.${year}`,
    `${day}.${month}.${year}`,
    `${dd}/${mm}/${year}`,
    `${mm}/${dd}/${year}`,
    `${day}/${month}/${year}`,
    `${month}/${day}/${year}`,
    `${year}年${month}月${day}日`,
    `${year}년 ${month}월 ${day}일`,
  ].map((written) => ({ from, written }));
}

function withNameOfMonth({ from, year, month, day }: Day, languages: ReadonlySet<string>): OtherWriting[] {
  return [...languages].flatMap((language) => {
    const formsOf = ownValue(formsOfDays, language) ?? plainForms;
    return (ownValue(monthNames, language)?.[month - 1] ?? [])
      .flatMap((name) => formsOf.map((form) => dayWritten(form, { day, month: name, year })))
      .map((written) => ({ from, written, language }));
  });
}

const plainForms = ['{day} {month} {year}'];

/** How a day with the name of its month is written where that is not as in most languages. */
const formsOfDays = byLanguage(({ figures }) => figures?.dayForms);

function dayWritten(
  form: string,
  { day, month, year }: { readonly day: number; readonly month: string; readonly year: number },
): string {
  return form
    .replace('{day}', String(day))
    .replace('{nth}', ordinal(day))
    .replace('{year}', String(year))
    .replace('{month}', month);
}

function ordinal(day: number): string {
  const last = day % 10;
  const ending =
    day > 10 && day < 14 ? 'th' : last === 1 ? 'st' : last === 2 ? 'nd' : last === 3 ? 'rd' : 'th';
  return `${day}${ending}`;
}

const decimal =
  /(?<![\p{L}\p{N}.,/-])(?<version>v\.?)?(?<whole>\d{1,9})(?<mark>[.,])(?<part>\d{1,9})(?![\p{L}\p{N}]|[.,/-]\p{N})/giu;

/** A word and the number behind it, in figures or in Roman ones: "Annex IV", "phase 2". */
const numbered =
  /(?<![\p{L}\p{M}\p{N}])(?<word>\p{L}[\p{L}\p{M}]+)\s(?:(?<figures>[1-9]\d?)|(?<roman>[ivx]{1,7}))(?![\p{L}\p{M}\p{N}]|[.,/:-]\p{N})/giu;

const largestRoman = 39;

/** Decimals, versions and numbered things of a question as they are written otherwise. */
function numbersOtherwise(text: string): OtherWriting[] {
  return [...decimalsOtherwise(text), ...numberedOtherwise(text)];
}

/** `2.1` is written `v2.1` and `2,1`, and each of them as the others. */
function decimalsOtherwise(text: string): OtherWriting[] {
  return Array.from(text.matchAll(decimal)).flatMap(({ 0: from, groups }) => {
    const { version, whole = '', mark, part = '' } = groups as Record<string, string | undefined>;
    // Three digits behind a comma are thousands.
    if (mark === ',' && part.length === 3) return [];
    const others = [`${whole}.${part}`, `${whole},${part}`, ...(version ? [] : [`v${whole}.${part}`])];
    return others.filter((written) => written !== from).map((written) => ({ from, written }));
  });
}

function numberedOtherwise(text: string): OtherWriting[] {
  return Array.from(text.matchAll(numbered)).flatMap(({ 0: from, groups }) => {
    const { word = '', figures, roman } = groups as Record<string, string | undefined>;
    if (figures !== undefined) {
      const number = Number(figures);
      return number > largestRoman ? [] : [{ from, written: `${word} ${romanOf(number)}` }];
    }
    const number = romans.get((roman ?? '').toLowerCase());
    return number === undefined ? [] : [{ from, written: `${word} ${number}` }];
  });
}

function romanOf(number: number): string {
  const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'][number % 10] ?? '';
  return 'x'.repeat(Math.floor(number / 10)) + ones;
}

const romans: ReadonlyMap<string, number> = new Map(
  Array.from({ length: largestRoman }, (_, place) => [romanOf(place + 1), place + 1]),
);

/** Another way to write a part of a question: `set up` for `setup`, `2024-03-05` for `5 March 2024`. */
export interface OtherWriting {
  /** As it stands in the question. */
  readonly from: string;
  /** What a passage has in its place, its words side by side. */
  readonly written: string;
  /** The language that it is written in, where that is not the question's: a BCP 47 primary subtag. */
  readonly language?: string;
}

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
function joinedOtherwise(text: string, isLookedFor: (word: string) => boolean): OtherWriting[] {
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
function partedOtherwise(word: string, isKnown: (part: string) => boolean): OtherWriting[] {
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
function partsToKnow(word: string): string[] {
  if (word.length > maxLength) return [];
  if (!isNumber(word)) return halvesOf(word).flat();
  return Array.from({ length: word.length }, (_, start) =>
    Array.from({ length: word.length - start }, (__, length) => word.slice(start, start + length + 1)),
  ).flat();
}

/** A word that falls apart at figures, humps or underscores, its pieces side by side: `230 C` for `230C`. */
function apartOtherwise(word: string): OtherWriting[] {
  const parts = partsOf(word);
  return parts.length > 1 ? [{ from: word, written: parts.join(' ') }] : [];
}

const umlautOf: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
const digraphOf: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** A word that keyboards without German letters wrote, with them: `Müller` for `Mueller`. */
function withUmlauts(word: string): OtherWriting[] {
  const lowerCased = word.toLowerCase();
  const written = lowerCased.replace(/ae|oe|(?<![aeq])ue/g, (pair) => umlautOf[pair] ?? pair);
  return written === lowerCased ? [] : [{ from: word, written, language: 'de' }];
}

/** The reverse, also of Scandinavian letters: `Mueller` for `Müller`. */
function withoutUmlauts(word: string): OtherWriting[] {
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
