import type { FieldTypes, Filter } from '../contracts/filter.ts';
import { FootnoteError } from '../errors.ts';
import { blank, type Place } from '../text/blank.ts';
import { detectLanguage } from '../text/detect-language.ts';
import { dateExpressions } from './understand/dates.ts';
import type { DocumentCondition } from './understand/document-matcher.ts';
import { documentConditionsOf, fieldConditions, filterOf } from './understand/field-conditions.ts';
import { numbersAndIdentifiers } from './understand/numbers-and-identifiers.ts';
import { withoutQuestionWords } from './understand/question-words.ts';
import { quotedPhrases } from './understand/quoted-phrases.ts';
import type { Recognised } from './understand/recognised.ts';

/** A question as the legs take it. */
export interface Question {
  /** As it was asked, without its filters and the white space around it: what is embedded. */
  readonly text: string;
  /** BCP 47 primary subtag. */
  readonly language: string;
  /** What the keyword leg looks for: the text without words that only make it a question. */
  readonly keywords: string;
  /** Quoted in the question: what is found must contain each of them. */
  readonly phrases: readonly string[];
  /** What the question says of declared fields; undefined where it says nothing. */
  readonly filter: Filter | undefined;
  /** What it says of the paths and titles of documents. */
  readonly documents: readonly DocumentCondition[];
  /** Filters first, then phrases, dates, identifiers and numbers. */
  readonly recognised: readonly Recognised[];
}

export interface UnderstandOptions {
  /** In UTF-16 code units. */
  readonly maxLength: number;
  /** The collection's main language, for questions that do not show theirs. Default `en`. */
  readonly fallbackLanguage?: string | undefined;
  /** The fields that filters in the question may name, beside `path` and `title`. Default none. */
  readonly fields?: FieldTypes;
}

/**
 * Checks a question, takes filters out of it, finds its language, takes out the words that ask rather than tell, and
 * recognises what is more than words. Pure; linear in the question's length.
 * Errors: `question_empty` where there is no letter, digit or symbol beside the filters; `question_too_long`.
 */
export function understandQuestion(question: string, options: UnderstandOptions): Question {
  // The length is checked first, so that nothing that costs time sees a text of any length.
  if (question.length > options.maxLength) {
    throw new FootnoteError('question_too_long', { length: question.length, limit: options.maxLength });
  }
  const conditions = fieldConditions(question, options.fields ?? {});
  const text = conditions.length === 0 ? question.trim() : cutOut(question, conditions);
  if (!/[\p{L}\p{N}\p{S}]/u.test(text)) throw new FootnoteError('question_empty', {});
  const language = detectLanguage(text, options.fallbackLanguage);
  const phrases = quotedPhrases(text);
  return {
    text,
    language,
    keywords: withoutQuestionWords(text, language),
    phrases: [...new Set(phrases.map((phrase) => phrase.text))],
    filter: filterOf(conditions),
    documents: documentConditionsOf(conditions),
    recognised: [
      ...conditions.map((condition) => ({
        kind: 'filter' as const,
        text: condition.text,
        field: condition.field,
      })),
      ...phrases.map((phrase) => ({ kind: 'phrase' as const, text: phrase.text })),
      ...recogniseWords(blank(text, phrases)),
    ],
  };
}

function cutOut(text: string, places: readonly Place[]): string {
  return blank(text, places).replace(/\s+/g, ' ').trim();
}

function recogniseWords(text: string): Recognised[] {
  const dates = dateExpressions(text);
  const tokens = numbersAndIdentifiers(blank(text, dates));
  return [
    ...dates.map((date) => ({ kind: 'date' as const, text: date.text, from: date.from, to: date.to })),
    ...tokens.map(({ kind, text: written }) => ({ kind, text: written })),
  ];
}
