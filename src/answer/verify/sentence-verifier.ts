import type { Analyser } from '../../contracts/analyser.ts';
import type { Verdict } from '../../contracts/citation.ts';
import { asciiDigits } from '../../text/ascii-digits.ts';
import { blank } from '../../text/blank.ts';
import { type DateMention, findDates } from '../../text/dates.ts';
import { detectLanguage } from '../../text/detect-language.ts';
import { writesSpaces } from '../points-back.ts';
import { attributions } from './attribution.ts';
import { clauseEnd } from './clause-end.ts';
import { type Denial, denials, oneSidedDenials } from './denials.ts';
import { isFunctionWord, knowsFunctionWords, withoutFunctionWords, wordOrName } from './function-words.ts';
import { droppedHedge } from './hedges.ts';
import { names } from './names.ts';
import { negations } from './negation.ts';
import { opposedWords } from './opposites.ts';
import { type Quantity, quantities } from './quantities.ts';
import { swappedRoles } from './swapped-roles.ts';
import { formsOfUnit, otherSigns, signWords, unitsIn } from './units.ts';
import { joinedPieces, withoutSpaces, wordPieces } from './word-pieces.ts';

/** What checking one sentence came to. */
export interface SentenceCheck {
  readonly verdict: Verdict;
  /** Words, numbers, dates, names and negations of the sentence that its sources do not hold, as it writes them. */
  readonly missing: readonly string[];
}

/** What a source holds. */
interface ReadSource {
  readonly folded: string;
  readonly terms: ReadonlySet<string>;
  readonly dates: readonly DateMention[];
  readonly numbers: ReadonlySet<number>;
  readonly units: ReadonlySet<string>;
  readonly denials: readonly Denial[];
}

/** Share of a sentence's content words that its sources must hold for it to be supported, and to be partly so. */
const supportedShare = 0.75;
const partialShare = 0.5;

/**
 * Checks the sentences of one answer against the words that they cite, without a model. `verbatim`: it stands there
 * letter for letter, white space and footnote marks aside, and nothing around it denies it. `supported`: its numbers
 * (by value), dates, units, names and negations and three quarters of its other content words are there, no opposite of
 * one is there in its place, and nothing that its sources leave open is said for sure. `partial`: half of
 * them, or a fact is missing, which is named. A translation is `partial` where its numbers and dates are there: its
 * words cannot be compared. In scripts without spaces words, or pairs of characters, are compared. It proves what is
 * written, not what follows from it: who did what to whom it sees in plain English alone.
 *
 * Sources and words that come again are read once.
 */
export class SentenceVerifier {
  readonly #analyser: Analyser;
  readonly #language: string;
  readonly #sources = new Map<string, ReadSource>();
  /** The terms of words. */
  readonly #words = new Map<string, readonly string[]>();
  /** The languages of sources, by the one expected of them and what they say. */
  readonly #languages = new Map<string, Map<string, string>>();

  /** `language` is that of the sentences, a BCP 47 primary subtag. */
  constructor(analyser: Analyser, language: string) {
    this.#analyser = analyser;
    this.#language = language;
  }

