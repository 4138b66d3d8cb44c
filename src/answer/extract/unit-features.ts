import type { WordVectors } from '../../contracts/embedder.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { AnswerType } from '../../question/intent.ts';
import { monthNames } from '../../text/dates.ts';
import { isFunctionWord } from '../../text/function-words.ts';
import { wholeWordsSource } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import { numberWords } from '../verify/quantities.ts';
import type { Feature } from './answer-weights.ts';
import { type CoveredTerms, inOneLine, type QuestionFeatures, share } from './question-features.ts';
import type { QuotableUnit } from './quotable-units.ts';
import { isCode, pointsElsewhere } from './unit-form.ts';

/** How near the words of a text are in meaning to those of a question. */
export interface WordLikeness {
  /** The mean over the question's words of the cosine of the nearest word, in [0, 1]. */
  readonly alignment: number;
  /** The least of these cosines, in [0, 1]: whether anything of the question is wholly missing. */
  readonly leastAligned: number;
  /** Cosine of the two sums of vectors, in [-1, 1]. */
  readonly sameSubject: number;
}

/** Cosine, least, of two forms of a word: "Saturdays" is nearer to "Saturday" than "Sundays" is. */
const otherForm = 0.95;

const noLikeness: WordLikeness = { alignment: 0, leastAligned: 0, sameSubject: 0 };

/**
 * Tells how near texts are to a question by the vectors of their words, those that state nothing left out, in the order
 * of the texts: "Which king ruled?" and "The monarch reigned" share none of their words. A word of the question counts
 * the less, the more of the texts have it: what all of them are about tells none from the others. Nothing is near
 * where the question's language is not that of the vectors.
 */
export function wordLikeness(
  question: string,
  language: string,
  texts: readonly string[],
  vectors: WordVectors | undefined,
  stemOf: (word: string) => string,
): readonly WordLikeness[] {
  const asked = vectors?.language === language ? [...wordsOf(question, language)] : [];
  if (!vectors || asked.length === 0) return texts.map(() => noLikeness);
  const said = texts.map((text) => wordsOf(text, language));
  const weights = asked.map((word) => rarity(said.filter((words) => words.has(word)).length, texts.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const askedVectors = asked.map((word) => vectors.vectorOf(word));
  const askedStems = asked.map(stemOf);
  const subject = sumOf(asked, vectors);
  const cosines = new Map<string, readonly number[]>();
  const cosinesOf = (word: string) => {
    const known = cosines.get(word);
    if (known) return known;
    const vector = vectors.vectorOf(word);
    const stem = stemOf(word);
    const found = asked.map((one, place) => {
      if (one === word) return 1;
      const cosine = product(askedVectors[place], vector);
      return askedStems[place] === stem ? Math.max(cosine, otherForm) : cosine;
    });
    cosines.set(word, found);
    return found;
  };
  return said.map((words) => {
    const nearest = asked.map(() => 0);
    for (const word of words)
      for (const [place, cosine] of cosinesOf(word).entries())
        if (cosine > (nearest[place] ?? 0)) nearest[place] = cosine;
    const aligned = nearest.reduce((sum, cosine, place) => sum + cosine * (weights[place] ?? 0), 0);
    const told = sumOf(words, vectors);
    const lengths = Math.sqrt(product(told, told) * product(subject, subject));
    return {
      alignment: aligned / total,
      leastAligned: Math.min(...nearest),
      sameSubject: lengths === 0 ? 0 : product(subject, told) / lengths,
    };
  });
}

/** The words of a text that state something, each once. */
function wordsOf(text: string, language: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !isFunctionWord(word, language)));
}

/** The sum of the vectors of words. */
function sumOf(words: Iterable<string>, vectors: WordVectors): Float32Array {
  let sum = new Float32Array();
  for (const word of words) {
    const vector = vectors.vectorOf(word);
    if (!vector) continue;
    if (sum.length === 0) sum = new Float32Array(vector.length);
    for (let place = 0; place < vector.length; place += 1)
      sum[place] = (sum[place] ?? 0) + (vector[place] ?? 0);
  }
  return sum;
}

/** The inner product of two vectors; 0 where one of them is none. */
function product(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (!one || !other || one.length !== other.length) return 0;
  let sum = 0;
  for (let place = 0; place < one.length; place += 1) sum += (one[place] ?? 0) * (other[place] ?? 0);
  return sum;
}

/** What tells of `count` texts where `holding` of them have it. */
function rarity(holding: number, count: number): number {
  return Math.log(1 + count / (1 + holding));
}

const gramLength = 4;

/**
 * What each text shares with a question below the level of words, in [0, 1], in the order of the texts: the question's
 * runs of four characters that it holds, which other forms of a word have in common. A run counts the less, the more
 * of the texts hold it.
 */
