import { FootnoteError, isFootnoteError } from '../errors.ts';
import type { Answer } from './answer.ts';

/** The error that ends an answer whose generator broke off after its first words; it carries what was said. */
export function answerIncomplete(answer: Answer, failure: FootnoteError): FootnoteError {
  return new FootnoteError('answer_incomplete', { reason: failure.finding, answer }, { cause: failure });
}

/** What was said before an answer broke off, `complete` false; undefined of every other error. */
export function incompleteAnswer(error: unknown): Answer | undefined {
  if (!isFootnoteError(error) || error.code !== 'answer_incomplete') return undefined;
  return error.details['answer'] as Answer;
}
