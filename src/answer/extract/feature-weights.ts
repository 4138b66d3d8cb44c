/** A unit's own coverage of the question weighs 1. Shares are in [0, 1], and so are all other features but `length`. */
export const featureWeights = {
  /** Share of the passage's score among those of all passages. */
  passage: 0.5,
  /** Share of the question in the units before and behind it. */
  neighbours: 0.3,
  /** Share of the question in what it goes on from, beside its own: what a pronoun stands for was said before. */
  referent: 0.35,
  /** Share of the question's adjacent pairs of terms. */
  pairs: 0.2,
  /** How close together the question's terms stand: close ones are more often about each other. */
  proximity: 0.2,
  /** It holds a thing of the kind asked for: a date, a name, a number. */
  answerType: 0.3,
  /** Logarithm of its length over the usual one: long sentences share words with many questions. */
  length: -0.04,
  /** What it shares with the question below the level of words. */
  characters: 0.5,
  /** Share of the question in what a row is called, which is what a question about it names. */
  rowLabel: 1,
  /** Share of the question in the headings above, which say what it is about also where it does not. */
  heading: 0.3,
  /** How far the heading above it asks the same: 1 where it does, less for a question that shares words with it. */
  askedAbove: 1,
  /** It is what somebody said or wrote whom the question names. */
  saidByNamed: 0.6,
  /** Share of the question in a list with the headings above: who asks for a list is answered by one about that. */
  list: 0.5,
  /** It is, or announces, code that was asked for. */
  codeAskedFor: 0.8,
  /** It is, or announces, code that uses what a definition or a comparison would tell of. */
  codeInsteadOfWords: -2,
  /** It is a line of code, which shares words with many questions and is a sentence that answers few of them. */
  code: -0.3,
  /** It defines what is asked for. */
  defines: 1,
  /** It goes on from a sentence that defines. */
  definesFurther: 0.9,
  /** A row tells something of what it is called, and of nothing else that is to be defined. */
  otherRow: -0.5,
  /** It begins a description, and says what its subject is for. */
  overview: 0.25,
  /** Words without a stop name something more often than they say something of it. */
  fragment: -0.1,
  /** It says of its section what that is about. */
  headingItself: -0.4,
  /** It says where to look; half so where it says something of the link, which may be what was asked for. */
  pointer: -1,
  /** What a text says of itself shares words with every question that the text answers. */
  aboutText: -0.6,
  /** Under “See also” and “Learning objectives” subjects are named and nothing is said of them. */
  navigation: -0.6,
  /** Who asks for more, or for the reason, has read it; a reason that it gives is still one. */
  alreadySaid: -2,
  /** The reason for what was said stands beside that, and so does more about it. */
  besideSaid: 0.5,
  /** What was quoted before shares words with what is asked now, and seldom answers it too. */
  saidEarlier: -0.5,
  /** A sentence that asks shares the most words with a question and answers none. */
  question: -2,
} as const;

/** What speaks for or against quoting a unit, beside its own coverage of the question. */
export type Feature = keyof typeof featureWeights;
