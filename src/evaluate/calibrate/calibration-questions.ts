import type { Footnote } from '../../footnote.ts';
import { isAnswerable } from '../evaluation-question.ts';
import { fewQuestionsWarnings } from '../few-questions.ts';
import { generateQuestions } from '../generate/generate-questions.ts';
import { readQuestions } from '../read-questions.ts';
import { offTopicQuestions } from './off-topic-questions.ts';

/** Questions that a collection is calibrated with. */
export interface CalibrationQuestions {
  readonly answerable: readonly string[];
  readonly offTopic: readonly string[];
  /** What a reader must know to judge the thresholds. */
  readonly warnings: readonly string[];
}

/** Questions made where none are given. */
const generatedQuestions = 100;

/** A language of the collection is one of this share of its documents or more. */
const languageShare = 0.1;

/**
 * The questions of a file, or some made from the collection; with those marked as not answerable, and off-topic ones
 * in the collection's languages. Errors: those of {@link readQuestions} and {@link generateQuestions}.
 */
export async function calibrationQuestions(
  footnote: Footnote,
  file: string | undefined,
  options: { readonly signal?: AbortSignal } = {},
): Promise<CalibrationQuestions> {
  const warnings: string[] = [];
  const given = file === undefined ? [] : await readQuestions(file);
  let answerable = given.filter(isAnswerable).map(({ text }) => text);
  if (answerable.length === 0) {
    const made = await generateQuestions(footnote, generatedQuestions, options);
    answerable = made.map(({ question }) => question);
    warnings.push(
      'The answerable questions were made from the documents and are easier than what people ask, so real ones will be refused more often. Questions of your own give better thresholds.',
    );
  }
  warnings.push(...fewQuestionsWarnings(answerable.length));
  const unanswerable = given.filter((question) => !isAnswerable(question)).map(({ text }) => text);
  const languages = await languagesOf(footnote);
  const shipped = languages.flatMap((language) => offTopicQuestions[language] ?? []);
  return { answerable, offTopic: [...unanswerable, ...shipped], warnings };
}

/** The languages that off-topic questions are asked in: those of the documents, else English. */
async function languagesOf(footnote: Footnote): Promise<string[]> {
  const documents = await footnote.listDocuments();
  const byLanguage = Map.groupBy(documents, ({ language }) => language);
  const spoken = [...byLanguage]
    .filter(
      ([language, { length }]) => language in offTopicQuestions && length >= languageShare * documents.length,
    )
    .map(([language]) => language);
  return spoken.length > 0 ? spoken : ['en'];
}
