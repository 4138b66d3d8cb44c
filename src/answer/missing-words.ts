import type { Analyser } from '../contracts/analyser.ts';
import { type Chunk, isOfPassage } from '../contracts/chunk.ts';
import type { Citation } from '../contracts/generator.ts';
import { contentWords } from '../question/asking-words.ts';
import { askedParts } from '../question/intent.ts';
import { askedNames } from '../question/names.ts';
import type { QuestionTrace } from '../retrieve/hit.ts';
import { sumOfWeights } from '../retrieve/legs/weigh-hit.ts';
import { names } from '../text/proper-names.ts';
import { unspacedLetters } from '../text/words.ts';
import type { Remark, Speaker } from './wording/speaker.ts';

/** What an answer was made from and what it cites. */
interface CitedAnswer {
  readonly question: QuestionTrace;
  /** What was asked, without what was taken over from a conversation. */
  readonly asked: string;
  readonly citations: readonly Citation[];
  /** The passages that were found. */
  readonly chunks: readonly Chunk[];
  /** Probability that the passages answer, where it is known. */
  readonly answerProbability?: number | undefined;
}

/**
 * Share of what a question asks for, by weight, from which ordinary words are told of that are not mentioned. Chosen on
 * the odd questions of the handbooks: most near misses are told of, and one answered question of ten has a warning.
 */
const leastShare = 0.4;

/** Probability that the passages answer, below which every word is told of; chosen on the same questions. */
const doubtful = 0.3;

/** Letters of an ordinary word, fewest: “go” is said in many ways. */
const shortestTold = 3;

/** Words told, most: the rarest. */
const mostTold = 3;

/**
 * Tells of the names in a question, and of its other words where they are much of it or an answer is doubtful, that
 * nothing cited mentions: not in the words cited, nor in the headings above them, the title, or what the document says
 * of itself. A code, a version or a date counts in any writing. Of names that no document has either, that is told.
 */
export function missingWords(cited: CitedAnswer, analyser: Analyser, speaker: Speaker): Remark[] {
  const { question, citations, chunks } = cited;
  if (citations.length === 0) return [];
  // What a message only tells need not be mentioned.
  const asked = askedParts(cited.asked, question.language).join('\n');
  const answer = { ...cited, asked };
  const scopes = citations.map((citation) => scopeOf(citation, chunks));
  const written = askedNames(asked, question.language).filter(({ kind }) => kind !== 'number');
  const unborne = written
    .filter(({ bearingOf }) => !scopes.some(({ text }) => bearingOf(text) === 'borne'))
    .map(({ text }) => text);
  const { words, share } = unmentioned(answer, scopes, analyser);
  const others = words.filter((word) => !written.some(({ text }) => isIn(word, text)));
  const properNames = new Set(names(asked, question.language));
  const named = [...unborne, ...others.filter((word) => properNames.has(word))];
  const isNowhere = (name: string) =>
    question.terms.some(({ term, word = term, absent }) => absent && isIn(word, name)) &&
    !chunks.some(({ content }) => isIn(name, content));
  const nowhere = named.filter(isNowhere);
  const isDoubtful = (cited.answerProbability ?? 1) < doubtful;
  const isTold = (word: string) => (isDoubtful || share >= leastShare) && wordLength(word) >= shortestTold;
  const ordinary = others.filter((word) => !properNames.has(word) && isTold(word)).slice(0, mostTold);
  const missing = [...named.filter((name) => !nowhere.includes(name)), ...ordinary];
  const list = (said: readonly string[]) => listed(said, speaker);
  return [
    ...(nowhere.length > 0 ? [{ sentence: 'wordsNowhere', words: list(nowhere) } as const] : []),
    ...(missing.length > 0 ? [{ sentence: 'notMentioned', words: list(missing) } as const] : []),
  ];
}

/** In letters; a word of a script that puts no spaces between them is as long as it needs to be. */
function wordLength(word: string): number {
  return new RegExp(`[${unspacedLetters}]`, 'u').test(word) ? shortestTold : word.length;
}

function isIn(word: string, text: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase());
}

interface Scope {
  readonly text: string;
  readonly language: string;
}

/** A citation with all that says what it is about. */
function scopeOf({ quote, title, headingPath, chunkId }: Citation, chunks: readonly Chunk[]): Scope {
  const chunk = chunks.find(({ id }) => id === chunkId);
  const said = Object.entries(chunk?.metadata ?? {})
    .filter(([field]) => !isOfPassage(field))
    .map(([field, value]) => `${field} ${String(value)}`);
  return { text: [quote, ...headingPath, title, ...said].join('\n'), language: chunk?.language ?? 'en' };
}

/** The content words of a question that no scope holds, the rarest first, and what share of all they are by weight. */
function unmentioned(
  { question, asked }: CitedAnswer,
  scopes: readonly Scope[],
  analyser: Analyser,
): { readonly words: readonly string[]; readonly share: number } {
  const held = new Set(
    scopes.flatMap(({ text, language }) => analyser.terms(text, language).map((term) => term.text)),
  );
  for (const { term, standsFor } of question.expansions)
    if (held.has(term)) for (const meant of standsFor) held.add(meant);
  const content = contentWords(question.keywords, asked, question.language);
  const terms = question.terms.filter(({ term, word = term }) => isIn(word, content) && isIn(word, asked));
  const lost = terms.filter(({ term }) => !held.has(term)).toSorted((a, b) => b.weight - a.weight);
  const all = sumOfWeights(terms);
  return {
    words: lost.map(({ term, word = term }) => word),
    share: all === 0 ? 0 : sumOfWeights(lost) / all,
  };
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
