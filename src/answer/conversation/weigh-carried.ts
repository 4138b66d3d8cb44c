import type { Analyser } from '../../contracts/analyser.ts';
import type { WeightedTerm } from '../../contracts/generator.ts';
import type { WholeQuestion } from './whole-question.ts';

/** What is asked of a subject that is named counts half of its name: the same was said of others. */
const weightOfNamed = 0.5;

/**
 * The question's terms, those of words taken over from the conversation together at most as heavy as those of the
 * reader's own, and half as heavy where it turns to another subject or an item of a list: they say what the question is
 * about, and most of a passage that was found by them is about that. `language` is that of the question.
 */
export function weighCarried(
  terms: readonly WeightedTerm[],
  { carried, repliesPast }: Pick<WholeQuestion, 'carried' | 'repliesPast'>,
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  const isCarried = carriedTest(carried, analyser, language);
  const own = total(terms.filter((one) => !isCarried(one)));
  const most = repliesPast === 'earlier' ? own : weightOfNamed * own;
  const takenOver = total(terms.filter(isCarried));
  if (own === 0 || takenOver <= most) return terms;
  return terms.map((one) => (isCarried(one) ? { ...one, weight: (one.weight * most) / takenOver } : one));
}

/** The terms of words taken over alone: who asks for more says nothing else of what it is about. */
export function onlyCarried(
  terms: readonly WeightedTerm[],
  { carried }: Pick<WholeQuestion, 'carried'>,
  analyser: Analyser,
  language: string,
): readonly WeightedTerm[] {
  return terms.filter(carriedTest(carried, analyser, language));
}

function carriedTest(carried: readonly string[], analyser: Analyser, language: string) {
  const all = new Set(carried.flatMap((word) => analyser.terms(word, language).map(({ text }) => text)));
  return ({ term }: WeightedTerm) => all.has(term);
}

function total(terms: readonly WeightedTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}
