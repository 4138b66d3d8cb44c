import { isFootnoteError } from '../errors.ts';
import { stripQuestion } from '../retrieve/understand/strip-question.ts';
import type { EvaluationQuestion } from './evaluation-question.ts';
import { type QuestionFault, refuseFaults } from './refuse-faults.ts';

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
