import { FootnoteError } from '../../errors.ts';
import type { Footnote } from '../../footnote.ts';
import { checkQuestions, type EvaluationQuestion, isAnswerable } from '../evaluation-question.ts';
import { generateQuestions } from '../generate/generate-questions.ts';
import { readQuestions } from '../read-questions.ts';
import { fewQuestionsWarnings } from '../report/format-figure.ts';
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
 * The questions of a file, or some made from the collection; with those marked as not answerable, and off-topic ones in
 * the collection's languages. Errors: those of {@link readQuestions}, {@link checkQuestions} and
 * {@link generateQuestions}; `evaluation_empty` where none can be made, and where no off-topic question is in a
 * language of the documents: others are refused without effort, and thresholds chosen by them let everything through.
 * @param options.maxLength the setting `question.maxLength`
 */
export async function calibrationQuestions(
  footnote: Footnote,
  file: string | undefined,
  options: { readonly maxLength: number; readonly signal?: AbortSignal },
): Promise<CalibrationQuestions> {
  const warnings: string[] = [];
  const given = file === undefined ? [] : await questionsOf(file, options.maxLength);
  const unanswerable = given.filter((question) => !isAnswerable(question)).map(({ text }) => text);
  const languages = await languagesOf(footnote);
  const shipped = languages.flatMap((language) => offTopicQuestions[language] ?? []);
  const offTopic = [...unanswerable, ...shipped];
  const withoutShipped = languages.filter((language) => !Object.hasOwn(offTopicQuestions, language));
  const names = withoutShipped.map((language) => languageName.of(language) ?? language).join(' or ');
  if (offTopic.length === 0) {
    const what = `question with "answerable: false", and Footnote comes with none in ${names}`;
    throw new FootnoteError('evaluation_empty', { path: file ?? 'The collection', what });
  }
  if (withoutShipped.length > 0)
    warnings.push(
      `Footnote comes with no off-topic questions in ${names}: only your own with "answerable: false" show what to refuse there.`,
    );
  let answerable = given.filter(isAnswerable).map(({ text }) => text);
  if (answerable.length === 0) {
    const made = await generateQuestions(footnote, generatedQuestions, options);
    answerable = made.map(({ question }) => question);
    if (answerable.length === 0) {
      const what = 'passage that a question could be made from';
      throw new FootnoteError('evaluation_empty', { path: 'The collection', what });
    }
    warnings.push(
      'The answerable questions were made from the documents and are easier than what people ask, so real questions will be refused more often. Questions of your own give better thresholds.',
    );
  }
  warnings.push(...fewQuestionsWarnings(answerable.length));
  return { answerable, offTopic, warnings };
}

async function questionsOf(file: string, maxLength: number): Promise<readonly EvaluationQuestion[]> {
  const questions = await readQuestions(file);
  checkQuestions(questions, file, maxLength);
  return questions;
}

const languageName = new Intl.DisplayNames('en', { type: 'language' });

/** The languages of a share of the documents, the most common first; all where none has as many. English of none. */
async function languagesOf(footnote: Footnote): Promise<string[]> {
  const documents = await footnote.listDocuments();
  const counts = [...Map.groupBy(documents, ({ language }) => language)]
    .map(([language, { length: count }]) => ({ language, count }))
    .toSorted((a, b) => b.count - a.count);
  const common = counts.filter(({ count }) => count >= languageShare * documents.length);
  const spoken = (common.length > 0 ? common : counts).map(({ language }) => language);
  return spoken.length > 0 ? spoken : ['en'];
}
