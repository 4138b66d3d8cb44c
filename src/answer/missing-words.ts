import type { Analyser } from '../contracts/analyser.ts';
import { type Chunk, isOfPassage } from '../contracts/chunk.ts';
import type { Citation } from '../contracts/generator.ts';
import { isAskedThing, isQuestionWord } from '../question/asking-words.ts';
import type { AskedMeasure } from '../question/intent.ts';
import type { AskedName } from '../question/names.ts';
import type { QuestionPart } from '../question/question.ts';
import type { QuestionTrace } from '../retrieve/hit.ts';
import { sumOfWeights } from '../retrieve/legs/weigh-hit.ts';
import { isFunctionWord } from '../text/function-words.ts';
import { capitalisesNouns, names } from '../text/proper-names.ts';
import { formsOf, holdsAmount } from '../text/scale-words.ts';
import { escapedPattern, unspacedLetters, wholeWordsSource, writesSpaces } from '../text/words.ts';
import { Attributes } from './attributes.ts';
import { headingLineAbove } from './extract/quotable-units.ts';
import { recordsIn } from './extract/records.ts';
import { hasAnswerCue } from './extract/unit-features.ts';
import { nameOfFile } from './passages-to-read.ts';
import type { Remark, Speaker } from './wording/speaker.ts';

/** What an answer was made from and what it cites. */
interface CitedAnswer {
  readonly question: QuestionTrace;
  /** The questions of the message, without what it only tells and what was taken over from a conversation. */
  readonly parts: readonly QuestionPart[];
  readonly citations: readonly Citation[];
  /** The passages that were found. */
  readonly chunks: readonly Chunk[];
  /** Probability that the passages answer, where it is known. */
  readonly answerProbability?: number | undefined;
}

/**
 * Share of what a question asks for, by weight, from which ordinary words are told of that are not mentioned: where the
 * passages are likelier to answer than not, others say the same. Chosen on the odd questions of handbooks and
 * judgement and of `squad2-500`: one answered question of 20 to ten has a warning, before of five to ten.
 */
const leastShare = 0.4;
const leastShareOfLikely = 0.7;
const likely = 0.5;

/** Probability that the passages answer, below which every word that the first quote lacks is told of. */
const doubtful = 0.3;

/** Letters of an ordinary word, fewest: “go” is said in many ways. */
const shortestTold = 3;

/** Words told, most: the rarest. */
const mostTold = 3;

/**
 * Tells of the names in a question, and of its other words where they are much of it or an answer is doubtful, that
 * nothing cited mentions: not in the words cited, nor in the headings above them, the title, the name of the file, or
 * what the document says of itself. A code, a version or a date counts in any writing. Of names that no document has
 * either, that is told.
 */
export function missingWords(cited: CitedAnswer, analyser: Analyser, speaker: Speaker): Remark[] {
  const { question, parts, citations, chunks } = cited;
  if (citations.length === 0) return [];
  const asked = parts.map(({ text }) => text).join('\n');
  const scopes = citations.map((citation) => scopeOf(citation, chunks));
  const written = parts.flatMap((part) => part.names.filter((name) => isTelling(name, part)));
  const unborne = written
    .filter(({ bearingOf }) => !scopes.some(({ text }) => bearingOf(text) === 'borne'))
    .map(({ kind, shape, text }) => (kind === 'number' ? `${shape} ${text}` : text));
  const attributes = new Attributes(question.language, analyser);
  const { words, share } = unmentioned(cited, scopes, analyser, attributes);
  const others = words.filter((word) => !written.some(({ text }) => isIn(word, text)));
  const isOfTable = citations.every(({ kind }) => isOfTableKind(kind));
  const properNames = new Set(names(asked, question.language));
  const named = [...unborne, ...others.filter((word) => properNames.has(word))];
  const isNowhere = (name: string) =>
    question.terms.some(({ term, word = term, absent }) => absent && isIn(word, name)) &&
    !chunks.some(({ content }) => isIn(name, content));
  const nowhere = named.filter(isNowhere);
  const { answerProbability: probability = 0 } = cited;
  const isRead = cited.answerProbability !== undefined;
  // Of rows the reader, which knows prose, can say little.
  const isDoubtful = isRead && !isOfTable && probability < doubtful;
  // Of two things one is told of first, and the other behind it.
  const isOfTwo = parts.some(({ compared }) => compared.length > 0);
  const least = isRead && probability >= likely ? leastShareOfLikely : leastShare;
  const unsaid = isDoubtful
    ? unmentioned(cited, isOfTwo ? scopes : openingScopes(citations, scopes), analyser, attributes).words
    : others.filter((word) => share >= least || (isOfTable && isAskedThing(word, asked, question.language)));
  const quotes = citations.map(({ quote }) => quote);
  const wanted = parts.find(({ measure }) => measure)?.measure;
  const isLacking =
    wanted &&
    !isHeaded(wanted, scopes, attributes) &&
    ((isDoubtful && wanted.measure !== 'name') || !isHeld(wanted, quotes, asked, question.language));
  const lacking = isLacking ? wanted : undefined;
  const isNamed = (word: string) => named.includes(word) || written.some(({ text }) => isIn(word, text));
  // “What time” is told by a time, “how much … pay” by a price.
  const answered = [
    wanted && !isLacking ? wanted.word : '',
    ...parts.map((part) => wordsOfType(part, quotes)),
  ];
  const ordinary = unsaid
    .filter((word) => !isNamed(word) && wordLength(word) >= shortestTold)
    .filter((word) => !answered.some((words) => isIn(word, words)))
    .filter((word) => isRead || mayBeNoun(word, asked, question.language))
    .slice(0, mostTold);
  const amount = lacking && lacking.measure !== 'name' ? [lacking.word] : [];
  const missing = [
    ...named.filter((name) => !nowhere.includes(name)),
    ...amount,
    ...together(ordinary, asked),
  ];
  const list = (said: readonly string[]) => listed(said, speaker);
  return [
    ...(nowhere.length > 0 ? [{ sentence: 'wordsNowhere', words: list(nowhere) } as const] : []),
    ...(missing.length > 0 ? [{ sentence: 'notMentioned', words: list(missing) } as const] : []),
    ...(lacking?.measure === 'name' ? [{ sentence: 'noName' } as const] : []),
  ];
}

