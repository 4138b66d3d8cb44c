import type { Analyser, Term } from '../contracts/analyser.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { LanguageModel, ModelCallOptions } from '../contracts/generator.ts';
import { type Rephrased, rephraseQuestion } from '../question/in-other-words.ts';
import { type Question, stripQuestion, understandQuestion } from '../question/question.ts';
import { questionLanguage, visibleLanguages } from '../question/question-language.ts';
import { searchText, type WholeQuestion } from '../question/whole-question.ts';
import { partsOf } from '../text/analyser/word-terms.ts';
import { distinctTerms } from '../text/words.ts';
import type { QuestionTrace } from './hit.ts';
import type { SearchedCollection } from './legs/search-legs.ts';
import type { AskedTerms } from './relevance.ts';
import { allowedTo, commonFields, type Permitted } from './search-scope.ts';
import type { Stopwatch } from './stopwatch.ts';

/** What a question is read with. */
export interface ReadQuestionContext {
  /** At least one. */
  readonly collections: readonly SearchedCollection[];
  readonly embedder: Pick<Embedder, 'languages' | 'embedQuery'>;
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
interface QuestionRead {
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
  whole: WholeQuestion,
  context: ReadQuestionContext,
  { stopwatch, documents, groups, projects, ...options }: ReadQuestionOptions,
): Promise<QuestionRead> {
  const { collections, embedder, analyser, rephraser, languages = [] } = context;
  const { signal } = options;
  const fields = commonFields(collections);
  const stripped = stripQuestion(searchText(whole), { maxLength: context.maxQuestionLength, fields });
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
    const allowed = allowedTo({ documents, groups, projects });
    const searched = { languages, indexes, allowed, analyser, signal };
    const told = { ...searched, languages: await visibleLanguages(searched) };
    const language = await questionLanguage(stripped.text, told);
    return understandQuestion(stripped, language, told.languages, whole);
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

/**
 * How a question was read, each term with the word that it was made from where that is written otherwise. Its words are
 * read at once, and what was asked for is added when that is known.
 */
export function questionTrace(
  { language, documentLanguage, keywords, recognised }: Question,
  { analyser, rephrased }: { readonly analyser: Analyser; readonly rephrased: string | undefined },
): (asked: AskedTerms & { readonly absent: ReadonlySet<string> }) => QuestionTrace {
  const words = wordsOfTerms(keywords, documentLanguage, analyser);
  return ({ terms, expansions, absent }) => ({
    language,
    rephrased: rephrased ?? null,
    keywords,
    terms: terms.map((weighted) => {
      const word = words.get(weighted.term);
      const isAbsent = absent.has(weighted.term);
      return { ...weighted, ...(word !== undefined && { word }), ...(isAbsent && { absent: true }) };
    }),
    recognised,
    expansions,
  });
}

const word = /[\p{L}\p{M}\p{N}_]+(?:['’-][\p{L}\p{M}\p{N}_]+)*/gu;

/**
 * The word of a question that each of its terms was made from, for whoever reads what was looked for: “digital” for
 * `digit`, “max_connections” for `maxconnect`. Terms that are written as they were asked, and pieces of words that are
 * written without spaces, are not among them.
 */
export function wordsOfTerms(
  keywords: string,
  language: string,
  analyser: Analyser,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const name = (written: string, term: Term | undefined) => {
    if (!term || words.has(term.text) || term.text === written.toLowerCase()) return;
    words.set(term.text, written);
  };
  for (const [written] of keywords.matchAll(word)) {
    const terms = analyser.terms(written, language);
    const parts = partsOf(written);
    if (terms.length > 1 && parts.length === 1) continue;
    for (const part of parts) name(part, part === written ? terms[0] : analyser.terms(part, language)[0]);
    if (parts.includes(written)) continue;
    // The whole of an identifier comes behind its parts.
    const ofParts = distinctTerms(analyser, parts.join(' '), language);
    const whole = terms.at(-1);
    if (whole && !ofParts.has(whole.text)) name(written, whole);
  }
  return words;
}