  /** The sources count together. `called`: what they are called, which the sentence may name. */
  verify(sentence: string, sources: readonly string[], called: readonly string[] = []): SentenceCheck {
    if (sources.length === 0) return { verdict: 'uncited', missing: [] };
    const whole = folded(sentence.replace(/\[\d+\]/g, ' '));
    const read = sources.map((source) => this.#read(source));
    if (read.some((source) => this.#standsIn(whole, source.folded)))
      return { verdict: 'verbatim', missing: [] };
    const claim = this.#withoutAttribution(whole, read, called);

    const dates = findDates(claim);
    const timeless = blank(claim, dates);
    const numbers = quantities(timeless, [this.#language]);
    const rest = blank(timeless, numbers);
    const figures = [...missingDates(claim, dates, read), ...missingNumbers(timeless, numbers, read)];
    const absentNames = names(rest, this.#language).filter((name) => !hold(read, this.#termsOf(name)));
    const told = [...this.#oneSidedDenials(claim, read), ...this.#turned(claim, read)];
    const facts = [...figures, ...absentNames, ...told, ...this.#otherUnits(claim, numbers, read)];
    // What is denied was compared by itself.
    const isTold = knowsFunctionWords(this.#language);
    const stated = isTold ? blank(rest, negations(rest, this.#language)) : rest;
    const absent: string[] = [];
    let [contentWords, absentWords] = [0, 0];
    for (const { 0: word, index } of stated.matchAll(wordOrName)) {
      if (isFunctionWord(word, this.#language)) continue;
      const terms = this.#termsOf(word);
      if (terms.length === 0) continue;
      if (withoutSpaces.test(word)) {
        const pieces = wordPieces(terms);
        const missed = pieces.filter((piece) => !hold(read, [piece]));
        contentWords += pieces.length;
        absentWords += missed.length;
        absent.push(...joinedPieces(missed));
        continue;
      }
      contentWords += 1;
      if (hold(read, terms) || this.#holdUnit(read, word, claim.slice(0, index))) continue;
      absentWords += 1;
      absent.push(word);
    }
    const missing = [...new Set([...facts, ...absent])];
    const share = contentWords === 0 ? 1 : 1 - absentWords / contentWords;
    if (share < partialShare && this.#isTranslated(claim, sources)) {
      const verdict = figures.length === 0 ? 'partial' : 'unsupported';
      return { verdict, missing: [...new Set([...figures, ...absentNames])] };
    }
    if (share < partialShare) return { verdict: 'unsupported', missing };
    return { verdict: facts.length === 0 && share >= supportedShare ? 'supported' : 'partial', missing };
  }

  /** Whether a claim is in another language than its sources, as far as both show theirs. */
  #isTranslated(claim: string, sources: readonly string[]): boolean {
    const language = detectLanguage(claim, this.#language);
    return this.#languageOf(sources.join('\n'), language) !== language;
  }

  #languageOf(source: string, expected: string): string {
    const languages = this.#languages.get(expected) ?? new Map<string, string>();
    this.#languages.set(expected, languages);
    const language = languages.get(source) ?? detectLanguage(source, expected);
    languages.set(source, language);
    return language;
  }

  #read(source: string): ReadSource {
    const known = this.#sources.get(source);
    if (known) return known;
    const languages = [this.#language, detectLanguage(source, this.#language)];
    const read = {
      folded: folded(source),
      terms: new Set([
        ...this.#termsIn(source),
        ...this.#termsIn(partsOfNames(source)),
        ...signWords(source).flatMap((word) => this.#termsOf(word)),
      ]),
      dates: findDates(source),
      numbers: new Set(quantities(source, languages).flatMap(({ values }) => values)),
      units: unitsIn(source),
      denials: this.#denials(source),
    };
    this.#sources.set(source, read);
    return read;
  }

  #termsIn(text: string): string[] {
    return this.#analyser.terms(text, this.#language).map((term) => term.text);
  }

  #termsOf(word: string): readonly string[] {
    const known = this.#words.get(word);
    if (known) return known;
    const terms = this.#termsIn(word);
    this.#words.set(word, terms);
    return terms;
  }

  /** Whether sources hold another way to write a word that is a unit there. */
  #holdUnit(read: readonly ReadSource[], word: string, before: string): boolean {
    return formsOfUnit(word, before).some((form) => this.#holdWord(read, form));
  }

  /** A sign is no word, and is held by none. */
  #holdWord(read: readonly ReadSource[], word: string): boolean {
    const terms = this.#termsOf(word);
    return terms.length > 0 && hold(read, terms);
  }

  /** Units behind the numbers of a claim where its sources have other ones. */
  #otherUnits(claim: string, numbers: readonly Quantity[], read: readonly ReadSource[]): readonly string[] {
    const units = new Set(read.flatMap((source) => [...source.units]));
    if (units.size === 0) return [];
    const other = numbers.flatMap(({ end }) => {
      const [, gap = '', word = ''] = /^([\s-]?)(\p{L}+)/u.exec(claim.slice(end)) ?? [];
      const forms = word === '' ? [] : formsOfUnit(word, `0${gap}`);
      const isHeld = [word, ...forms].some((form) => this.#holdWord(read, form));
      return forms.length === 0 || isHeld || units.has(forms[0] as string) ? [] : [word];
    });
    return [...other, ...otherSigns(claim, units)];
  }

  /** What a claim turns round without a denial: by an opposite, by leaving out a “may”, by who does it to whom. */
  #turned(claim: string, read: readonly ReadSource[]): readonly string[] {
    const own = new Set(this.#termsIn(claim));
    const isHan = !writesSpaces(this.#language);
    const termOf = (word: string) => this.#termsOf(word)[0] ?? word;
    const opposed = opposedWords(
      this.#language,
      (word) => (isHan ? claim.includes(word) : own.has(termOf(word))),
      (word) => read.some(({ folded, terms }) => (isHan ? folded.includes(word) : terms.has(termOf(word)))),
    );
    const sources = read.map(({ folded }) => folded);
    const hedge = droppedHedge(claim, sources, this.#language, (text) => this.#contentTerms(text));
    return [
      ...opposed,
      ...(hedge === undefined ? [] : [hedge]),
      ...swappedRoles(claim, sources, this.#language, termOf),
    ];
  }

  /** A claim without the words that only say which text says so, where that may be one of its sources. */
  #withoutAttribution(claim: string, read: readonly ReadSource[], called: readonly string[]): string {
    const found = attributions(claim, this.#language);
    if (found.length === 0) return claim;
    const known = new Set(
      called.flatMap((name) => [...this.#termsIn(name), ...this.#termsIn(partsOfNames(name))]),
    );
    const isKnown = (name: string) => {
      const terms = this.#termsOf(name);
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

  #contentTerms(text: string): readonly string[] {
    return this.#termsIn(withoutFunctionWords(text, this.#language));
  }

  #oneSidedDenials(claim: string, read: readonly ReadSource[]): readonly string[] {
    const own = this.#denials(claim);
    if (own.length === 0 && read.every((source) => source.denials.length === 0)) return [];
    return oneSidedDenials({ terms: new Set(this.#contentTerms(claim)), denials: own }, read);
  }

  #denials(text: string): readonly Denial[] {
    return denials(text, {
      language: this.#language,
      terms: (part) => this.#termsIn(part),
      contentTerms: (part) => this.#contentTerms(part),
    });
  }

  /**
   * Whether a claim stands in a source as whole words, a full stop of its own aside, and its clause denies nothing
   * else.
   */
  #standsIn(claim: string, source: string): boolean {
    const words = claim.replace(/[.!?。]+$/u, '');
    const at = words === '' ? -1 : source.indexOf(words);
    const end = at + words.length;
    if (at < 0 || joins(source[at - 1], words[0]) || joins(words.at(-1), source[end])) return false;
    const around = [source.slice(0, at).split(clauseEnd).at(-1), source.slice(end).split(clauseEnd)[0]];
    return around.every((rest) => negations(rest ?? '', this.#language).length === 0);
  }
}

/** What stands between the parts of a name. */
const withinName = /[._-](?<=[\p{L}\p{Nd}].)(?=[\p{L}\p{Nd}])/u;

/** The parts of the names in a text: a claim may name `answer.topK` by its last part. */
function partsOfNames(text: string): string {
  if (!withinName.test(text)) return '';
  const names = text.split(/\s+/).filter((word) => withinName.test(word));
  return names.join(' ').replace(/[._-]/g, ' ');
}

/** A space that keeps the digits of one number together: NFKC makes it one that parts two. */
const withinNumber = /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g;

function folded(text: string): string {
  return asciiDigits(text.replace(withinNumber, '').normalize('NFKC'))
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}

/** Whether sources hold all of these terms between them. */
function hold(sources: readonly ReadSource[], terms: readonly string[]): boolean {
  for (const term of terms) if (!sources.some((source) => source.terms.has(term))) return false;
  return true;
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return (
    /[\p{L}\p{N}]/u.test(left ?? '') && /[\p{L}\p{N}]/u.test(right ?? '') && !/[\p{Lo}]/u.test(right ?? '')
  );
}

/** Dates that no date of the sources lies within: a source may be more exact than the claim, not less. */
function missingDates(claim: string, dates: readonly DateMention[], read: readonly ReadSource[]): string[] {
  const known = dates.length === 0 ? [] : read.flatMap((source) => source.dates);
  return dates
    .filter(({ from, to }) => !known.some((date) => from <= date.from && date.to <= to))
    .map(({ start, end }) => claim.slice(start, end));
}

function missingNumbers(claim: string, numbers: readonly Quantity[], read: readonly ReadSource[]): string[] {
  return numbers
    .filter(({ values }) => !values.some((value) => read.some((source) => source.numbers.has(value))))
    .map(({ start, end }) => claim.slice(start, end));
}
