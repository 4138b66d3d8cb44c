import type { Analyser } from '../../contracts/analyser.ts';
import type { SimilarTerm } from '../../contracts/engine.ts';
import { byLanguage } from '../../language/language-packs.ts';
import { withoutQuestionWords } from '../../question/asking-words.ts';
import type { Question } from '../../question/question.ts';
import type { Recognised } from '../../question/recognised.ts';
import { distinctTerms } from '../../text/words.ts';
import { ownValue } from '../../values/own-value.ts';
import type { Expansion } from '../hit.ts';
import { vietnameseForms } from './other-writings.ts';
import type { Synonyms } from './synonyms.ts';
import type { Vocabulary, WordContext } from './vocabulary.ts';

/** What the section `question` of the settings says of it. */
interface ExpandQuestionSettings {
  /** Looks for words of the collection spelled like those that it does not hold. */
  readonly spelling: boolean;
  /** Looks for the parts of compounds that the collection does not hold, and for compounds of a word. */
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
interface UnknownWord {
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

/** Shorter words resemble too many others. */
const minLength = 4;

/** Longer words resemble no other by chance after one edit. */
const certainLength = 8;

/** From this length on a term, which has no ending any more, is still told by its letters after two edits. */
const lengthForTwoEdits = 7;

/** Corrections of one word. */
const maxCorrections = 2;

/** What a correction counts for, by its edits: the word itself is nowhere, but it need not be what was meant. */
const weights: readonly number[] = [1, 0.8, 0.5];

/** Whether what a word was corrected to may as well be another word: of a short one, or after two edits. */
export function isUncertain({ kind, from, weight }: Expansion): boolean {
  return kind === 'spelling' && (from.length < certainLength || weight < (weights[1] ?? 0));
}

/**
 * The terms of the index that unknown words may have been meant as: only those of fewest edits, the most common
 * first. Stemming takes more or less of a misspelt word than of the right one: `invers` is the term of `inverse`, while
 * its own is `inver`, and `estudaintes` keeps what `estudiantes` loses. Nothing for an engine that knows no terms.
 */
async function correctSpelling(
  words: readonly UnknownWord[],
  language: string,
  { vocabulary, analyser }: WordContext,
): Promise<Expansion[]> {
  const long = words.filter(({ word }) => word.length >= minLength);
  if (long.length === 0) return [];
  await vocabulary.learn(long.map(({ word }) => word.toLowerCase()));
  const corrections = await Promise.all(
    long.map(async ({ word, term }) => {
      const written = new Set(
        slipsIn(word.toLowerCase()).flatMap((slip) => {
          const [meant, ...others] = analyser.terms(slip, language);
          return meant && others.length === 0 ? [meant.text] : [];
        }),
      );
      const similar = await similarTo({ word: word.toLowerCase(), term }, written, vocabulary);
      return similar
        .filter(({ edits }) => edits === similar[0]?.edits)
        .map(({ term: meant, edits }): Expansion => {
          return {
            kind: 'spelling',
            from: word,
            standsFor: [term],
            term: meant,
            weight: weights[edits] ?? 0,
          };
        });
    }),
  );
  return corrections.flat().filter(({ weight }) => weight > 0);
}

/** The terms that resemble a word, fewest edits first; `written` are those of what may have been meant by it. */
async function similarTo(
  { word, term }: UnknownWord,
  written: ReadonlySet<string>,
  vocabulary: Vocabulary,
): Promise<readonly Pick<SimilarTerm, 'term' | 'edits'>[]> {
  if (vocabulary.chunksWith(word) > 0) return [{ term: word, edits: 1 }];
  const maxEdits = term.length < minLength ? 0 : term.length < lengthForTwoEdits ? 1 : 2;
  const similar =
    maxEdits === 0 ? [] : await vocabulary.similarTerms(term, { maxEdits, limit: maxCorrections });
  if (similar[0]?.edits === 1) return similar;
  await vocabulary.learn(written);
  const known = [...written].filter((meant) => vocabulary.chunksWith(meant) > 0);
  const commonest = known.toSorted((a, b) => vocabulary.chunksWith(b) - vocabulary.chunksWith(a));
  return commonest.length === 0
    ? similar
    : commonest.slice(0, maxCorrections).map((meant) => ({ term: meant, edits: 1 }));
}

/** What a word is where two of its letters were swapped, or one was typed too many. */
function slipsIn(word: string): readonly string[] {
  const letters = Array.from(word);
  return letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at), letters.slice(at + 1)];
    const [next, ...rest] = after;
    const isDoubled = letter === next;
    const without = isDoubled || after.length + before.length < minLength ? [] : [[...before, ...after]];
    const swapped = next === undefined || isDoubled ? [] : [[...before, next, letter, ...rest]];
    return [...without, ...swapped].map((one) => one.join(''));
  });
}