/**
 * Whether a name of a question must be mentioned: a number only where it tells which of several is meant, “class 2”,
 * and not where it counts what stands behind it, “within 5 days”.
 */
function isTelling({ kind, end }: AskedName, { text, language }: QuestionPart): boolean {
  if (kind !== 'number') return true;
  const [next] = /(?<=^[\s%]{1,2})[\p{L}\p{M}]+/u.exec(text.slice(end)) ?? [];
  return next === undefined || isFunctionWord(next, language) || isQuestionWord(next, language);
}

/** Whether what is asked for, an amount of a kind or a name, is in a quote. */
function isHeld(
  { measure }: AskedMeasure,
  quotes: readonly string[],
  question: string,
  language: string,
): boolean {
  return quotes.some((quote) =>
    measure === 'name' ? hasAnswerCue(quote, 'person', { question, language }) : holdsAmount(quote, measure),
  );
}

/** The words that say which kind of thing is asked for, where a quote has one of that kind. */
function wordsOfType({ text, type, typeWords, language }: QuestionPart, quotes: readonly string[]): string {
  const isHeld = quotes.some((quote) => type && hasAnswerCue(quote, type, { question: text, language }));
  return isHeld ? typeWords : '';
}

/**
 * Whether a row, its column or what the table stands under has the name of what asks for an amount: “Height” needs no
 * “40 m” below it.
 */
function isHeaded(
  { measure, word }: AskedMeasure,
  scopes: readonly Scope[],
  attributes: Attributes,
): boolean {
  const asked = new Set<string>([measure, ...attributes.askedBy([word])]);
  return (
    measure !== 'name' &&
    scopes.some(
      ({ isOfTable, text }) =>
        isOfTable && (isIn(word, text) || attributes.namedIn(text).some((named) => asked.has(named))),
    )
  );
}

function isOfTableKind(kind: Citation['kind']): boolean {
  return kind === 'table' || kind === 'table-header';
}

/** Words that stand side by side in a question as one: “chief executive”. */
function together(words: readonly string[], asked: string): readonly string[] {
  for (const first of words)
    for (const second of words) {
      const both = `${first} ${second}`;
      if (!isIn(both, asked)) continue;
      return together([both, ...words.filter((word) => word !== first && word !== second)], asked);
    }
  return words;
}

/** In letters; a word of a script that puts no spaces between them is as long as it needs to be. */
function wordLength(word: string): number {
  return new RegExp(`[${unspacedLetters}]`, 'u').test(word) ? shortestTold : word.length;
}

