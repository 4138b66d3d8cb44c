import { wordsByLanguage } from '../../language/language-packs.ts';
import { isAscii } from '../analyser/normalise.ts';
import { wordSet } from '../words.ts';
import { footnoteMark, type Place } from './note-marks.ts';

/** What may end a sentence, with what closes behind it and the space that follows. */
const sentenceEnd = /[.!?]["'()[\]{}]*[ \t\v\f]*/g;

/** Behind it the sentence goes on, or ends once more. */
const continuation = /[.!?,:;-]/y;

/** A lower-case letter is the next: what a full stop parted goes on. */
const lowerCaseNext = /[^A-Za-z.!?]*[a-z]/y;

/** Right behind a full stop: a decimal, or a letter of an abbreviation. */
const withinWord = /(?:\d|(?<=[A-Za-z]\.)[A-Z])/y;

/**
 * Where the sentences of a text begin that has only characters of ASCII and no line breaks, by the rules SB6 to SB11 of
 * UAX 29 (https://www.unicode.org/reports/tr29/#Sentence_Boundary_Rules): the same as `Intl.Segmenter`, in a third of
 * its time. Not for Greek, whose questions end with a semicolon.
 */
export function asciiSentenceStarts(text: string): readonly number[] {
  const starts = text === '' ? [] : [0];
  for (const { 0: end, index } of text.matchAll(sentenceEnd)) {
    const next = index + end.length;
    if (next === text.length || standsAt(continuation, text, next)) continue;
    const isParted = end.length > 1 || !standsAt(withinWord, text, next);
    const isOver = text[index] !== '.' || (isParted && !standsAt(lowerCaseNext, text, next));
    if (isOver) starts.push(next);
  }
  return starts;
}

function standsAt(pattern: RegExp, text: string, place: number): boolean {
  pattern.lastIndex = place;
  return pattern.test(text);
}

/**
 * Cuts one paragraph into sentences by Unicode's rules (UAX 29), then joins what those cut after an abbreviation,
 * an initial or an ordinal number. Line breaks, also those of HTML, count as spaces. Spans carry no white space at
 * their ends. Marks of emphasis that close at a sentence's end and those of footnotes belong to it, and a lead-in set
 * in bold to the sentence that it leads in.
 */
export function proseSentences(paragraph: string, language: string): Place[] {
  // Of equal length, so that offsets stay: the segmenter would end a sentence at every line break.
  const flat = paragraph.replace(lineBreak, (mark) => ' '.repeat(mark.length));
  const spans: Place[] = [];
  const extendLast = (end: number) => {
    spans[spans.length - 1] = { start: (spans.at(-1) as Place).start, end };
  };
  const starts = sentenceStarts(flat, language);
  for (const [place, index] of starts.entries()) {
    const segment = flat.slice(index, starts[place + 1]);
    const closing = spans.at(-1)?.end === index ? (closingMarks.exec(segment)?.[0].length ?? 0) : 0;
    if (closing > 0) extendLast(index + closing);
    const words = segment.slice(closing);
    if (words.trim() === '') continue;

    const start = index + closing + (words.length - words.trimStart().length);
    const end = index + segment.trimEnd().length;
    const previous = spans.at(-1);
    const isContinued = previous && continues(flat, previous, start, language);
    if (isContinued || (spans.length === 1 && isLeadIn(flat, previous as Place))) extendLast(end);
    else spans.push({ start, end });
  }
  return spans;
}

const lineBreak = /[\r\n\u2028\u2029\u0085]|<br\s*\/?>/gi;

function sentenceStarts(text: string, language: string): readonly number[] {
  const starts =
    language !== 'el' && isAscii(text)
      ? asciiSentenceStarts(text)
      : Array.from(segmenterFor(language).segment(text), ({ index }) => index);
  return starts.map((start) => beforeOpening(text, start));
}

const openingMark = /[\p{Ps}\p{Pi}]/u;

/** Unicode's rules give a mark that opens to the sentence before it where no space stands between: `。「`. */
function beforeOpening(text: string, start: number): number {
  let place = start;
  while (openingMark.test(text.charAt(place - 1))) place -= 1;
  return place;
}

/** Abbreviations that a sentence always goes on after: forms of address, and those that introduce something. */
const alwaysContinued = wordsByLanguage(({ writing }) => writing.abbreviations);

/** Abbreviations that may end a sentence, and do not where a number follows: "No. 5", "Fig. 2", "Jan. 3". */
const continuedByNumber = wordSet(
  `no nos nr núm fig figs eq eqs sec secs ch chap kap vol vols p pp art ref refs tab s jg
   jan feb mar mär apr jun jul aug sep sept oct okt nov dec dez ca est c fl d b r
   str ave blvd rd apt ext tel n pag pág blz д кв корп стр тел рис гл ст`,
);

/** Abbreviations that may end a sentence, and do not where another word than one that begins them follows. */
const mayEnd = wordSet('mio mrd tsd');

/** The same of what stands before the name of a street, which a number may follow as well: "ul. 3 Maja". */
const streets = wordSet('ul av avda bd ул просп пл бул пер наб');

/** "Lindenstr. 4" */
const streetName = /\p{L}str$/u;

/** Words that begin a sentence far more often than they follow an initial: "vitamin C. The", "the U.S. It". */
const sentenceStarters = wordSet(
  `a an the this that these those it its he she they we you i his her their our in on at by for from with as if
   when while after before since although however but and or so there here what which who how why not no
   der die das ein eine es er sie wir ich in im am le la les un une il elle ils el los las una`,
);

/** Right behind a full stop: marks that end bold, italic or code, and those of footnotes. */
const closingMarks = new RegExp(`^(?:[*_\`~]|${footnoteMark})+(?=\\s|$)`);

/** A lead-in is no longer than this. */
const leadInLength = 80;

/** Whether the first span of a paragraph is bold as a whole: "**Load.** A file …". */
function isLeadIn(text: string, { start, end }: Place): boolean {
  return end - start <= leadInLength && /^(\*\*|__)[^*_]+\1$/.test(text.slice(start, end));
}

/** Far enough back to see the longest abbreviation, and a bound on the work per sentence. */
const lookBehind = 24;

function continues(text: string, previous: Place, nextStart: number, language: string): boolean {
  // As in code: "`!(...)`, or `a?b`". Scripts without spaces have stops of their own.
  if (previous.end === nextStart && /^[!-~]{2}/.test(text.slice(nextStart - 1))) return true;

  const next = text.slice(nextStart, nextStart + lookBehind);
  if (/^[\p{Pe}\p{Pf}\p{Ll}.!?…,;:]/u.test(next)) return true;

  const before = text.slice(Math.max(previous.start, previous.end - lookBehind), previous.end);
  // "z. B." is "z.B.", and "°C" no initial.
  const word = /(?<![\p{L}\p{N}°])((?:\p{L}\.\s)*[\p{L}\p{N}][\p{L}\p{N}.]*)\.$/u
    .exec(before)?.[1]
    ?.replace(/\s/g, '');
  if (word === undefined) return false;

  const abbreviation = word.toLowerCase();
  if ((alwaysContinued[language] ?? alwaysContinued.en)?.has(abbreviation)) return true;
  const isStreet = streets.has(abbreviation);
  const isBeforeNumber = isStreet || continuedByNumber.has(abbreviation) || streetName.test(abbreviation);
  if (isBeforeNumber && /^\p{N}/u.test(next)) return true;
  // "1." alone is the number of what follows; German writes ordinals like this: "am 3. Oktober".
  if (/^\p{N}+$/u.test(word)) {
    return previous.end - previous.start === word.length + 1 || (language === 'de' && word.length <= 2);
  }
  // The first letter of such a one.
  if (/(?:^|\.)\p{L}$/u.test(word) && /^\p{L}\./u.test(next)) return true;
  const isInitial =
    /^\p{Lu}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word) || isStreet || mayEnd.has(abbreviation);
  const nextWord = /^\p{L}+/u.exec(next)?.[0].toLowerCase();
  return isInitial && nextWord !== undefined && !sentenceStarters.has(nextWord);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Making a segmenter costs far more than using it. An unknown language is cut by the rules of all. */
function segmenterFor(language: string): Intl.Segmenter {
  const locale = /^[a-z]{2,3}$/.test(language) ? language : 'und';
  const segmenter = segmenters.get(locale) ?? new Intl.Segmenter(locale, { granularity: 'sentence' });
  segmenters.set(locale, segmenter);
  return segmenter;
}
