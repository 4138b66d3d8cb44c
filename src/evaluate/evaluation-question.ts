import { FootnoteError, isFootnoteError } from '../errors.ts';
import { stripQuestion } from '../question/question.ts';
import type { Hit } from '../retrieve/hit.ts';
import type { Config } from '../settings/config.ts';
import { type Judgements, relevantDocuments } from './metrics/ranking-metrics.ts';

/** Where the answer to a question stands, for questions whose answer is looked for in a passage. */
export interface ExpectedPlace {
  /** Paths of documents, or the ends of them, one of which it is in; undefined where any document will do. */
  readonly documents?: readonly string[];
  /** 1-based page, slide or sheet. */
  readonly page?: number;
  /** Words of the document, letter for letter but for white space. */
  readonly quote?: string;
}

/** A question with what is known about its answer. */
export interface EvaluationQuestion {
  /** Unique in its set. */
  readonly id: string;
  readonly text: string;
  /** Documents by id, or by path or the end of it. Empty where none was judged: the question has no answer then. */
  readonly judgements: Judgements;
  /** Accepted answers as text; empty where none is known. */
  readonly answers: readonly string[];
  /** The passage that answers; undefined where whole documents are judged. */
  readonly place?: ExpectedPlace;
  /** 1-based line of the file where it stands, for messages. */
  readonly line?: number;
}

/** Whether the collection is known to hold an answer. */
export function isAnswerable({ judgements, place }: EvaluationQuestion): boolean {
  return place !== undefined || relevantDocuments(judgements).length > 0;
}

/** A question with what each hit stands for in its ranking. */
export interface JudgedQuestion {
  readonly id: string;
  readonly text: string;
  /** Relevance by item; empty where the question has no answer. */
  readonly judgements: Judgements;
  /** Accepted answers as text; empty where none is known. */
  readonly answers: readonly string[];
  /** The item that a hit stands for: its document, or the place that is looked for. */
  itemOf(hit: Hit): string;
}

/**
 * The items of the hits, best first, each once: an item stands where its best hit does. What was added around hits was
 * not found.
 */
export function rankedItems(question: JudgedQuestion, hits: readonly Hit[]): string[] {
  const found = hits.filter(({ expansion }) => !expansion);
  return [...new Set(found.map((hit) => question.itemOf(hit)))];
}

/** A collection that is ready to be asked, with the questions to ask it. */
export interface EvaluationTarget {
  readonly dataset: string;
  readonly documents: number;
  readonly questions: readonly JudgedQuestion[];
  /** The settings that are measured, under which the collection is opened. */
  readonly config: Config;
  readonly indexSeconds: number;
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

/** What is wrong with a question of a file. */
export interface QuestionFault {
  readonly line: number;
  readonly problem: string;
}

/** Faults that a message names beside the first. */
const mostNamed = 9;

/**
 * Refuses a file of questions where it has faults, and names them together, so that one reading mends them all.
 * Errors: `file_malformed` with the line of the first.
 */
export function refuseFaults(path: string, faults: readonly QuestionFault[]): void {
  const [first, ...others] = faults.toSorted((a, b) => a.line - b.line);
  if (!first) return;
  const named = others.slice(0, mostNamed).map(({ line, problem }) => `; line ${line}: ${problem}`);
  const more = others.length > mostNamed ? `; and ${others.length - mostNamed} more` : '';
  throw new FootnoteError('file_malformed', {
    path,
    line: first.line,
    problem: `${first.problem}${named.join('')}${more}`,
  });
}

/**
 * Refuses questions that no search takes, before an index is made for them. Errors: `file_malformed` with the lines, or
 * the places among the questions where lines are not known.
 * @param file the questions' file, for messages
 * @param maxLength the setting `question.maxLength`
 */
export function checkQuestions(
  questions: readonly EvaluationQuestion[],
  file: string,
  maxLength: number,
): void {
  const faults: QuestionFault[] = [];
  for (const [position, { text, line = position + 1 }] of questions.entries()) {
    try {
      stripQuestion(text, { maxLength });
    } catch (error) {
      if (!isFootnoteError(error)) throw error;
      faults.push({ line, problem: error.message.replace(/\.$/, '') });
    }
  }
  refuseFaults(file, faults);
}
