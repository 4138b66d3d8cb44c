/** Another way to write a part of a question: `set up` for `setup`, `2024-03-05` for `5 March 2024`. */
export interface OtherWriting {
  /** As it stands in the question. */
  readonly from: string;
  /** What a passage has in its place, its words side by side. */
  readonly written: string;
  /** The language that it is written in, where that is not the question's: a BCP 47 primary subtag. */
  readonly language?: string;
}
