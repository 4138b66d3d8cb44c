import type { CheckedSentence, Verdict } from '../contracts/generator.ts';
import type { AnswerabilityCurve, Calibration } from '../contracts/index-manifest.ts';
import type { Hit, Relevance, SearchResult } from '../retrieve/hit.ts';
import type { Confidence } from './answer.ts';
import { needsNoSource } from './compose/outline.ts';
import type { Remark } from './wording/speaker.ts';

const bands = [
  [0.8, 'high', 'answer'],
  [0.6, 'good', 'answer with caveats'],
  [0.4, 'low', 'consider a fallback'],
  [0, 'insufficient', 'fall back'],
] as const;

/**
 * Requirement row B5: the hits' scores in [0, 1] weighed by the inverse of their rank, Σ score/rank ÷ Σ 1/rank, with
 * the bands .8, .6 and .4. `scores` are best first.
 */
export function reciprocalRankConfidence(scores: readonly number[]): Confidence {
  let weighed = 0;
  let weights = 0;
  for (const [position, score] of scores.entries()) {
    weighed += score / (position + 1);
    weights += 1 / (position + 1);
  }
  const value = weights === 0 ? 0 : weighed / weights;
  const [, level, advice] = bands.find(([least]) => value >= least) ?? bands[3];
  return { value, level, reason: advice };
}

/**
 * How well the question is covered by what was found, in [0, 1]. Where the probability that the passages answer is
 * known, its mean with the best cosine, it counting twice; else the mean of that cosine and the coverage of the
 * question's terms. Without a vector leg the other of the two alone. It orders answers by how much to trust them and is
 * not a probability.
 */
export function relevanceConfidence(
  { bestCosine, coverage }: Pick<Relevance, 'bestCosine' | 'coverage'>,
  answerProbability?: number,
): Confidence {
  const [value, reason, weight] =
    answerProbability === undefined
      ? [coverage, `${Math.round(100 * coverage)} % of the question’s words found`, 1]
      : [answerProbability, `${Math.round(100 * answerProbability)} % likely an answer, as read`, 2];
  if (bestCosine === null) return { value, level: null, reason };
  const cosine = Math.min(1, Math.max(0, bestCosine));
  const mean = (weight * value + cosine) / (weight + 1);
  return { value: mean, level: null, reason: `${reason}, nearest passage at ${bestCosine.toFixed(2)}` };
}

/** Passages that count. */
const counted = 3;

/** Requirement row E10: the mean score of the best three passages. `scores` are best first, in [0, 1]. */
export function meanConfidence(scores: readonly number[]): Confidence {
  const best = scores.slice(0, counted);
  return { value: meanOf(best), level: null, reason: `mean relevance of the best ${best.length}` };
}

/** The mean of scores; 0 where there are none. */
function meanOf(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}

const levels = [
  { level: 'High', chunks: 3, mean: 0.5 },
  { level: 'Medium', chunks: 2, mean: 0.3 },
] as const;

/**
 * Requirement row D7: High from three passages with a mean score of .5, Medium from two with .3, else Low, with reasons
 * in the words of the description; the value is the mean. `scores` are those of the passages, in [0, 1]; `citations`
 * is how many sources the answer cites.
 */
export function levelConfidence(scores: readonly number[], citations: number): Confidence {
  const value = meanOf(scores);
  const level = levels.find(({ chunks, mean }) => scores.length >= chunks && value >= mean)?.level ?? 'Low';
  const percent = `${Math.round(100 * value)}%`;
  const reasons = {
    High: `${scores.length} relevant sources with ${citations} ${citations === 1 ? 'citation' : 'citations'}`,
    Medium: `${scores.length} sources found, average relevance ${percent}`,
    Low:
      ['No relevant sources found', 'Only 1 source found'][scores.length] ??
      `Low relevance scores (avg ${percent})`,
  };
  return { value, level, reason: reasons[level] };
}

/**
 * The probability that the collection answers the question, among questions such as it was calibrated with: its
 * relevance on the curve that calibration fitted. Of the answer itself it says nothing.
 */
export function calibratedConfidence(relevance: Relevance, curve: AnswerabilityCurve): Confidence {
  const { value: score } = relevanceConfidence(relevance);
  const value = answerableProbability(score, curve);
  const reason = `${Math.round(100 * value)} of 100 questions of relevance ${score.toFixed(2)} are answerable, by calibration`;
  return { value, level: null, reason };
}

