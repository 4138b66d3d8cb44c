import type { FieldTypes, Filter } from '../contracts/engine.ts';
import { FootnoteError } from '../errors.ts';
import { blank, type Place } from '../text/sentences/note-marks.ts';
import { writesSpaces } from '../text/words.ts';
import { ownValue } from '../values/own-value.ts';
import {
  askedFor,
  askingSentences,
  contentWords,
  tellingWords,
  withoutQuestionWords,
  wordShares,
} from './asking-words.ts';
import {
  type AskedPlace,
  askedPlace,
  type DocumentCondition,
  type FieldConditions,
  fieldConditions,
  filterOf,
  type MistakenCondition,
  quotedPhrases,
} from './conditions.ts';
import { definedTerm } from './definition.ts';
import {
  type AnswerType,
  type AskedList,
  type AskedMeasure,
  answerType,
  askedMeasure,
  askedParts,
  asksForCode,
  asksForList,
  comparedThings,
  frameOfComparison,
  isAggregation,
  typeWords,
} from './intent.ts';
import { asksForMore } from './message.ts';
import { type AskedName, askedNames, dateExpressions, numbersAndIdentifiers } from './names.ts';
import { type AskedOfRows, askedOfRows } from './of-rows.ts';
import { pointsBack, withoutExpletive } from './points-back.ts';
import type { Recognised } from './recognised.ts';
import { standing, type WholeQuestion } from './whole-question.ts';

/** One question of a message, with what it asks for. */
export interface QuestionPart {
  /** As it stands in the message. */
  readonly text: string;
  /** Of the message, a BCP 47 primary subtag. */
  readonly language: string;
  /** The kind of thing that it asks for; undefined where its words do not say. */
  readonly type: AnswerType | undefined;
  /** The words that say so, “what time”; empty where none do. */
  readonly typeWords: string;
  /** Steps, several things, or how things differ; undefined where it asks for one thing. */
  readonly list: AskedList | undefined;
  readonly wantsCode: boolean;
  /** What it asks to have defined, without its article; undefined where it asks for something else. */
  readonly definition: string | undefined;
  /** Its words that state something, without those that only ask for a comparison. */
  readonly content: string;
  /** The two things that it compares, or of which it asks which; empty where it names no two. */
  readonly compared: readonly string[];
  /** The amount or the name that it asks for, where a text shows whether it has one; else undefined. */
  readonly measure: AskedMeasure | undefined;
  /** Codes, versions, dates and numbers that what answers it bears. */
  readonly names: readonly AskedName[];
}

/** Reads what one question asks for. Pure; linear in its length. */
export function readPart(text: string, language: string): QuestionPart {
  const asked = text.trimStart();
  const frame = frameOfComparison(asked, language);
  const unframed = asked.replace(frame, ' ');
  return {
    text,
    language,
    type: answerType(text, language),
    typeWords: typeWords(text, language),
    list: asksForList(text, language),
    wantsCode: asksForCode(text, language),
    definition: definedTerm(text, language),
    content: contentWords(unframed, asked, language),
    compared: comparedThings(asked, unframed, language),
    measure: askedMeasure(text, language),
    names: askedNames(text, language),
  };
}

/**
 * A message of a conversation, read once: what is searched for, and what is asked. Everything after it reads it from
 * here.
 */
export interface Question {
  /** The message made whole by its conversation. */
  readonly whole: WholeQuestion;
  /** All that it says, read as one question. */
  readonly message: QuestionPart;
  /**
   * The questions that it asks, at least one, in their order, without what it only tells; the message where that is
   * one.
   */
  readonly parts: readonly QuestionPart[];
  /** Whether it only asks to go on: what was said already is then no reply to it. */
  readonly asksForMore: boolean;
  /** Whether it asks to list or to count over the whole collection, which no choice of passages can answer. */
  readonly isOfAll: boolean;
  /** What it asks of all rows of a table, as their number; undefined where it asks for one thing. */
  readonly ofRows: AskedOfRows | undefined;
  /** As it was asked, without its filters and the white space around it: what is embedded. */
  readonly text: string;
  /** BCP 47 primary subtag. */
  readonly language: string;
  /**
   * The language that its words are looked for in: its own where a document is in it, else that of most documents. What
   * both have in common, names and codes above all, is then stemmed alike.
   */
  readonly documentLanguage: string;
  /** What the share of its words that a passage holds counts for beside other languages; undefined for as much. */
  readonly wordShare: number | undefined;
  /** The others of documents, the most common first: a word that is none of that language may be one of theirs. */
  readonly otherLanguages: readonly string[];
  /**
   * What the keyword leg looks for: the text without words that only make it a question, and without those that name a
   * place in documents.
   */
  readonly keywords: string;
  /**
   * Of the keywords, those that a passage must hold to bear on the question, see {@link contentWords}; of several
   * questions in one, those of each.
   */
  readonly contents: readonly string[];
  /** Quoted in the question: what contains them is preferred. */
  readonly phrases: readonly string[];
  /** Whether it is no more than its phrases: then what is found must contain each of them. */
  readonly isQuotation: boolean;
  /** What the question says of declared fields; undefined where it says nothing. */
  readonly filter: Filter | undefined;
  /** What it says of the paths and titles of documents. */
  readonly documents: readonly DocumentCondition[];
  /** What is written as if it said something of a field; its words are looked for. */
  readonly mistaken: readonly MistakenCondition[];
  /** Where in documents it is to be answered from; undefined where it names no place. */
  readonly place: AskedPlace | undefined;
  /** Filters first, then phrases, dates, identifiers and numbers. */
  readonly recognised: readonly Recognised[];
}

