/**
 * Made by `training/fit.ts` on 2026-11-29; see `training/README.md`.
 * Fitted to 1689 answerable questions on 16 articles of SQuAD 2.0, CC BY-SA 4.0.
 * Answered in 1 / 2 / 3 sentences:
 * - kept apart: 0.824 / 0.889 / 0.915, 2.09 sentences
 * - all articles, each by the other three quarters: 0.827 / 0.896 / 0.919, 2.07 sentences
 * - without vectors, kept apart: 0.824 / 0.887 / 0.921, 2.09 sentences
 * - xquad-en: 0.816 / 0.913 / 0.941, 2.06 sentences
 * - eval-squad2-500: 0.868 / 0.930 / 0.955, 2.12 sentences
 */
export const answerWeights = {
  alignment: 3.454,
  leastAligned: -0.372,
  sameSubject: 1.425,
  characters: 2.339,
  coverage: 0.636,
  referent: 2.493,
  namesMissing: 0.248,
  namesMissingPassage: -0.537,
  numbersMissing: -0.875,
  position: -0.077,
  short: 1.871,
  passage: 1.82,
  cosine: 1.551,
  answerType: 1.709,
  defines: 5.5,
  question: -12.0,
  rowLabel: 8.0,
  heading: 1.2,
  askedAbove: 5.0,
  list: 4.0,
  codeAskedFor: 3.2,
  headingItself: -1.6,
  pointer: -8.0,
  alreadySaid: -8.0,
  besideSaid: 2.0,
  saidEarlier: -2.0,
} as const;

/** The same where words have no vectors, as in languages other than English. */
export const weightsWithoutVectors: Readonly<Record<Feature, number>> = {
  alignment: 0.0,
  leastAligned: 0.0,
  sameSubject: 0.0,
  characters: 3.005,
  coverage: 2.758,
  referent: 2.589,
  namesMissing: 0.304,
  namesMissingPassage: -0.552,
  numbersMissing: -0.8,
  position: -0.079,
  short: 1.036,
  passage: 1.81,
  cosine: 1.963,
  answerType: 1.725,
  defines: 5.5,
  question: -12.0,
  rowLabel: 8.0,
  heading: 1.2,
  askedAbove: 5.0,
  list: 4.0,
  codeAskedFor: 3.2,
  headingItself: -1.6,
  pointer: -8.0,
  alreadySaid: -8.0,
  besideSaid: 2.0,
  saidEarlier: -2.0,
};

/** What speaks for or against quoting a unit; `unit-features.ts` says what each is. */
export type Feature = keyof typeof answerWeights;
