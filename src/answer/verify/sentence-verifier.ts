import type { Analyser } from '../../contracts/analyser.ts';
import type { Verdict } from '../../contracts/generator.ts';
import { byLanguage } from '../../language/language-packs.ts';
import { type DateMention, findDates } from '../../text/dates.ts';
import { isFunctionWord, knowsFunctionWords, wordOrName } from '../../text/function-words.ts';
import { detectLanguage } from '../../text/language/detect-language.ts';
import { names } from '../../text/proper-names.ts';
import { anyItemMark, blank, type Place } from '../../text/sentences/note-marks.ts';
import { unspacedLetters } from '../../text/words.ts';
import { boundClauses, comparesTurnedRound, misboundFigures, replacedWords } from './bindings.ts';
import { clauseEnd, denials, droppedHedge, negations, oneSidedDenials, statesForSure } from './denials.ts';
import { label, pointer, sourceLabel } from './label.ts';
import {
  approximation,
  formsOfUnit,
  isRoundedFrom,
  otherUnits,
  type Quantity,
  quantities,
} from './quantities.ts';
import {
  folded,
  hold,
  numbersOfOtherRows,
  partsOfNames,
  type ReadSource,
  SourceReader,
} from './source-reader.ts';

/** What checking one sentence came to. */
export interface SentenceCheck {
  readonly verdict: Verdict;
  /** Words, numbers, dates, names and negations of the sentence that its sources do not hold, as it writes them. */
  readonly missing: readonly string[];
  /** Whether facts are among them: a number, unit, date, name or denial. */
  readonly lacksFacts: boolean;
}

/** How much of what a claim states in words its sources hold. */
interface StatedWords {
  /** Its content words, or their pieces in scripts without spaces. */
  readonly count: number;
  /** Those that its sources hold, as part of all; 1 where it has none. */
  readonly share: number;
  /** Those that these do not hold. */
  readonly absent: readonly string[];
}

/** Share of a sentence's content words that its sources must hold for it to be supported, and to be partly so. */
const supportedShare = 0.7;
const partialShare = 0.5;

/** Marks within a word, as they stand in languages that put no space before what belongs to it. */
const withinWord = /(?<=\p{Lo})(?:\[\d+\])+(?=\p{Lo})/gu;

/** What only sets words in bold or marks them as quoted, all of them. */
const writing =
  /\*{2,3}|(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])|^["“”„«‘]|["“”»’](?=[.!?。]*$)/gu;

const fullStop = /[.!?。]+$/u;

/** Of elements of HTML that only form what they hold. */
const formTags =
  /<\/?(?:a|b|br|code|div|em|h[1-6]|hr|i|li|mark|ol|p|small|span|strong|su[bp]|u|ul)(?:\s[^<>]*)?\/?>/g;

/** What stands between other words as a sign does. */
const joining: ReadonlySet<string> = new Set(['per', 'i.e', 'e.g', 'z.b', 'd.h']);

/** What says nothing: footnote marks, that of an item, be it an emoji, and a label. */
const notSaid = new RegExp(
  String.raw`${sourceLabel}|${pointer}|\[\d+\]|\d\ufe0f?\u20e3|(?<=[;,:]\s)\(?(?:\p{L}|\d{1,2})\)\s|^\s*${anyItemMark}(?:${label})?|^${label}`,
  'giu',
);

/**
 * Checks the sentences of one answer against the words that they cite, without a model. `verbatim`: it stands there
 * letter for letter, white space and footnote marks aside, and nothing around it denies it. `supported`: its numbers
 * (by value), dates, units, names and negations and three quarters of its other content words are there, no opposite of
 * one is there in its place, and nothing that its sources leave open is said for sure; of a table its numbers are those
 * of a row that it names. `partial`: half of its words and figures are there, or a fact is missing, which is named. A
 * translation is `partial` where its numbers and dates are there: its
 * words cannot be compared. In scripts without spaces words, or pairs of characters, are compared. It proves what is
 * written, not what follows from it: who did what to whom it sees in plain English alone.
 */
export class SentenceVerifier {
  readonly #reader: SourceReader;
  /** What was checked last: most claims are, as their mark comes, and then their sentences are no more than they. */
  #last: { readonly asked: string; readonly check: SentenceCheck } | undefined;

  /** `language` is that of the sentences, a BCP 47 primary subtag. */
  constructor(analyser: Analyser, language: string) {
    this.#reader = new SourceReader(analyser, language);
  }

