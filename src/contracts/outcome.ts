/** Why an answer is what it is. All but `answered` and `small-talk` are abstentions. */
export const outcomes = [
  'answered',
  'small-talk',
  'no-documents',
  'nothing-found',
  'below-threshold',
  'too-few-passages',
  'unproven',
  'store-away',
] as const;

/** One of {@link outcomes}. */
export type Outcome = (typeof outcomes)[number];

/** How a question ended: as an answer, with an error, or because whoever asked went away. */
export const keptOutcomes = [...outcomes, 'failed', 'cancelled'] as const;

/** One of {@link keptOutcomes}. */
export type KeptOutcome = (typeof keptOutcomes)[number];