/** Shorter words are the end of many that are no compounds of them. */
const minPartOfCompound = 5;

/** Fewer letters before it are a prefix more often than a word. */
const minBefore = 3;

/** Fewer letters behind it are endings: “Lehrerinnen” is no compound of “Lehrer”. */
const minBehind = 5;

/** Compounds of one word. */
const maxCompounds = 10;

/** Terms that are looked through for them: those that begin like a word are its other forms as well. */
const maxLonger = 50;

/** As a part of a compound counts for that: a door key is a key, and need not be the one that was meant. */
const compoundWeight = 0.5;

/** What begins with a word says what is asked of it as well: who asks of the dentist finds his bill. */
const compoundOfFirstWeight = 0.7;

/**
 * The terms of the index that are compounds of unknown words: `Haustürschlüssel` of `Schlüssel`, `Zahnarztrechnung` of
 * `Zahnarzt`, the most common first. Only in languages that write them in one word, and where an engine tells.
 */
async function findCompounds(
  words: readonly UnknownWord[],
  language: string,
  vocabulary: Vocabulary,
): Promise<Expansion[]> {
  const long = writesCompounds(language) ? words.filter(({ term }) => term.length >= minPartOfCompound) : [];
  const found = await Promise.all(
    long.map(async ({ word, term: part }) => {
      const longer = await vocabulary.longerTerms(part, maxLonger);
      return longer
        .flatMap(({ term }): Expansion[] => {
          const isFirst = term.startsWith(part);
          if (term.length < part.length + (isFirst ? minBehind : minBefore)) return [];
          const weight = isFirst ? compoundOfFirstWeight : compoundWeight;
          return [{ kind: 'compound', from: word, standsFor: [part], term, weight }];
        })
        .slice(0, maxCompounds);
    }),
  );
  return found.flat();
}

/** Whether a language writes compounds in one word. */
function writesCompounds(language: string): boolean {
  return ownValue(links, language) !== undefined;
}

/** Languages that write compounds in one word, with what may stand between two parts. */
const links = byLanguage(({ writing }) => writing.compoundLinks);

const minPart = 4;

/** Longer than any word that is written by hand. */
const maxLength = 60;

/** Half of what the compound would have counted for: each part says less than the whole. */
const partWeight = 0.5;

/**
 * The parts of unknown words that the index holds: of all ways to cut a word in two, the one whose rarer part is the
 * most common. Source: Koehn, Knight, "Empirical Methods for Compound Splitting", 2003, with two parts and the rarer
 * one in place of the geometric mean.
 */
async function splitCompounds(
  words: readonly UnknownWord[],
  language: string,
  { vocabulary, analyser }: WordContext,
): Promise<Expansion[]> {
  const between = ownValue(links, language) ?? [];
  if (between.length === 0) return [];
  const splits = words.map(({ word }) => splitsOf(word, between, analyser, language));
  await vocabulary.learn(splits.flat(2));
  const rarer = (parts: readonly string[]) => Math.min(...parts.map((term) => vocabulary.chunksWith(term)));
  return words.flatMap(({ word, term: whole }, place): Expansion[] => {
    const [best] = (splits[place] ?? []).toSorted((a, b) => rarer(b) - rarer(a));
    if (!best || rarer(best) === 0) return [];
    const expansion = { kind: 'compound' as const, from: word, standsFor: [whole], weight: partWeight };
    return best.map((term) => ({ ...expansion, term }));
  });
}

/** The ways to cut a word in two, each as the terms of both parts. */
function splitsOf(
  word: string,
  between: readonly string[],
  analyser: Analyser,
  language: string,
): readonly (readonly string[])[] {
  const letters = word.toLowerCase();
  const splits: string[][] = [];
  if (letters.length > maxLength) return splits;
  for (let cut = minPart; cut <= letters.length - minPart; cut++) {
    for (const link of between) {
      const first = letters.slice(0, cut - link.length);
      if (first.length < minPart || !letters.startsWith(link, cut - link.length)) continue;
      const parts = [first, letters.slice(cut)];
      const terms = parts.flatMap((part) => analyser.terms(part, language).map((term) => term.text));
      if (terms.length === parts.length) splits.push(terms);
    }
  }
  return splits;
}
