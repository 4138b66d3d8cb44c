import type { Claiming } from '../../language/language-pack.ts';
import { byLanguage } from '../../language/language-packs.ts';
import type { Place } from '../../text/sentences/blank.ts';
import { writesSpaces } from '../../text/unspaced-scripts.ts';
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
export function deniesSubject(word: string, language: string): boolean {
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