function isIn(word: string, text: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

/** Whether a text has a word: as a whole, but in a script that puts no spaces between words. */
function isWordOf(word: string, text: string): boolean {
  return unspaced.test(word) ? isIn(word, text) : wholeWord(word).test(text);
}

function wholeWord(word: string): RegExp {
  return new RegExp(wholeWordsSource(escapedPattern(word)), 'iu');
}

/**
 * Whether a word of a question may be a noun. What is missing is a thing: where nouns have capitals, a word without one
 * is said in many ways, “Darf ich einen Hund halten?”, unless the question was typed without any.
 */
function mayBeNoun(word: string, asked: string, language: string): boolean {
  if (!capitalisesNouns.has(language) || !/.\p{Lu}/su.test(asked)) return true;
  return /^\p{Lu}/u.test(wholeWord(word).exec(asked)?.[0] ?? '');
}

const unspaced = new RegExp(`[${unspacedLetters}\\p{scx=Hang}]`, 'u');

interface Scope {
  readonly isOfTable: boolean;
  readonly text: string;
  readonly language: string;
}

/** Those of the quote that answers best, which comes first, with the headers of tables. */
function openingScopes(citations: readonly Citation[], scopes: readonly Scope[]): readonly Scope[] {
  const first = citations.findIndex(({ kind }) => kind !== 'table-header');
  return scopes.filter((_, at) => at === first || citations[at]?.kind === 'table-header');
}

/** A citation with all that says what it is about. */
function scopeOf(
  { quote, title, headingPath, chunkId, path, kind, start }: Citation,
  chunks: readonly Chunk[],
): Scope {
  const chunk = chunks.find(({ id }) => id === chunkId);
  const said = Object.entries(chunk?.metadata ?? {})
    .filter(([field]) => !isOfPassage(field))
    .map(([field, value]) => `${field} ${String(value)}`);
  const at = chunk ? start - chunk.start : 0;
  const record = chunk && recordsIn(chunk.content).find((one) => one.start <= at && at < one.end);
  const asked = chunk ? headingLineAbove(chunk.content, at) : '';
  const text = [quote, asked, ...headingPath, title, nameOfFile(path), ...said, record?.values ?? ''].join(
    '\n',
  );
  return { text, language: chunk?.language ?? 'en', isOfTable: isOfTableKind(kind) };
}

/** The content words of a question that no scope holds, the rarest first, and what share of all they are by weight. */
function unmentioned(
  { question, parts }: CitedAnswer,
  scopes: readonly Scope[],
  analyser: Analyser,
  attributes: Attributes,
): { readonly words: readonly string[]; readonly share: number } {
  const held = new Set(
    scopes.flatMap(({ text, language }) => analyser.terms(text, language).map((term) => term.text)),
  );
  for (const { term, standsFor } of question.expansions)
    if (held.has(term)) for (const meant of standsFor) held.add(meant);
  const content = parts.map((part) => part.content).join('\n');
  const asked = parts.map(({ text }) => text).join('\n');
  const terms = question.terms.filter(({ term, word = term }) => isWordOf(word, content));
  const named = scopes.map(({ text, isOfTable }) => ({ isOfTable, all: attributes.namedIn(text) }));
  // “Price” says what “cost” asks for; a year is a day of what is told only as the name of a column.
  const isOfAttribute = (words: readonly string[]) =>
    attributes
      .askedBy(words)
      .some((one) => named.some(({ all, isOfTable }) => (isOfTable || one !== 'date') && all.includes(one)));
  const isNamed = (word: string) =>
    writesSpaces(question.language)
      ? isOfAttribute([word]) || scopes.some(({ text }) => holdsUnit(text, word))
      : attributes.phrasesWith(word, asked).some((phrase) => isOfAttribute([phrase]));
  const lost = terms
    .filter(({ term, word = term }) => !held.has(term) && !isNamed(word))
    .toSorted((a, b) => b.weight - a.weight);
  const all = sumOfWeights(terms);
  return {
    words: lost.map(({ term, word = term }) => word),
    share: all === 0 ? 0 : sumOfWeights(lost) / all,
  };
}

/** Whether a text gives an amount in a unit, however that is written: “12 t” in tonnes. */
function holdsUnit(text: string, word: string): boolean {
  const forms = formsOf(word).map(escapedPattern).join('|');
  if (forms === '') return false;
  const behind = String.raw`(?<=\p{N}\s?)(?:${forms})(?!\p{L})`;
  return new RegExp(String.raw`${behind}|(?<!\p{L})(?:${forms})(?=\s?\p{N})`, 'iu').test(text);
}

function listed(words: readonly string[], speaker: Speaker): string {
  return [...new Set(words)]
    .filter((word) => !isPartOfOther(word, words))
    .map((word) => speaker.say({ sentence: 'quoted', words: word }))
    .join(speaker.say({ sentence: 'listSeparator' }));
}

/** An identifier is looked for in its parts as well. */
function isPartOfOther(word: string, words: readonly string[]): boolean {
  return words.some((other) => other.length > word.length && isIn(word, other));
}
