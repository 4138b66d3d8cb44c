import type { Relevance } from '../../retrieve/hit.ts';
import { isRelevant } from '../../retrieve/relevance.ts';
import { defaults } from '../../settings/default-config.ts';

/** What is chosen: an answer is given where {@link isRelevant} says so of both measures. Both in [0, 1]. */
export interface ChosenThreshold {
  readonly minCosine: number;
  readonly minCoverage: number;
}

/** A question with how relevant the best that was found for it is. */
export interface MeasuredQuestion {
  readonly isAnswerable: boolean;
  readonly relevance: Pick<Relevance, 'bestCosine' | 'passageCosine' | 'coverage'>;
}

/** What a threshold is chosen for. */
export interface ThresholdGoal {
  /** Share of off-topic questions to refuse, above what is promised, since others will be asked. */
  readonly offTopicRefused: number;
  /** Largest share of answerable questions that may be refused. */
  readonly answerableRefused: number;
}

/**
 * Values tried on each scale, lowest first: between hundredths, which is as fine as a few hundred questions can tell
 * apart. Those observed would not do, since what comes near both thresholds is answered as well.
 */
const tried = [0, ...Array.from({ length: 100 }, (_, hundredth) => (hundredth + 0.5) / 100), 1];

/**
 * The lowest thresholds that refuse the wanted share of the off-topic questions, raised as far towards those in force
 * by default as that refuses no answerable question more: a few questions of either kind leave a wide gap between
 * them, in which the defaults have proved themselves, and where no off-topic question has a cosine, since the embedder
 * does not know their language, 0 would have every question answered whose language it knows. Where several thresholds
 * refuse that share, those that refuse the fewest answerable ones; where none does without refusing too many of these,
 * those that come nearest to it. Both are 0, which refuses nothing, where there are no off-topic questions.
 */
export function chooseThreshold(
  questions: readonly MeasuredQuestion[],
  goal: ThresholdGoal,
): ChosenThreshold {
  const answerable = questions.filter(({ isAnswerable }) => isAnswerable);
  const offTopic = questions.filter(({ isAnswerable }) => !isAnswerable);
  let best: { threshold: ChosenThreshold; merit: readonly number[] } = {
    threshold: { minCosine: 0, minCoverage: 0 },
    merit: [0, 0, 0, 0],
  };
  for (const minCosine of tried) {
    for (const minCoverage of tried) {
      const threshold = { minCosine, minCoverage };
      const refused = shareRefused(offTopic, threshold);
      const wronglyRefused = shareRefused(answerable, threshold);
      if (wronglyRefused > goal.answerableRefused) continue;
      const merit = [
        Math.min(refused, goal.offTopicRefused),
        -wronglyRefused,
        -(minCosine + minCoverage),
        refused,
      ];
      if (isBetter(merit, best.merit)) best = { threshold, merit };
    }
  }
  return offTopic.length === 0 ? best.threshold : towardsDefaults(best.threshold, answerable);
}

/** Each threshold as near to its default as it can be raised without refusing one question more. */
function towardsDefaults(chosen: ChosenThreshold, answerable: readonly MeasuredQuestion[]): ChosenThreshold {
  const refused = shareRefused(answerable, chosen);
  let raised = chosen;
  for (const name of ['minCosine', 'minCoverage'] as const) {
    const scale = name === 'minCosine' ? 'bestCosine' : 'coverage';
    const values = answerable.map(({ relevance }) => relevance[scale] ?? 0);
    const candidates = [defaults.retrieval[name], ...values]
      .filter((value) => value > chosen[name] && value <= defaults.retrieval[name])
      .toSorted((a, b) => b - a);
    const highest = candidates.find(
      (value) => shareRefused(answerable, { ...raised, [name]: value }) <= refused,
    );
    if (highest !== undefined) raised = { ...raised, [name]: highest };
  }
  return raised;
}

function shareRefused(questions: readonly MeasuredQuestion[], threshold: ChosenThreshold): number {
  if (questions.length === 0) return 0;
  return questions.filter(({ relevance }) => !isRelevant(relevance, threshold)).length / questions.length;
}

/** The first value that differs decides. */
function isBetter(one: readonly number[], other: readonly number[]): boolean {
  const difference = one.map((value, place) => value - (other[place] ?? 0)).find((value) => value !== 0);
  return (difference ?? 0) > 0;
}
