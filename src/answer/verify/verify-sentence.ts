import type { Analyser } from '../../contracts/analyser.ts';
import { blank } from '../../text/blank.ts';
import { type DateMention, findDates } from '../../text/dates.ts';
import type { Verdict } from '../answer.ts';
import { names } from './names.ts';
import { negations } from './negation.ts';
import { type Quantity, quantities } from './quantities.ts';

/** What checking one sentence came to. */
export interface SentenceCheck {
  readonly verdict: Verdict;
  /** Words, numbers, dates, names and negations of the sentence that its sources do not hold, as it writes them. */
  readonly missing: readonly string[];
}

export interface VerifyOptions {
  readonly analyser: Analyser;
  /** BCP 47 primary subtag of the sentence. */
  readonly language: string;
}

/** Share of a sentence's content words that its sources must hold for it to be supported, and to be partly so. */
const supportedShare = 0.75;
const partialShare = 0.5;

/**
 * Checks a sentence of an answer against the words that it cites, without a model. `verbatim`: it stands there letter
 * for letter, white space and footnote marks aside. `supported`: its numbers (by value), dates, names and negations
 * and three quarters of its other content words are there. `partial`: half of them, or a fact is missing, which is
 * named. It proves what is written, not what follows from it: who did what to whom it does not see.
 */
export function verifySentence(
  sentence: string,
  sources: readonly string[],
  { analyser, language }: VerifyOptions,
): SentenceCheck {
  if (sources.length === 0) return { verdict: 'uncited', missing: [] };
  const claim = folded(sentence.replace(/\[\d+\]/g, ' '));
  if (sources.some((source) => standsIn(claim, folded(source)))) return { verdict: 'verbatim', missing: [] };

  const source = sources.join('\n');
  const held = new Set(analyser.terms(source, language).map(({ text }) => text));
  const dates = findDates(claim);
  const timeless = blank(claim, dates);
  const numbers = quantities(timeless);
  const facts = [
    ...missingDates(claim, dates, source),
    ...missingNumbers(timeless, numbers, source),
    ...names(blank(timeless, numbers), language).filter((name) => !holds(held, name, { analyser, language })),
    ...missingNegation(claim, source, held, { analyser, language }),
  ];
  const words = blank(timeless, numbers).match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? [];
  const content = words.filter((word) => analyser.terms(word, language).length > 0);
  const absent = content.filter((word) => !holds(held, word, { analyser, language }));
  const missing = [...new Set([...facts, ...absent])];
  const share = content.length === 0 ? 1 : 1 - absent.length / content.length;
  if (share < partialShare) return { verdict: 'unsupported', missing };
  return { verdict: facts.length === 0 && share >= supportedShare ? 'supported' : 'partial', missing };
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])/g, '$1')
    .trim();
}

/** Whether a claim stands in a source as whole words; a full stop of its own may be missing there. */
function standsIn(claim: string, source: string): boolean {
  for (const words of [claim, claim.replace(/[.!?。]+$/u, '')]) {
    if (words === '') continue;
    const at = source.indexOf(words);
    if (at >= 0 && !joins(source[at - 1], words[0]) && !joins(words.at(-1), source[at + words.length]))
      return true;
  }
  return false;
}

function joins(left: string | undefined, right: string | undefined): boolean {
  return (
    /[\p{L}\p{N}]/u.test(left ?? '') && /[\p{L}\p{N}]/u.test(right ?? '') && !/[\p{Lo}]/u.test(right ?? '')
  );
}

function holds(held: ReadonlySet<string>, word: string, { analyser, language }: VerifyOptions): boolean {
  return analyser.terms(word, language).every(({ text }) => held.has(text));
}

/** Dates that no date of the source lies within: a source may be more exact than the claim, not less. */
function missingDates(claim: string, dates: readonly DateMention[], source: string): string[] {
  const known = findDates(source);
  return dates
    .filter(({ from, to }) => !known.some((date) => from <= date.from && date.to <= to))
    .map(({ start, end }) => claim.slice(start, end));
}

function missingNumbers(claim: string, numbers: readonly Quantity[], source: string): string[] {
  const known = new Set(quantities(source).flatMap(({ values }) => values));
  return numbers
    .filter(({ values }) => !values.some((value) => known.has(value)))
    .map(({ start, end }) => claim.slice(start, end));
}

/**
 * Denials on one side only: the claim denies what a source says, or says what it denies. What is denied is taken to be
 * the content word after the negation, or before it at the end of a sentence.
 */
function missingNegation(
  claim: string,
  source: string,
  held: ReadonlySet<string>,
  options: VerifyOptions,
): string[] {
  const inClaim = denied(claim, options);
  const inSource = denied(source, options);
  const claimed = new Set(options.analyser.terms(claim, options.language).map(({ text }) => text));
  const added = [...inClaim].filter(([term]) => held.has(term) && !inSource.has(term));
  const dropped = [...inSource].filter(([term]) => claimed.has(term) && !inClaim.has(term));
  return [...added, ...dropped].map(([, negation]) => negation);
}

/** What a text denies: the term with the word that denies it. */
function denied(text: string, { analyser, language }: VerifyOptions): Map<string, string> {
  const found = new Map<string, string>();
  const negated = negations(text, language);
  const isNegation = new Set(negated.map(({ start, end }) => text.slice(start, end)));
  for (const { start, end } of negated) {
    const [after] = text.slice(end).split(/[.!?。！？]/u, 1);
    const terms = analyser.terms(after ?? '', language);
    const term = terms[0] ?? analyser.terms(text.slice(0, start), language).at(-1);
    if (term && !isNegation.has(term.text)) found.set(term.text, text.slice(start, end));
  }
  return found;
}
