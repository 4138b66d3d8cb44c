/** A question that was asked, and whether it was refused. */
export interface AbstentionOutcome {
  readonly isAnswerable: boolean;
  readonly isRefused: boolean;
}

/** How well refusing tells answerable questions from others. All shares lie in [0, 1]. */
export interface AbstentionFigures {
  /** Share of the refused questions that had no answer; 1 where none was refused. */
  readonly precision: number;
  /** Share of the questions without an answer that were refused; 1 where there are none. */
  readonly recall: number;
  /** Share of the answerable questions that were refused: lower is better; 0 where there are none. */
  readonly answerableRefused: number;
  /** Share of all questions that were answered; 0 where there are none. */
  readonly coverage: number;
}

/** Judges refusals. */
export function judgeAbstention(outcomes: readonly AbstentionOutcome[]): AbstentionFigures {
  const refused = outcomes.filter(({ isRefused }) => isRefused);
  const answerable = outcomes.filter(({ isAnswerable }) => isAnswerable);
  const rightlyRefused = refused.filter(({ isAnswerable }) => !isAnswerable).length;
  return {
    precision: share(rightlyRefused, refused.length, 1),
    recall: share(rightlyRefused, outcomes.length - answerable.length, 1),
    answerableRefused: share(refused.length - rightlyRefused, answerable.length, 0),
    coverage: share(outcomes.length - refused.length, outcomes.length, 0),
  };
}

function share(part: number, whole: number, ofNone: number): number {
  return whole === 0 ? ofNone : part / whole;
}
