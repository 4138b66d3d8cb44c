/** A question that was made from a collection, in the form of a file of questions. */
export interface GeneratedQuestion {
  readonly question: string;
  /** Path of the document that answers. */
  readonly document: string;
  readonly page?: number;
  /** Words of the document that answer. */
  readonly quote: string;
  /** What was left out of a cloze. */
  readonly answer?: string;
}

/** A document to make questions from. */
export interface QuestionSource {
  readonly path: string;
  readonly title: string;
  readonly language: string;
  readonly text: string;
}
