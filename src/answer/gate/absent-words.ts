import type { QuestionTrace } from '../../retrieve/hit.ts';
import type { Speaker } from '../wording/speaker.ts';
import type { Remark } from '../wording/wording.ts';

/**
 * Share of what a question asks for, by weight, from which words that are in no document are told. Of 1 525 questions
 * that documents answer less than one in a hundred has as much of its words nowhere: others say the same in other words.
 */
const leastShare = 1 / 3;

/** Tells of the words that a question is about and that no document has; nothing where it has enough others. */
export function absentWords({ terms }: QuestionTrace, speaker: Speaker): Remark[] {
  const absent = terms.filter((term) => term.absent);
  const weightOf = (some: QuestionTrace['terms']) => some.reduce((sum, { weight }) => sum + weight, 0);
  if (absent.length === 0 || weightOf(absent) < leastShare * weightOf(terms)) return [];
  const words = absent.map(({ term, word = term }) => word);
  const isPart = (word: string) =>
    words.some((other) => other.length > word.length && other.toLowerCase().includes(word.toLowerCase()));
  const whole = words.filter((word) => !isPart(word));
  const list = [...new Set(whole)].map((word) => speaker.say({ sentence: 'quoted', words: word }));
  return [{ sentence: 'wordsNowhere', words: list.join(speaker.say({ sentence: 'listSeparator' })) }];
}