  /** The sources count together. `called`: what they are called, which the sentence may name. */
  verify(sentence: string, sources: readonly string[], called: readonly string[] = []): SentenceCheck {
    if (sources.length === 0) return { verdict: 'uncited', missing: [], lacksFacts: false };
    const whole = folded(sentence.replace(withinWord, '').replace(notSaid, ' '));
    const asked = [whole.replace(fullStop, ''), ...sources, ...called].join('\0');
    if (this.#last?.asked !== asked) this.#last = { asked, check: this.#check(whole, sources, called) };
    return this.#last.check;
  }

  /** `whole`: all that a sentence says, folded. */
  #check(whole: string, sources: readonly string[], called: readonly string[]): SentenceCheck {
    const reader = this.#reader;
    const { language } = reader;
    const read = sources.map((source) => reader.read(source));
    const words = [whole, whole.replace(writing, '')];
    if (read.some((source) => words.some((one) => this.#standsIn(one, source.folded))))
      return { verdict: 'verbatim', missing: [], lacksFacts: false };
    const claim = withoutAttribution(whole.replace(formTags, ' '), read, called, reader);

    const terms = new Set(reader.termsIn(claim));
    const dates = findDates(claim);
    const timeless = blank(claim, dates);
    const numbers = quantities(timeless, [language]);
    const vague = numbers.map((number) => ({
      ...number,
      start: number.start - approximation(timeless, number).length,
    }));
    const rest = blank(timeless, vague);
    const figures = [...missingDates(claim, dates, read), ...missingNumbers(timeless, terms, numbers, read)];
    const naming = [...read, ...this.#readTitles(called, read, terms)];
    const absentNames = names(rest, language).filter(
      (name) => !hold(naming, reader.termsOf(name)) && !this.#holdUnit(read, name, claim, rest.indexOf(name)),
    );
    const stating = { terms: new Set(reader.contentTerms(claim)), denials: denials(claim, reader) };
    const told = [
      ...oneSidedDenials(stating, read),
      ...reader.opposites.opposed(claim, terms, read),
      ...this.#droppedHedge(claim, read),
    ];
    const isHeld = (word: string) =>
      hold(naming, reader.termsOf(word)) ||
      plain.some((source) => reader.opposites.sameWords(word).some((one) => source.includes(one)));
    const plain = read.map((source) => source.folded);
    const bound = [
      ...misboundFigures(
        boundClauses(claim, reader),
        sources.flatMap((source) => boundClauses(source, reader)),
        reader,
      ),
      ...(comparesTurnedRound(claim, plain, reader) ? [whole] : []),
      ...replacedWords(rest, plain, isHeld, language),
    ];
    const facts = [...figures, ...absentNames, ...told, ...bound, ...otherUnits(claim, numbers, read)];
    // What is denied was compared by itself.
    const stated = knowsFunctionWords(language) ? blank(rest, negations(rest, language)) : rest;
    const { count, absent, share } = this.#statedWords(stated, claim, naming);
    const missing = [...new Set([...facts, ...absent])];
    const lacksFacts = facts.length > 0;
    if (share < partialShare && this.#isTranslated(claim, sources)) {
      const verdict = figures.length === 0 ? 'partial' : 'unsupported';
      return { verdict, missing: [...new Set([...figures, ...absentNames])], lacksFacts };
    }
    // A figure that is held bears out what is said in other words.
    const heldFigures = dates.length + numbers.length - figures.length;
    const held = share * count + heldFigures;
    if (share < partialShare && held < partialShare * (count + dates.length + numbers.length))
      return { verdict: 'unsupported', missing, lacksFacts };
    return { verdict: !lacksFacts && share >= supportedShare ? 'supported' : 'partial', missing, lacksFacts };
  }

  /** `stated` is the claim without its dates, numbers and denials, each letter in its place. */
  #statedWords(stated: string, claim: string, read: readonly ReadSource[]): StatedWords {
    const absent: string[] = [];
    let [contentWords, absentWords] = [0, 0];
    for (const { 0: word, index } of stated.matchAll(wordOrName)) {
      if (isFunctionWord(word, this.#reader.language) || joining.has(word.toLowerCase())) continue;
      const terms = this.#reader.termsOf(word);
      if (terms.length === 0) continue;
      if (withoutSpaces.test(word)) {
        const pieces = wordPieces(terms);
        const missed = pieces.filter((piece) => !hold(read, [piece]));
        contentWords += pieces.length;
        absentWords += missed.length;
        absent.push(...joinedPieces(missed, word));
        continue;
      }
      contentWords += 1;
      if (
        hold(read, terms) ||
        this.#reader
          .sameAs(word)
          .values()
          .some((term) => hold(read, [term])) ||
        this.#holdUnit(read, word, claim, index)
      )
        continue;
      absentWords += 1;
      absent.push(word);
    }
    return { count: contentWords, share: contentWords === 0 ? 1 : 1 - absentWords / contentWords, absent };
  }

  /** Whether sources hold another way to write a word that is a unit. A sign is no word, and is held by none. */
  #holdUnit(read: readonly ReadSource[], word: string, claim: string, at: number): boolean {
    return formsOfUnit(word, claim, at).some((form) => {
      const terms = this.#reader.termsOf(form);
      return terms.length > 0 && hold(read, terms);
    });
  }

  /** The word by which sources leave open what a claim states for sure. */
  #droppedHedge(claim: string, read: readonly ReadSource[]): readonly string[] {
    const reader = this.#reader;
    if (!read.some((source) => source.isHedged) || !statesForSure(claim, reader.language)) return [];
    const clauses = read.flatMap((source) => source.clauses);
    return droppedHedge(new Set(reader.contentTerms(claim)), clauses) ?? [];
  }

  /**
   * What the sources are called, which says what their sentences are about, as “The wall is 40 m high.” under “Hollin
   * Dam”: but not where they name something else, which a claim of these terms does not.
   */
  #readTitles(
    called: readonly string[],
    read: readonly ReadSource[],
    terms: ReadonlySet<string>,
  ): readonly ReadSource[] {
    if (called.length === 0) return [];
    const titles = this.#reader.read(called.join('\n'));
    const isKnown = (term: string) => terms.has(term) || titles.terms.has(term);
    const isOther = (name: string) => !this.#reader.termsOf(name).every(isKnown);
    return read.some((source) => source.names.some(isOther)) ? [] : [titles];
  }

  /** Whether a claim is in another language than its sources, as far as both show theirs. */
  #isTranslated(claim: string, sources: readonly string[]): boolean {
    const language = detectLanguage(claim, this.#reader.language);
    return detectLanguage(sources.join('\n'), language) !== language;
  }

  /**
   * Whether a claim stands in a source as whole words, a full stop of its own aside, and its clause denies nothing
   * else.
   */
  #standsIn(claim: string, source: string): boolean {
    const words = claim.replace(fullStop, '');
    const at = words === '' ? -1 : source.indexOf(words);
    const end = at + words.length;
    if (at < 0 || joins(source[at - 1], words[0]) || joins(words.at(-1), source[end])) return false;
    const around = [source.slice(0, at).split(clauseEnd).at(-1), source.slice(end).split(clauseEnd)[0]];
    return around.every((rest) => negations(rest ?? '', this.#reader.language).length === 0);
  }
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return (
    /[\p{L}\p{N}]/u.test(left ?? '') && /[\p{L}\p{N}]/u.test(right ?? '') && !/[\p{Lo}]/u.test(right ?? '')
  );
}

/**
 * Dates that no date of the sources lies within: a source may be more exact than the claim, not less. What looks like a
 * year may be a number there: “2,012 employees”.
 */
function missingDates(claim: string, dates: readonly DateMention[], read: readonly ReadSource[]): string[] {
  const known = dates.length === 0 ? [] : read.flatMap((source) => source.dates);
  return dates
    .filter(({ from, to }) => !known.some((date) => from <= date.from && date.to <= to))
    .map(({ start, end }) => claim.slice(start, end))
    .filter((written) => !read.some((source) => source.numbers.has(Number(written))));
}

/**
 * Numbers that the sources do not have, or only in the rows of something else; of one that is no exact one they may
 * have what it is rounded from. `terms` are those of the claim.
 */
function missingNumbers(
  claim: string,
  terms: ReadonlySet<string>,
  numbers: readonly Quantity[],
  read: readonly ReadSource[],
): string[] {
  const known = read.map((source) => source.numbers.difference(numbersOfOtherRows(source.rows, terms)));
  const isHeld = (value: number) => known.some((held) => held.has(value));
  const isRounded = (value: number) =>
    known.some((held) => held.values().some((other) => isRoundedFrom(value, other)));
  return numbers
    .filter(({ values }) => !values.some(isHeld))
    .filter((number) => approximation(claim, number) === '' || !number.values.some(isRounded))
    .map(({ start, end }) => claim.slice(start, end));
}

/** A letter of a script that puts no spaces between its words. */
const withoutSpaces = new RegExp(`[${unspacedLetters}]`, 'u');

/** What only joins words: endings and particles of Japanese, and the commonest particles and auxiliaries of Chinese. */
const joint =
  /^[\p{scx=Hira}ー]+$|^[的了是在和与與及为為也都就将將被把之其会會因而并並有到该該此这這那们們个個地得着著过過以由于於可能要时時上下中一]$/u;

/**
 * What states something in such a run: each character that does not only join, since words are not told from each other
 * and may stand in another order; in Thai and the like each term.
 */
function wordPieces(terms: readonly string[]): readonly string[] {
  const single = terms.filter((term) => term.length === 1);
  return (single.length > 0 ? single : terms).filter((term) => !joint.test(term));
}

/** Characters that stand together in a run, put together again. */
function joinedPieces(pieces: readonly string[], run: string): readonly string[] {
  const runs: string[] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    if (last !== undefined && run.includes(last + piece)) runs[runs.length - 1] = last + piece;
    else runs.push(piece);
  }
  return runs;
}

const word = String.raw`[\p{L}\p{M}\p{N}'’“”„"_.-]+`;

/** How each language says that a text says something. */
const written = byLanguage(({ claiming }) => claiming?.attribution);

/** Before the words of a text itself. */
const quoted = String.raw`[,:：]?\s*(?=["“„‘«])`;

/** Most words before what a text is called. */
const mostWords = 6;

const patternsOf = new Map(
  Object.entries(written).map(([language, { texts, phrases }]) => {
    const named = String.raw`(?:${word}\s+){0,${mostWords}}?(?:${texts})(?![\p{L}\p{N}])`;
    const within = String.raw`${named}(?:\s+(?:of|in|from|des|der|von|du|de|del)\s+${named})?`;
    const patterns = phrases.map((phrase) => {
      const pattern = phrase
        .replace('NP', within)
        .replace('TEXTS', texts)
        .replaceAll(' ', String.raw`\s+`)
        .replace('QUOTED', quoted);
      const begins = phrase.startsWith('^') ? String.raw`^[\s*_>"“-]*` : String.raw`(?<!\p{L})`;
      return new RegExp(begins + pattern.replace(/^\^/, ''), 'giu');
    });
    const text = new RegExp(`^(?:${texts})$`, 'iu');
    return [language, { patterns, text, anyText: new RegExp(texts, 'iu') }] as const;
  }),
);

/** Code is one sentence, however long it is; who says so is told before it. */
const longestRead = 2000;

/** Words of a sentence that say where it is from, and which of them name that. */
interface Attribution extends Place {
  /** Words that say which text it is: “employee” of “the employee handbook says that”. */
  readonly names: readonly Place[];
}

/** Where a sentence says that a text says so: “According to the handbook”, “The document states that”. In order. */
export function attributions(sentence: string, language: string): readonly Attribution[] {
  const known = patternsOf.get(language);
  if (!known?.anyText.test(sentence)) return [];
  const found = known.patterns.flatMap((pattern) =>
    Array.from(sentence.slice(0, longestRead).matchAll(pattern), ({ index, 0: said }) => ({
      start: index,
      end: index + said.length,
    })),
  );
  return found.map(({ start, end }) => {
    const said = sentence.slice(start, end);
    const names = Array.from(
      said.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{M}\p{N}-]*/gu),
      ({ 0: name, index }) => ({
        name,
        start: start + index,
        end: start + index + name.length,
      }),
    );
    return { start, end, names: names.filter(({ name, start: at }) => at > start && !known.text.test(name)) };
  });
}

/**
 * A claim without the words that only say which text says so, where that may be one of its sources, which are `called`
 * these names.
 */
function withoutAttribution(
  claim: string,
  read: readonly ReadSource[],
  called: readonly string[],
  reader: SourceReader,
): string {
  const found = attributions(claim, reader.language);
  if (found.length === 0) return claim;
  const known = new Set(
    called.flatMap((name) => [...reader.termsIn(name), ...reader.termsIn(partsOfNames(name))]),
  );
  const isKnown = (name: string) => {
    const terms = reader.termsOf(name);
    return terms.every((term) => known.has(term)) || hold(read, terms);
  };
  const said = found.filter(({ start }, place) => start >= (found[place - 1]?.end ?? 0));
  const others = said.flatMap(({ names }) =>
    names.filter(({ start, end }) => !isKnown(claim.slice(start, end))),
  );
  const places = said.flatMap(({ start, end }) => {
    const kept = others.filter((name) => start <= name.start && name.end <= end);
    const starts = [start, ...kept.map((name) => name.end)];
    return starts.map((from, place) => ({ start: from, end: kept[place]?.start ?? end }));
  });
  return blank(claim, places);
}