export function characterOverlap(question: string, texts: readonly string[]): readonly number[] {
  const wanted = [...characterGrams(question)];
  const held = texts.map(characterGrams);
  const weights = wanted.map((gram) => rarity(held.filter((grams) => grams.has(gram)).length, texts.length));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return held.map((grams) => {
    let shared = 0;
    for (const [place, gram] of wanted.entries()) if (grams.has(gram)) shared += weights[place] ?? 0;
    return total === 0 ? 0 : shared / total;
  });
}

/** Runs of four characters within words, in lower case. */
function characterGrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    for (let position = 0; position + gramLength <= word.length; position += 1) {
      grams.add(word.slice(position, position + gramLength));
    }
  }
  return grams;
}

/** A unit with the question's terms that are in it and around it. */
export interface ReadUnit {
  readonly unit: QuotableUnit;
  /** Whether it defines what is asked for. */
  readonly defines: boolean;
  /** How near it is to the question: by its words' meaning, and by what it shares below the level of words. */
  readonly likeness: WordLikeness & { readonly characters: number };
  readonly covered: CoveredTerms;
  /** What leads to it covers, and the headings above. */
  readonly lead: CoveredTerms;
  readonly above: CoveredTerms;
}

/** What is known of a unit from what stands around it. */
export interface UnitSetting {
  /** 1 for the best passage, 0 for the last. */
  readonly passageShare: number;
  /** Of its passage's vector and the question's. */
  readonly cosine: number;
  /** 0-based, of the units of its passage. */
  readonly position: number;
  /** What the whole passage holds of the question, headings included. */
  readonly passageCovered: CoveredTerms;
  readonly before: ReadUnit | undefined;
  readonly behind: ReadUnit | undefined;
  /** Whether it asks, or only says that something is a question. */
  readonly asks: boolean;
}

/** A unit with fewer terms says little, and may be all of an answer. */
const shortTerms = 6;

/** Reads what speaks for and against quoting a unit. */
export function unitFeatures(
  { unit, defines, likeness, covered, lead, above }: ReadUnit,
  { passageShare, cosine, position, passageCovered, before, behind, asks }: UnitSetting,
  question: QuestionFeatures,
): Readonly<Record<Feature, number | boolean>> {
  const isRow = unit.kind === 'table-row';
  const beside = [before, behind].filter((one) => one !== undefined);
  const said = new Map([...above, ...lead, ...covered]);
  const coverage = share(question, covered);
  return {
    ...likeness,
    // Of what was looked for in the stead of a word, the vectors of words know nothing.
    alignment: Math.max(likeness.alignment, coverage),
    coverage,
    referent: isRow ? 0 : share(question, without(lead, covered)),
    namesMissing: missing(question.names, said),
    namesMissingPassage: missing(question.names, passageCovered),
    numbersMissing: shareLacking(question.figures, unit.text.match(figures) ?? []),
    position: Math.log1p(position),
    short: Math.max(0, shortTerms - unit.terms.length) / shortTerms,
    passage: passageShare,
    cosine,
    answerType: holdsAnswer(unit, question),
    rowLabel: isRow ? labelShare(unit, question) : 0,
    heading: share(question, without(above, covered)),
    askedAbove: askedAbove(unit, question),
    list:
      unit.kind === 'list' || unit.kind === 'table' ? share(question, new Map([...above, ...covered])) : 0,
    codeAskedFor: question.wantsCode && isCode(unit),
    defines,
    headingItself: unit.kind === 'heading',
    pointer: pointsElsewhere(unit, question),
    alreadySaid: isSaidIn(question.alreadySaid, unit) && !holdsAnswer(unit, question),
    besideSaid: beside.some((one) => isSaidIn(question.alreadySaid, one.unit)),
    saidEarlier: isSaidIn(question.saidEarlier, unit),
    question: asks,
  };
}

/** How far a heading that asks asks the same, in [0, 1]: the shares of the two that the other holds, multiplied. */
export function askedAbove({ askedAbove: terms }: QuotableUnit, question: QuestionFeatures): number {
  const held = question.covered(terms);
  const likeness = terms.filter((term) => held.has(term)).length / Math.max(1, terms.length);
  return likeness * share(question, held);
}

/** Whether it holds a thing of the kind that the question asks for. */
export function holdsAnswer(
  { text, passage }: QuotableUnit,
  { type, text: question }: QuestionFeatures,
): boolean {
  return type !== undefined && hasAnswerCue(text, type, { question, language: passage.chunk.language });
}

function isSaidIn(replies: string, { text }: QuotableUnit): boolean {
  return replies !== '' && replies.includes(inOneLine(text));
}

function without(terms: CoveredTerms, others: CoveredTerms): CoveredTerms {
  return new Map([...terms].filter(([term]) => !others.has(term)));
}