/**
 * Takes out of a question the words that ask rather than tell, recognises what is more than words, and reads what is
 * asked. Pure; linear in the question's length.
 * @param language the question's, a BCP 47 primary subtag
 * @param documentLanguages of the documents, the most common first
 * @param whole the message that the question is of. Default: the question is all of it
 */
export function understandQuestion(
  { text, conditions, mistaken }: StrippedQuestion,
  language: string,
  documentLanguages: readonly string[] = [],
  whole: WholeQuestion = standing(text),
): Question {
  const [commonest = language] = documentLanguages;
  const documentLanguage = documentLanguages.includes(language) ? language : commonest;
  const phrases = quotedPhrases(text);
  const place = askedPlace(blank(text, phrases), language);
  const keywords = place
    ? tellingWords(cutOut(text, place.frame), language)
    : withoutQuestionWords(text, language);
  const message = {
    ...readPart(whole.asked, language),
    // “Why?” asks it of the year that was spoken of.
    ...(whole.leavesAllUnsaid && { names: askedNames(whole.question, language) }),
  };
  const parts = askedParts(whole.asked, language).map((part) =>
    part === whole.asked ? message : readPart(part, language),
  );
  return {
    whole,
    message,
    parts,
    asksForMore: asksForMore(whole.message),
    isOfAll: isAggregation(whole.message),
    ofRows: askedOfRows(whole.question, language),
    text,
    language,
    wordShare: ownValue(wordShares, documentLanguage),
    documentLanguage,
    otherLanguages: documentLanguages.filter((other) => other !== documentLanguage),
    keywords,
    contents: place ? [contentWords(keywords, text, language)] : askedContents(keywords, text, language),
    place,
    phrases: [...new Set(phrases.map((phrase) => phrase.text))],
    isQuotation: phrases.length > 0 && !/[\p{L}\p{N}]/u.test(blank(text, phrases)),
    filter: filterOf(conditions),
    documents: conditions.flatMap(({ document }) => document ?? []),
    mistaken,
    recognised: [
      ...conditions.map(({ text: written, field }) => ({ kind: 'filter' as const, text: written, field })),
      ...phrases.map(({ text: quoted }) => ({ kind: 'phrase' as const, text: quoted })),
      ...recogniseWords(blank(text, phrases)),
    ],
  };
}

/** Fewer words of a sentence that asks may not say what it asks of: “Can I return it?” */
const enoughWords = 2;

/** Whether a sentence has words enough to ask of one of them, beside those that ask: “What is a pump?” */
function hasSubject(sentence: string, language: string): boolean {
  return !writesSpaces(language) || wordsIn(sentence) >= (language === 'ko' ? 2 : 3);
}

/**
 * The content words of each sentence that asks, where these say enough. One word may be enough where nothing points
 * back, but then so are all of the text together: “What is the reason?” asks of what was told before.
 */
function askedContents(keywords: string, text: string, language: string): readonly string[] {
  const whole = contentWords(keywords, text, language);
  const asking = askingSentences(text, language);
  if (asking.length === 1 && asking[0] === text) return [whole];
  const contents = asking.flatMap((sentence) => {
    const words = tellingWords(sentence, language);
    const isWhole = hasSubject(sentence, language) && !pointsBack(withoutExpletive(sentence), language);
    const content = askedFor(sentence, language) === '' ? '' : contentWords(words, sentence, language);
    return wordsIn(content) >= (isWhole ? 1 : enoughWords) ? [content] : [];
  });
  return contents.some((content) => wordsIn(content) >= enoughWords) ? contents : [...contents, whole];
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
}

function recogniseWords(text: string): Recognised[] {
  const dates = dateExpressions(text);
  const tokens = numbersAndIdentifiers(blank(text, dates));
  return [
    ...dates.map(({ text: written, from, to }) => ({ kind: 'date' as const, text: written, from, to })),
    ...tokens.map(({ kind, text: written }) => ({ kind, text: written })),
  ];
}

/** A question with its filters taken out of it. */
interface StrippedQuestion extends FieldConditions {
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
function cutOut(text: string, places: readonly Place[]): string {
  return blank(text, places).replace(/\s+/g, ' ').trim();
}
