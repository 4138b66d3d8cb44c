import type { AskedTerm, QuestionTrace } from '../../retrieve/hit.ts';
import type { Speaker } from '../wording/speaker.ts';
import type { Remark } from '../wording/wording.ts';

/**
 * Share of what a question asks for, by weight, from which words that are in no document are told. Of 1 525 questions
 * that documents answer nine in a thousand have as much of their words nowhere: the documents say it in others.
 */
const leastShare = 1 / 3;

/** Tells of words in what was `asked` that no document has; nothing where it asks for enough besides. */
export function absentWords({ terms }: QuestionTrace, asked: string, speaker: Speaker): Remark[] {
  const written = asked.toLowerCase();
  const absent = terms.filter(
    ({ term, word = term, absent: isNowhere }) => isNowhere && written.includes(word.toLowerCase()),
  );
  if (absent.length === 0 || sumOfWeights(absent) < leastShare * sumOfWeights(terms)) return [];
  const words = [...new Set(absent.map(({ term, word = term }) => word))];
  const list = words
    .filter((word) => !isPartOfOther(word, words))
    .map((word) => speaker.say({ sentence: 'quoted', words: word }));
  return [{ sentence: 'wordsNowhere', words: list.join(speaker.say({ sentence: 'listSeparator' })) }];
}

function sumOfWeights(terms: readonly AskedTerm[]): number {
  return terms.reduce((sum, { weight }) => sum + weight, 0);
}

/** An identifier is looked for in its parts as well. */
function isPartOfOther(word: string, words: readonly string[]): boolean {
  return words.some(
    (other) => other.length > word.length && other.toLowerCase().includes(word.toLowerCase()),
  );
}
