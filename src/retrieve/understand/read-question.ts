import type { Analyser } from '../../contracts/analyser.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import type { ModelCallOptions } from '../../contracts/generator.ts';
import type { LanguageModel } from '../../contracts/language-model.ts';
import type { SearchedCollection } from '../legs/search-legs.ts';
import { allowedTo, commonFields, type Permitted } from '../search-scope.ts';
import type { Stopwatch } from '../stopwatch.ts';
import { questionLanguage, visibleLanguages } from './question-language.ts';
import { type Rephrased, rephraseQuestion } from './rephrase-question.ts';
import { stripQuestion } from './strip-question.ts';
import { type Question, understandQuestion } from './understand-question.ts';

/** What a question is read with. */
export interface ReadQuestionContext {
  /** At least one. */
  readonly collections: readonly SearchedCollection[];
  readonly embedder: Embedder;
  /** The one that the indexes were written with. */
  readonly analyser: Analyser;
  /** The setting `question.maxLength`. */
  readonly maxQuestionLength: number;
  /** Says questions in other words, which are looked for as well. */
  readonly rephraser?: LanguageModel | undefined;
  /** Of the documents, the most common first, for questions that do not show theirs. Default: English alone. */
  readonly languages?: readonly string[];
}

/** A question as it is searched for. */
export interface QuestionRead {
  readonly question: Question;
  readonly rephrased: Rephrased;
  /** The vector of the question and its other words, still in the making. */
  readonly embedding: Promise<Float32Array>;
}

/**
 * Reads a question, and begins to embed it. Stages timed: rephrase, embed, understand. Errors: those of
 * {@link stripQuestion} and of the engine, `aborted`; those of the embedder come with the vector.
 */
export async function readQuestion(
  questionText: string,
  context: ReadQuestionContext,
  { stopwatch, documents, groups, ...options }: ReadQuestionOptions,
): Promise<QuestionRead> {
  const { collections, embedder, analyser, rephraser, languages = [] } = context;
  const { signal } = options;
  const fields = commonFields(collections);
  const stripped = stripQuestion(questionText, { maxLength: context.maxQuestionLength, fields });
  const rephrased = rephraser
    ? await stopwatch.time('rephrase', () => rephraseQuestion(stripped.text, rephraser, options))
    : inItsOwnWords;
  // The model works on another thread: all that needs no vector is done meanwhile.
  const embedding = stopwatch.time('embed', () =>
    embedder.embedQuery(inAllWords(stripped.text, rephrased), { signal }),
  );
  // Whoever waits for it hears of its failure; where something else fails first, nobody does.
  embedding.catch(() => undefined);
  const question = await stopwatch.time('understand', async () => {
    const indexes = collections.map(({ index }) => index);
    const searched = { languages, indexes, allowed: allowedTo({ documents, groups }), analyser, signal };
    const told = { ...searched, languages: await visibleLanguages(searched) };
    return understandQuestion(stripped, await questionLanguage(stripped.text, told), told.languages);
  });
  return { question, rephrased, embedding };
}

interface ReadQuestionOptions extends ModelCallOptions, Permitted {
  readonly stopwatch: Stopwatch;
}

const inItsOwnWords: Rephrased = { question: undefined, warnings: [] };

/** One text of both: its vector lies between theirs. */
function inAllWords(question: string, { question: rephrased }: Rephrased): string {
  return rephrased === undefined ? question : `${question}\n${rephrased}`;
}
