import { FootnoteError, isFootnoteError } from '../errors.ts';
import { stripQuestion } from '../question/question.ts';
import type { EvaluationQuestion } from './evaluation-question.ts';

/** What is wrong with a question of a file. */
export interface QuestionFault {
  readonly line: number;
  readonly problem: string;
}

/** Faults that a message names beside the first. */
const mostNamed = 9;

/**
 * Refuses a file of questions where it has faults, and names them together, so that one reading mends them all.
 * Errors: `file_malformed` with the line of the first.
 */
export function refuseFaults(path: string, faults: readonly QuestionFault[]): void {
  const [first, ...others] = faults.toSorted((a, b) => a.line - b.line);
  if (!first) return;
  const named = others.slice(0, mostNamed).map(({ line, problem }) => `; line ${line}: ${problem}`);
  const more = others.length > mostNamed ? `; and ${others.length - mostNamed} more` : '';
  throw new FootnoteError('file_malformed', {
    path,
    line: first.line,
    problem: `${first.problem}${named.join('')}${more}`,
  });
}

/**
 * Refuses questions that no search takes, before an index is made for them. Errors: `file_malformed` with the lines, or
 * the places among the questions where lines are not known.
 * @param file the questions' file, for messages
 * @param maxLength the setting `question.maxLength`
 */
export function checkQuestions(
  questions: readonly EvaluationQuestion[],
  file: string,
  maxLength: number,
): void {
  const faults: QuestionFault[] = [];
  for (const [position, { text, line = position + 1 }] of questions.entries()) {
    try {
      stripQuestion(text, { maxLength });
    } catch (error) {
      if (!isFootnoteError(error)) throw error;
      faults.push({ line, problem: error.message.replace(/\.$/, '') });
    }
  }
  refuseFaults(file, faults);
}
