import type { Analyser } from '../../contracts/analyser.ts';
import { distinctTerms } from '../../text/distinct-terms.ts';
import { correctSpelling } from './correct-spelling.ts';
import type { Expansion } from './expansion.ts';
import { findCompounds } from './find-compounds.ts';
import type { Recognised } from './recognised.ts';
import { splitCompounds } from './split-compounds.ts';
import type { Synonyms } from './synonyms.ts';
import type { Question } from './understand-question.ts';
import type { Vocabulary, WordContext } from './vocabulary.ts';
import { withoutQuestionWords } from './without-question-words.ts';
import { vietnameseForms } from './writings/words-otherwise.ts';

/** What the section `question` of the settings says of it. */
export interface ExpandQuestionSettings {
  /** Looks for words of the collection spelled like those that it does not hold. */
  readonly spelling: boolean;
  /** Looks for the parts of compounds that the collection does not hold, and for compounds that end in a word. */
  readonly compounds: boolean;
  /** What is found must have the question's quoted phrases. Default: only where the whole question is quoted. */
  readonly exactPhrases?: boolean;
}

/** How every question is expanded. */
export interface QuestionExpansion {
  readonly settings: ExpandQuestionSettings;
  readonly synonyms?: Synonyms;
  /** The question in other words. */
  readonly rephrased?: string | undefined;
}

type AskedWords = Pick<Question, 'keywords' | 'language' | 'documentLanguage' | 'recognised'>;

/** A word of the question that makes one term, which the index does not hold. */
export interface UnknownWord {
  readonly word: string;
  readonly term: string;
}

/** As many as a query takes, see {@link KeywordExpansion}. */
const maxExpansions = 100;

/** What a term of the rephrased question counts for beside a word of the question. */
const rephrasingWeight = 0.5;

/** Looking each word up costs time, and a text with more words that are unknown is in no need of a few more. */
const maxUnknownWords = 20;

/**
 * The terms to look for beside those of the question: synonyms, those of the question in other words, and for words
 * that the index does not hold, what they may have been meant as, the parts they are made of, and compounds of them.
 * Errors: `aborted`, and those of the engine.
 * @param written what other writings of its words were found to be
 */
export async function expandQuestion(
  { keywords, language: asked, documentLanguage: language, recognised }: AskedWords,
  { vocabulary, analyser, synonyms, rephrased, settings }: QuestionExpansion & WordContext,
  written: readonly Expansion[] = [],
): Promise<readonly Expansion[]> {
  const expansions: Expansion[] = synonyms?.expansionsOf(keywords, language, analyser) ?? [];
  if (rephrased !== undefined)
    expansions.push(...rephrasingOf(keywords, withoutQuestionWords(rephrased, asked), language, analyser));
  if (language === 'vi') expansions.push(...(await withMarks(keywords, vocabulary)));
  // Next to every word of another language resembles one of the documents'.
  const spelling = settings.spelling && asked === language;
  if (spelling || settings.compounds) {
    const words = wordsOf(withoutFixed(keywords, recognised), language, analyser);
    const unknown = await unknownWords(words, vocabulary);
    if (settings.compounds) {
      expansions.push(...(await splitCompounds(unknown, language, { vocabulary, analyser })));
      expansions.push(...(await findCompounds(unknown, language, vocabulary)));
    }
    // What has synonyms, stands in the documents in another writing, or is a compound of known words is spelled right.
    const known = new Set([...written, ...expansions].flatMap(({ standsFor }) => standsFor));
    const misspelt = unknown.filter(({ term }) => !known.has(term));
    if (spelling) expansions.push(...(await correctSpelling(misspelt, language, { vocabulary, analyser })));
  }
  return expansions.slice(0, maxExpansions);
}

/** What a syllable with marks counts for beside the one that was typed without: it may be another one. */
const markedWeight = 0.8;

/** Forms of one syllable that are looked for, the most common first. */
const mostMarked = 3;

/** The Vietnamese syllables of the index that a question which was typed without any marks may have. */
async function withMarks(keywords: string, vocabulary: Vocabulary): Promise<readonly Expansion[]> {
  const syllables = [...new Set(keywords.toLowerCase().match(/[\p{L}\p{M}]+/gu))].slice(0, maxUnknownWords);
  if (!syllables.every((typed) => /^[a-z]+$/.test(typed))) return [];
  const forms = syllables.map((typed) => vietnameseForms(typed).filter((form) => form !== typed));
  await vocabulary.learn(forms.flat());
  return syllables.flatMap((typed, place) =>
    (forms[place] ?? [])
      .filter((form) => vocabulary.chunksWith(form) > 0)
      .toSorted((a, b) => vocabulary.chunksWith(b) - vocabulary.chunksWith(a))
      .slice(0, mostMarked)
      .map((term): Expansion => {
        return { kind: 'writing', from: typed, standsFor: [typed], term, weight: markedWeight };
      }),
  );
}

/** They stand for none of the question's words: what has them alone is no more relevant for it. */
function rephrasingOf(
  keywords: string,
  rephrased: string,
  language: string,
  analyser: Analyser,
): Expansion[] {
  const asked = distinctTerms(analyser, keywords, language);
  const others = [...distinctTerms(analyser, rephrased, language)].filter((term) => !asked.has(term));
  return others.map((term) => {
    return { kind: 'rephrasing', from: keywords, standsFor: [], term, weight: rephrasingWeight };
  });
}

/** A quoted phrase is meant as it stands, and months are no words of the collection's. */
function withoutFixed(text: string, recognised: readonly Recognised[]): string {
  return recognised
    .filter(({ kind }) => kind === 'phrase' || kind === 'date')
    .reduce((rest, fixed) => rest.replaceAll(fixed.text, ' '), text);
}

/**
 * Letters without a digit, an underscore or an apostrophe beside them: identifiers are not misspelt, nor is `didn't`.
 */
const plainWord = /(?<![\p{L}\p{M}\p{N}_'’])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}_'’])/gu;

/** The plain words that are one term each, each once. */
function wordsOf(text: string, language: string, analyser: Analyser): UnknownWord[] {
  const words = new Set(text.match(plainWord));
  return Array.from(words).flatMap((word) => {
    const [term, ...others] = analyser.terms(word, language);
    return term && others.length === 0 ? [{ word, term: term.text }] : [];
  });
}

async function unknownWords(words: readonly UnknownWord[], vocabulary: Vocabulary): Promise<UnknownWord[]> {
  await vocabulary.learn(words.map(({ term }) => term));
  return words.filter(({ term }) => vocabulary.chunksWith(term) === 0).slice(0, maxUnknownWords);
}
