import { type Judgements, relevantDocuments } from './metrics/judgements.ts';

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
