import type { Analyser } from '../contracts/analyser.ts';
import type { GenerateRequest, Passage, WeightedTerm } from '../contracts/generator.ts';
import { type Sentence, sentences } from '../text/sentences.ts';
import { type AnswerType, answerType, hasAnswerCue } from './answer-type.ts';

/** A sentence that may be quoted, with all that its choice depends on. */
export interface ScoredSentence {
  readonly passage: Passage;
  /** `[start, end)` of the document's cleaned text. */
  readonly start: number;
  readonly end: number;
  /** The question's terms in it. */
  readonly covered: ReadonlySet<string>;
  /** All its terms: what tells repetitions apart. */
  readonly terms: readonly string[];
  /** What it earns for the words it shares with the question; falls as other sentences cover them. */
  readonly coverage: number;
  /** What it earns for everything else. */
  readonly bonus: number;
}

/** Weights of the parts of a sentence's score beside its own coverage of the question, which weighs 1. */
const weights = {
  passage: 0.5,
  neighbours: 0.3,
  bigrams: 0.2,
  answerType: 0.15,
  characters: 0.5,
  tableHeader: 0.3,
  /** A line of code shares words with many questions and is a sentence that answers few of them. */
  code: -0.3,
  /** Words without a stop name something more often than they say something of it. */
  fragment: -0.1,
  /** A sentence that asks shares the most words with a question and answers none. */
  question: -2,
};

/**
 * Scores every sentence of the passages by how well it answers: the question's terms in it weighed by rarity, the
 * passage's own score, its neighbours' terms, adjacent pairs of terms, a cue of the kind of thing asked for, shared
 * character 4-grams (other forms of the same word) and, for a table's row, the terms of its header. Headings, table
 * headers and captions are read but never offered. In order of passage, then of place.
 */
export function scoreSentences(request: GenerateRequest, analyser: Analyser): ScoredSentence[] {
  const question: QuestionFeatures = {
    terms: request.terms,
    totalWeight: request.terms.reduce((sum, { weight }) => sum + weight, 0),
    pairs: adjacentPairs(analyser.terms(request.question, request.language).map(({ text }) => text)),
    grams: characterGrams(request.question),
    type: request.language === 'en' ? answerType(request.question) : undefined,
  };
  const scores = request.passages.map(({ score }) => score);
  const best = Math.max(...scores);
  const spread = best - Math.min(...scores);
  return request.passages.flatMap((passage) =>
    scorePassage(passage, spread === 0 ? 1 : 1 - (best - passage.score) / spread, question, analyser),
  );
}

interface QuestionFeatures {
  readonly terms: readonly WeightedTerm[];
  readonly totalWeight: number;
  readonly pairs: ReadonlySet<string>;
  readonly grams: ReadonlySet<string>;
  readonly type: AnswerType | undefined;
}

interface AnalysedSentence extends Sentence {
  readonly text: string;
  readonly terms: readonly string[];
  readonly covered: ReadonlySet<string>;
}

function scorePassage(
  passage: Passage,
  passageShare: number,
  question: QuestionFeatures,
  analyser: Analyser,
): ScoredSentence[] {
  const { chunk } = passage;
  const asked = new Set(question.terms.map(({ term }) => term));
  const analysed = sentences(chunk.content, chunk.language).map((sentence): AnalysedSentence => {
    const text = chunk.content.slice(sentence.start, sentence.end);
    // The words of a link count, its address does not.
    const words = text.replace(/\]\([^)\s]*\)/g, ']');
    const terms = analyser.terms(words, chunk.language).map((term) => term.text);
    return { ...sentence, text: words, terms, covered: new Set(terms.filter((term) => asked.has(term))) };
  });

  let header: ReadonlySet<string> = new Set();
  const scored: ScoredSentence[] = [];
  for (const [position, sentence] of analysed.entries()) {
    if (sentence.kind === 'table-header') header = sentence.covered;
    else if (sentence.kind !== 'table-row') header = new Set();
    if (sentence.kind === 'table-header' || sentence.kind === 'heading' || isLabel(sentence)) continue;

    const around = [analysed[position - 1], analysed[position + 1]].flatMap((near) => [
      ...(near?.covered ?? []),
    ]);
    const bonus =
      weights.passage * passageShare +
      weights.neighbours * share(question, new Set(around)) +
      weights.bigrams * overlap(question.pairs, adjacentPairs(sentence.terms)) +
      weights.answerType * (question.type && hasAnswerCue(sentence.text, question.type) ? 1 : 0) +
      weights.characters * overlap(question.grams, characterGrams(sentence.text)) +
      weights.tableHeader * share(question, header) +
      (sentence.kind === 'code' ? weights.code : 0) +
      (isFragment(sentence) ? weights.fragment : 0) +
      (isQuestion(sentence) ? weights.question : 0);
    scored.push({
      passage,
      start: chunk.start + sentence.start,
      end: chunk.start + sentence.end,
      covered: sentence.covered,
      terms: sentence.terms,
      coverage: share(question, sentence.covered),
      bonus,
    });
  }
  return scored;
}

/** Fewest terms of a sentence that can answer with nothing but the question's own words. */
const statementTerms = 3;

/** Whether it only names the subject: a caption, or a heading that carries no mark. "Prices." answers no question. */
function isLabel({ text, terms, covered }: AnalysedSentence): boolean {
  if (terms.some((term) => !covered.has(term))) return false;
  return terms.length < statementTerms || !/[\p{Po}\p{Pe}\p{Pf}]$/u.test(text);
}

/** Whether it is prose, or a list's item, that no stop ends; a colon announces what is not in the sentence. */
function isFragment({ kind, text }: AnalysedSentence): boolean {
  return (kind === 'prose' || kind === 'list-item') && !/[.!?…。！？।؟]["'”’»)\]*_`]*$/u.test(text);
}

function isQuestion({ text }: AnalysedSentence): boolean {
  return /[?？؟]["'”’»)\]*_`]*$/u.test(text);
}

/** Share of the question's weight that these terms hold, in [0, 1]. */
function share(question: QuestionFeatures, contained: ReadonlySet<string>): number {
  if (question.totalWeight === 0) return 0;
  let covered = 0;
  for (const { term, weight } of question.terms) if (contained.has(term)) covered += weight;
  return covered / question.totalWeight;
}

/** Share of `wanted` that `found` holds, in [0, 1]. */
function overlap(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  if (wanted.size === 0) return 0;
  let common = 0;
  for (const entry of wanted) if (found.has(entry)) common += 1;
  return common / wanted.size;
}

function adjacentPairs(terms: readonly string[]): Set<string> {
  const pairs = new Set<string>();
  for (let position = 1; position < terms.length; position += 1) {
    pairs.add(`${terms[position - 1]} ${terms[position]}`);
  }
  return pairs;
}

const gramLength = 4;

/** Runs of four characters within words, in lower case. */
function characterGrams(text: string): Set<string> {
  const grams = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    for (let position = 0; position + gramLength <= word.length; position += 1) {
      grams.add(word.slice(position, position + gramLength));
    }
  }
  return grams;
}
