import type { Claiming } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { Place } from '../../text/sentences/note-marks.ts';
import { writesSpaces } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import type { SourceReader } from './source-reader.ts';

/** What parts a statement from others, which may deny something else: a mark, the border of a cell, a blank line. */
export const clauseEnd =
  /[.!?;:,،؛؟|](?=\s|$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|[。！？，；、]|\n\s*\n/u;

/** Something that a text denies. */
export interface Denial {
  /** The word that denies, as it is written. */
  readonly word: string;
  /** What is denied: the content term after that word, or before it at the end of a clause. */
  readonly term: string;
  /** The content terms that the denial reaches: those behind the word in its clause, or all of the clause. */
  readonly scope: ReadonlySet<string>;
  /** The content terms of the clause. */
  readonly clause: ReadonlySet<string>;
  /** Where in the text the clause begins. */
  readonly clauseStart: number;
  /** Whether it denies the subject, and with it the whole clause: "no answer waits". */
  readonly isOfClause: boolean;
  /** Whether it denies a thing, and with that what is said of it: “since 2004 no swimming has been allowed”. */
  readonly isOfNoun: boolean;
  /** Whether its clause alone tells what is denied, as in scripts without spaces, whose terms are no words. */
  readonly isLoose: boolean;
}

/** Words that go on with another statement, by language. */
const conjunctions = byLanguage(({ claiming }) => claiming?.conjunctions);

const anyLanguage = new RegExp(clauseEnd, 'gu');

const clauseEnds = new Map(
  Object.entries(conjunctions).map(([language, words]) => [
    language,
    new RegExp(String.raw`${clauseEnd.source}|(?<!\p{L})(?:${words})(?!\p{L})`, 'giu'),
  ]),
);

/** Languages in which each denying word counts by itself: elsewhere one denial often takes two, as "ne … pas". */
const deniesByOneWord = languagesWhere((claiming) => claiming.deniesByOneWord);

/** Languages whose verbs may end a clause, behind the word that denies what stands before it. */
const endsWithVerb = languagesWhere((claiming) => claiming.endsWithVerb);

function languagesWhere(holds: (claiming: Claiming) => boolean): ReadonlySet<string> {
  return new Set(Object.keys(byLanguage(({ claiming }) => (claiming && holds(claiming) ? true : undefined))));
}

/** What a text denies, in order. */
export function denials(text: string, reader: SourceReader): readonly Denial[] {
  const { language } = reader;
  const negated = negations(text, language);
  if (negated.length === 0) return [];
  const ends = endsOfClauses(text, language);
  const isNegation = new Set(negated.map((one) => text.slice(one.start, one.end).toLowerCase()));
  const stated = (part: string) => reader.contentTerms(part).filter((term) => !isNegation.has(term));
  const found: Denial[] = [];
  for (const negation of negated) {
    const word = text.slice(negation.start, negation.end);
    const clauseStart = ends.findLast((end) => end <= negation.start) ?? 0;
    const end = ends.find((place) => place >= negation.end);
    const before = stated(text.slice(clauseStart, negation.start));
    const after = stated(text.slice(negation.end, end));
    const term = after[0] ?? before.at(-1) ?? nearestTerm(text, negation, reader);
    if (term === undefined || isNegation.has(term)) continue;
    if (!deniesByOneWord.has(language) && found.some((one) => one.term === term)) continue;
    const isOfNoun = deniesSubject(word, language);
    const isOfClause = before.length === 0 && isOfNoun;
    const clause = new Set([...before, term, ...after]);
    const isLoose = !writesSpaces(language);
    const scope = endsWithVerb.has(language) ? clause : new Set([term, ...after]);
    found.push({ word, term, scope, clause, clauseStart, isOfClause, isOfNoun, isLoose });
  }
  return found;
}

/** Behind each of the marks and words that part the statements of a text, in order. */
function endsOfClauses(text: string, language: string): readonly number[] {
  const pattern = clauseEnds.get(language) ?? anyLanguage;
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => index + length);
}

/** The term behind a negation in its sentence, else the one before it, whatever they state. */
function nearestTerm(text: string, { start, end }: Place, reader: SourceReader): string | undefined {
  const [behind = ''] = text.slice(end).split(/[.!?。！？]/u, 1);
  return reader.termsIn(behind)[0] ?? reader.termsIn(text.slice(0, start)).at(-1);
}

/**
 * The words of denials on one side only: the claim denies what its sources say, or says what one of them denies. Each
 * denial answers for one of each clause of the other side.
 */
