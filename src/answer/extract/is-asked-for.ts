import { type QuestionFeatures, share } from './question-features.ts';
import type { Whole } from './quotable-units.ts';

/**
 * What says what a list or a table lists must hold this share of the question, or of what the whole list holds of it.
 */
const leastFrame = 0.5;

/** What is longer, in characters, and no steps, is quoted by its items and rows. */
const longestWhole = 1500;

/** Whether a list or a table answers as a whole: by what it lists, not by a word in one of its items. */
export function isAskedFor({ kind, frame, terms, length }: Whole, question: QuestionFeatures): boolean {
  const { list } = question;
  if (!list || (list === 'steps' ? kind === 'table' : length > longestWhole)) return false;
  const held = share(question, question.covered(frame));
  if (kind === 'section') return list === 'steps' && length <= longestWhole && held >= leastFrame;
  if (kind === 'table' || list === 'comparison') return held >= leastFrame;
  return held >= leastFrame * share(question, question.covered([...frame, ...terms]));
}
