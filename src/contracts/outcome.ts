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

/**
 * How a question ended: as an answer, with an error, because whoever asked went away, or `refused` before it was looked
 * at, by a limit of a server.
 */
export const keptOutcomes = [...outcomes, 'failed', 'cancelled', 'refused'] as const;

/** One of {@link keptOutcomes}. */
export type KeptOutcome = (typeof keptOutcomes)[number];