/** The probability that belongs to a relevance in [0, 1]. */
export function answerableProbability(relevance: number, { slope, intercept }: AnswerabilityCurve): number {
  return 1 / (1 + Math.exp(-(slope * relevance + intercept)));
}

/** How much of a sentence counts as borne out. */
const worth: Readonly<Record<Verdict, number>> = {
  verbatim: 1,
  supported: 1,
  partial: 0.5,
  unsupported: 0,
  uncited: 0,
};

/**
 * How much of what an answer states its sources bear out, in [0, 1]. A sentence that is said again counts as one that
 * they do not, so that a model that goes round in circles is not trusted; what needs no source, as a heading, does not
 * count. 0 where nothing is stated.
 */
export function borneOutShare(text: string, sentences: readonly CheckedSentence[]): number {
  const said = new Set<string>();
  let [sum, count] = [0, 0];
  for (const sentence of sentences) {
    if (needsNoSource(text, sentence)) continue;
    const words = text
      .slice(sentence.start, sentence.end)
      .replace(/\[\d+\]|[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (words === '') continue;
    count += 1;
    if (!said.has(words)) sum += worth[sentence.verdict];
    said.add(words);
  }
  return count === 0 ? 0 : sum / count;
}

/** The measures of confidence by the name that settings use. */
const confidenceMeasures = {
  relevance: ({ relevance }, { borneOut, answerProbability }) =>
    times(relevanceConfidence(relevance, answerProbability), borneOut),
  // The formulas of reference pipelines, which are of the scores alone: that their answers are checked is a word more.
  'reciprocal-rank': (result) => reciprocalRankConfidence(scores(result)),
  levels: (result, { citations }) => levelConfidence(scores(result), citations),
  mean: (result) => meanConfidence(scores(result).toSorted((one, other) => other - one)),
  calibrated: ({ relevance }, { borneOut, calibration }) =>
    times(
      calibration?.answerability
        ? calibratedConfidence(relevance, calibration.answerability)
        : relevanceConfidence(relevance),
      borneOut,
    ),
} as const satisfies Record<string, MeasureConfidence>;

/** What a measure reads besides what was found. */
interface ScoredAnswer {
  /** How many sources the answer cites. */
  readonly citations: number;
  /** That of the collection, where it has one. */
  readonly calibration: Calibration | undefined;
  /**
   * How much of what the answer states its sources bear out, in [0, 1]. `relevance` and `calibrated` trust it no
   * further.
   */
  readonly borneOut: number;
  /** Probability that the passages answer the question, where it is known. Only `relevance` reads it. */
  readonly answerProbability?: number | undefined;
}

type MeasureConfidence = (result: SearchResult, answer: ScoredAnswer) => Confidence;

/** The confidence of an answer by one measure, with a word on what its sources do not bear out. */
export function scoreAnswer(
  measure: ConfidenceMeasure,
  result: SearchResult,
  answer: ScoredAnswer,
): Confidence {
  const scored = confidenceMeasures[measure](result, answer);
  if (answer.borneOut === 1) return scored;
  const reason = `${scored.reason}; ${Math.round(100 * answer.borneOut)} % of the answer borne out by its sources`;
  return { ...scored, reason };
}

function times(confidence: Confidence, factor: number): Confidence {
  return { ...confidence, value: confidence.value * factor };
}

/** How confidence is measured. */
export type ConfidenceMeasure = keyof typeof confidenceMeasures;

/** What the reader of a confidence must know: that another measure took the place of the one that was chosen. */
export function confidenceWarnings(
  measure: ConfidenceMeasure,
  calibration: Calibration | undefined,
): readonly Remark[] {
  return measure !== 'calibrated' || calibration?.answerability ? [] : [{ sentence: 'notCalibrated' }];
}

/** The scores of what was found, best first, in [0, 1]. */
function scores({ hits }: SearchResult): number[] {
  return hits.filter(({ expansion }) => !expansion).map(hitConfidence);
}

/**
 * How well a hit fits the question, in [0, 1]: what a reranker says of its relevance; else its score on that scale, or,
 * where scores have none, the cosine.
 */
export function hitConfidence({ scaledScore, explain }: Hit): number {
  return explain.rerank?.relevance ?? scaledScore ?? Math.min(1, Math.max(0, explain.vector?.score ?? 0));
}
