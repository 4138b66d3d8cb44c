/** A thing that is written in several ways: the passage that has it, passages almost like it, and what is typed. */
export interface Writing {
  readonly what: string;
  readonly right: string;
  readonly wrong: readonly string[];
  readonly asked: readonly string[];
}