export function oneSidedDenials(
  claim: { readonly terms: ReadonlySet<string>; readonly denials: readonly Denial[] },
  sources: readonly { readonly terms: ReadonlySet<string>; readonly denials: readonly Denial[] }[],
): readonly string[] {
  const said = claim.denials.filter((denial) => sources.some(({ terms }) => bearsOn(denial, terms)));
  const ofSources = sources.flatMap((source) => source.denials);
  const added = unmatched(said, ofSources, (one, other) => {
    const isShared = one.isOfClause && !one.scope.isDisjointFrom(other.scope);
    return one.isLoose || other.scope.has(one.term) || isShared;
  });
  const dropped = sources.flatMap((source) => {
    const touched = source.denials.filter((denial) => bearsOn(denial, claim.terms));
    return unmatched(touched, claim.denials, (one, other) => {
      const isSameOf = one.isOfClause || (one.isOfNoun && one.scope.has(other.term));
      return one.isLoose || other.scope.has(one.term) || (isSameOf && other.clause.has(one.term));
    });
  });
  return [...added, ...dropped].map(({ word }) => word);
}

/** Whether a text of these terms speaks of what is denied. */
function bearsOn({ term, clause, isLoose }: Denial, terms: ReadonlySet<string>): boolean {
  const shared = clause.intersection(terms).size;
  if (isLoose) return shared >= clause.size / 2;
  return terms.has(term) && shared >= Math.min(clause.size, terms.size) / 2;
}

/** Those for which none of the others is left in their clause: first by the very term, then by what `answers` says. */
function unmatched(
  denials: readonly Denial[],
  others: readonly Denial[],
  answers: (one: Denial, other: Denial) => boolean,
): readonly Denial[] {
  const clauses = Map.groupBy(denials, ({ clauseStart }) => clauseStart);
  return [...clauses.values()].flatMap((clause) => unmatchedInClause(clause, others, answers));
}

function unmatchedInClause(
  denials: readonly Denial[],
  others: readonly Denial[],
  answers: (one: Denial, other: Denial) => boolean,
): readonly Denial[] {
  const free = new Set(others);
  const take = (isMatch: (other: Denial) => boolean) => {
    const match = [...free].find(isMatch);
    return match !== undefined && free.delete(match);
  };
  const unsettled = denials.filter((one) => !take((other) => other.term === one.term));
  return unsettled.filter((one) => !take((other) => isAlike(one, other) && answers(one, other)));
}

/** Whether two clauses share half of the words of the shorter. */
function isAlike({ clause }: Denial, other: Denial): boolean {
  const shorter = Math.min(clause.size, other.clause.size);
  return clause.intersection(other.clause).size >= shorter / 2;
}

/** Words that turn a statement round, by language. */
const negators = byLanguage(({ claiming }) => claiming?.negations);

/** Those that deny a subject, and with it what is said of it. */
const subjectNegators = byLanguage(({ claiming }) => claiming?.subjectNegations);

/** Whether a negating word at the beginning of a clause denies all of it. */
function deniesSubject(word: string, language: string): boolean {
  return subjectNegators[language]?.test(word) === true;
}