/** How much of the question the label of a row is, where the question names all of the label. */
function labelShare({ label }: QuotableUnit, question: QuestionFeatures): number {
  const covered = question.covered(label);
  return label.every((term) => covered.has(term)) ? share(question, covered) : 0;
}

const figures = /\p{N}+(?:[.,]\p{N}+)*/gu;

/** Share of the terms that are wanted which nothing covers, in [0, 1]. */
function missing(wanted: ReadonlySet<string>, said: CoveredTerms): number {
  if (wanted.size === 0) return 0;
  return [...wanted].filter((term) => !said.has(term)).length / wanted.size;
}

/** The same of numbers. */
function shareLacking(wanted: ReadonlySet<string>, found: readonly string[]): number {
  if (wanted.size === 0) return 0;
  return [...wanted].filter((figure) => !found.includes(figure)).length / wanted.size;
}

const wordings = byLanguage(({ telling }) => telling?.answerCues);

const figure = String.raw`\p{N}+(?:[.,]\p{N}+)*`;
/** A figure that is no year of this century or the last. */
const amount = String.raw`(?<!\p{N}[.,]?)(?!(?:19|20)\p{N}{2}(?![.,]?\p{N}))${figure}`;
const year = wholeWordsSource(String.raw`\p{N}{4}s?`);

/** A time of day that its colon tells. */
const clock = wholeWordsSource(String.raw`\p{N}{1,2}:\p{N}{2}`);

/** Capitals that begin no sentence. */
const name = /(?<=[\p{P}\s])\p{Lu}\p{L}+/gu;

/** Where every noun has a capital, two that stand together are mostly a name. */
const doubleName = /(?<=[\p{L}\p{P}]\s)\p{Lu}\p{L}+(?: (?:von|van|de|der|zu))? \p{Lu}\p{L}+/gu;

/** Parts of a foreign name in Chinese and Japanese. */
const foreignName = /[\p{Script=Han}\p{Script=Katakana}ー]+[·・][\p{Script=Han}\p{Script=Katakana}ー]+/gu;

type Cues = Readonly<Record<AnswerType, RegExp>>;

function cuesOf(
  language: string,
  { amounts, centuries, hours, reasons }: (typeof wordings)[string],
  names: RegExp,
): Cues {
  const numbers = [...numberWords(language), amounts].join('|');
  const months = (monthNames[language] ?? []).flat().join('|');
  return {
    quantity: new RegExp(`${amount}|${wholeWordsSource(numbers)}`, 'giu'),
    time: new RegExp(
      [year, clock, ...[months, centuries, `${figure}\\s?(?:${hours})`].map(wholeWordsSource)].join('|'),
      'giu',
    ),
    person: names,
    place: names,
    reason: new RegExp(wholeWordsSource(reasons), 'giu'),
  };
}

/** Words are not parted, so that a figure tells by what stands behind it. */
const eastAsian: Cues = {
  quantity: new RegExp(`${amount}|[二三四五六七八九十百千万亿億两]+`, 'gu'),
  time: /\p{N}{4}|[\p{N}〇零一二三四五六七八九十]+(?=\s?(?:年|月|日|世纪|世紀|年代|点|點|时|時|:\p{N}{2}))/gu,
  person: foreignName,
  place: foreignName,
  reason: /因为|由于|所以|因此|为了|以便|原因|否则|ため|から|ので|理由|によって/gu,
};

const cues: Readonly<Record<string, Cues>> = {
  ...Object.fromEntries(
    Object.entries(wordings).map(([language, wording]) => [
      language,
      cuesOf(language, wording, language === 'de' ? doubleName : name),
    ]),
  ),
  zh: eastAsian,
  ja: eastAsian,
};

/** Languages not listed: figures, years, and capitals. */
const otherCues: Cues = {
  quantity: new RegExp(amount, 'gu'),
  time: new RegExp(`${year}|${clock}`, 'gu'),
  person: name,
  place: name,
  // Which words these are nobody knows.
  reason: /(?!)/gu,
};

const wordOrNumber = /\p{N}+(?:[.,]\p{N}+)*s?|\p{L}+/gu;

/**
 * Whether a sentence, in a language, holds something of that kind, a number, a date, a name, that the question does not
 * give itself. A hint, not a proof.
 */
export function hasAnswerCue(
  sentence: string,
  type: AnswerType,
  { question, language }: { readonly question: string; readonly language: string },
): boolean {
  const known = ownValue(cues, language) ?? otherCues;
  const given = new Set(question.toLowerCase().match(wordOrNumber));
  const isGiven = (cue: string) =>
    known === eastAsian
      ? question.includes(cue)
      : cue
          .toLowerCase()
          .match(wordOrNumber)
          ?.every((word) => given.has(word)) === true;
  return sentence.match(known[type])?.some((cue) => !isGiven(cue)) ?? false;
}
