import type { AnswerReader, PassageToRead } from '../../contracts/answer-reader.ts';
import type { AnswerabilityCurve } from '../../contracts/calibration.ts';
import type { Passage } from '../../contracts/generator.ts';
import { answerableProbability } from '../confidence.ts';
import type { AskedToQuote } from './quoting-request.ts';
import type { ScoredUnit } from './score-units.ts';

/** What the features' score and the reader's log-odds count together, chosen by `training/weigh-reader.ts`. */
const readingWeights = { features: 0.57, reading: 0.27 };

/** A passage whose best unit lies further below the best of all, in log-odds of the features, is not read. */
const readWithin = 8;

/**
 * How likely a question is answered by the best log-odds of its units, among questions of which half are: fitted by
 * `training/weigh-reader.ts`.
 */
const readingCurve: AnswerabilityCurve = { slope: 0.383, intercept: -0.487 };

/** Units with the scores that they are chosen by. */
interface Reading {
  readonly units: readonly ScoredUnit[];
  /** Probability that one of them answers; undefined where no reader can tell. */
  readonly answerProbability: number | undefined;
}

/** Scores each unit by its features and by what a reader says of it, as far as it can tell: {@link readingsOf}. */
export async function withReading(
  scored: readonly ScoredUnit[],
  asked: AskedToQuote,
  reader: AnswerReader | undefined,
): Promise<Reading> {
  const odds = reader && (await readingsOf(scored, asked, reader));
  if (!odds) return { units: scored, answerProbability: undefined };
  const { features, reading } = readingWeights;
  const units = scored.map((one, place) => ({
    ...one,
    score: features * one.score + reading * (odds[place] ?? 0),
  }));
  // What it makes of another language than its own says nothing.
  const canTell = scored.every(({ unit }) => unit.passage.chunk.language === reader.language);
  const best = Math.max(...odds);
  return { units, answerProbability: canTell ? answerableProbability(best, readingCurve) : undefined };
}

/**
 * The log-odds of each unit that it answers, in the order of `scored`. A unit of a passage that is not read has the
 * least of the others. Undefined where the reader cannot tell: the question is in another language than its own, or
 * leans on what was said before, as in "And for Zoe?".
 */
export async function readingsOf(
  scored: readonly ScoredUnit[],
  { question: { text, language }, alreadySaid, saidEarlier, signal }: Omit<AskedToQuote, 'passages'>,
  reader: AnswerReader,
): Promise<readonly number[] | undefined> {
  if (reader.language !== language || scored.length < 2 || alreadySaid !== '' || saidEarlier !== '')
    return undefined;
  const least = Math.max(...scored.map(({ score }) => score)) - readWithin;
  const byPassage = Map.groupBy(scored, ({ unit }) => unit.passage);
  const near = [...byPassage].filter(([, units]) => units.some(({ score }) => score >= least));
  const passages = near.map(([passage, units]) => passageToRead(passage, units));
  const readings = await reader.read(text, passages, signal);
  const odds = new Map(
    near.flatMap(([, units], at) =>
      units.map((one, place) => [one, readings[at]?.[place] ?? Number.NEGATIVE_INFINITY] as const),
    ),
  );
  const lowest = Math.min(...[...odds.values()].filter((one) => Number.isFinite(one)));
  // Of units without a word there is nothing to read.
  if (!Number.isFinite(lowest)) return undefined;
  return scored.map((one) => Math.max(odds.get(one) ?? lowest, lowest));
}

function passageToRead({ chunk }: Passage, units: readonly ScoredUnit[]): PassageToRead {
  const { title, headingPath, content, start } = chunk;
  return {
    headings: headingPath[0] === title ? headingPath : [title, ...headingPath],
    text: content,
    units: units.map(({ unit }) => ({ start: unit.start - start, end: unit.end - start })),
  };
}