/** Where the negating words of a text stand, in order. A language that is not known here has none. */
export function negations(text: string, language: string): Place[] {
  const pattern = negators[language];
  if (!pattern || text.search(pattern) < 0) return [];
  return Array.from(text.matchAll(pattern), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

/** Words that leave open whether something is so, by language. In small letters: “May” is a month. */
const hedges = byLanguage(({ claiming }) => claiming?.hedges);

/** What says the same, or that something is allowed, which “may” can mean too. */
const allowances = byLanguage(({ claiming }) => claiming?.allowances);

/** How much of a claim a clause must say to be what the claim is made of. */
const saidShare = 0.6;

/** Whether a text leaves open whether something is so. */
export function leavesOpen(text: string, language: string): boolean {
  return hedges[language]?.test(text) === true;
}

/** A clause of a source. */
export interface Clause {
  /** Its content terms. */
  readonly terms: ReadonlySet<string>;
  /** The word by which it leaves open whether it is so; undefined where it states it. */
  readonly hedge: string | undefined;
}

/** The clauses of a text, in order. `termsOf` gives the content terms of a text. */
export function clausesOf(
  text: string,
  language: string,
  termsOf: (text: string) => readonly string[],
): readonly Clause[] {
  return text.split(clauseEnd).map((clause) => {
    return { terms: new Set(termsOf(clause)), hedge: hedges[language]?.exec(clause)?.[0] };
  });
}

/** Whether a claim states something for sure: it neither leaves it open nor says that it is allowed. */
export function statesForSure(claim: string, language: string): boolean {
  return !leavesOpen(claim, language) && allowances[language]?.test(claim) !== true;
}

/**
 * The word by which a source leaves open what a claim of these content terms states: “may” of “may reduce”, where the
 * claim has “reduces” and no clause of the sources states it. Undefined where there is none.
 */
export function droppedHedge(
  claim: ReadonlySet<string>,
  clauses: readonly Clause[],
): readonly [string] | undefined {
  let dropped: string | undefined;
  let statedShare = 0;
  let hedgedShare = 0;
  for (const { terms, hedge } of clauses) {
    const share = claim.intersection(terms).size / claim.size;
    if (hedge === undefined) statedShare = Math.max(statedShare, share);
    else if (share > hedgedShare) {
      hedgedShare = share;
      dropped = hedge;
    }
  }
  const isDropped = hedgedShare >= saidShare && hedgedShare > statedShare;
  return isDropped && dropped !== undefined ? [dropped] : undefined;
}

/** What claims turn round without a denial, by language. */
const written = byLanguage(({ claiming }) => claiming?.opposites);

/** One side of two, by the terms of its words: any stands for it. */
interface Side {
  readonly all: ReadonlySet<string>;
  /** Those that say it plainly, for the side that is opposed, with their words. */
  readonly plain: ReadonlyMap<string, string>;
}

/** Words of one language that are opposites of each other. */
export class Opposites {
  /** Whether they are compared by their terms: words of which none is parted from the next are as they are written. */
  readonly #haveTerms: boolean;
  /** What is said and its opposite, by each term that says it plainly. */
  readonly #pairs = new Map<string, (readonly [said: Side, opposite: Side])[]>();

  /** Without pairs in a language whose opposites are not known here. `termOf` gives the term of a word. */
  constructor(language: string, termOf: (word: string) => string) {
    this.#haveTerms = writesSpaces(language);
    const nameOf = this.#haveTerms ? termOf : (word: string) => word;
    for (const entry of (ownValue(written, language) ?? '').split(';')) {
      const [one, other] = entry.split('/').map((side) => sideOf(side, nameOf));
      if (!one || !other) continue;
      for (const pair of [[one, other] as const, [other, one] as const])
        for (const term of pair[0].plain.keys())
          this.#pairs.set(term, [...(this.#pairs.get(term) ?? []), pair]);
    }
  }

  /** The terms of the words that stand for that of a term. */
  sameAs(term: string): ReadonlySet<string> {
    return new Set(this.#pairs.get(term)?.flatMap(([{ plain }]) => [...plain.keys()]));
  }

  /** The words that stand for a word, itself among them; none where it has no opposite. */
  sameWords(word: string): readonly string[] {
    return this.#pairs.get(word)?.flatMap(([{ plain }]) => [...plain.values()]) ?? [];
  }

  /**
   * The words of a claim of these terms whose opposites stand in its sources, and they themselves do not: “at most” of
   * “at least”, “all” of “some”.
   */
  opposed(
    claim: string,
    terms: ReadonlySet<string>,
    sources: readonly { readonly terms: ReadonlySet<string>; readonly folded: string }[],
  ): readonly string[] {
    const said = this.#haveTerms ? terms : new Set(this.#pairs.keys().filter((word) => claim.includes(word)));
    const inSources = (name: string) =>
      sources.some((source) => (this.#haveTerms ? source.terms.has(name) : source.folded.includes(name)));
    const opposed = new Set<string>();
    for (const term of said)
      for (const [own, opposite] of this.#pairs.get(term) ?? []) {
        const plain = [...opposite.plain.keys()];
        const isOpposed =
          !plain.some((one) => said.has(one)) && !own.all.values().some(inSources) && plain.some(inSources);
        if (isOpposed) opposed.add(own.plain.get(term) ?? term);
      }
    return [...opposed];
  }
}

function sideOf(side: string, nameOf: (word: string) => string): Side {
  const words = side.trim().split(/\s+/);
  const plain = words.filter((word) => !word.startsWith('+'));
  return {
    all: new Set(words.map((word) => nameOf(word.replace('+', '')))),
    plain: new Map(plain.map((word) => [nameOf(word), word])),
  };
}
