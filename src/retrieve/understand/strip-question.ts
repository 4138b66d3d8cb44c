import type { FieldTypes } from '../../contracts/filter.ts';
import { FootnoteError } from '../../errors.ts';
import { blank, type Place } from '../../text/sentences/blank.ts';
import { type FieldConditions, fieldConditions } from './field-conditions.ts';

/** A question with its filters taken out of it. */
export interface StrippedQuestion extends FieldConditions {
  /** Without the filters and the white space around it. */
  readonly text: string;
}

/**
 * Checks a question and takes filters out of it, of the fields that it may name beside `path` and `title`: what comes
 * before anything else, since the text that is left is what is embedded. Pure; linear in the question's length.
 * Errors: `question_empty` where there is no letter, digit or symbol beside the filters; `question_too_long`, where
 * `maxLength` is in UTF-16 code units.
 */
export function stripQuestion(
  question: string,
  { maxLength, fields = {} }: { readonly maxLength: number; readonly fields?: FieldTypes },
): StrippedQuestion {
  // The length is checked first, so that nothing that costs time sees a text of any length.
  if (question.length > maxLength) {
    throw new FootnoteError('question_too_long', { length: question.length, limit: maxLength });
  }
  const found = fieldConditions(question, fields);
  const { conditions } = found;
  const text = conditions.length === 0 ? question.trim() : cutOut(question, conditions);
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) throw new FootnoteError('question_empty', {});
  return { text, ...found };
}

/** A text without what stands at these places. */
export function cutOut(text: string, places: readonly Place[]): string {
  return blank(text, places).replace(/\s+/g, ' ').trim();
}
