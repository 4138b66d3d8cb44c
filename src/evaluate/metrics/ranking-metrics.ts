import { averagePrecision } from './average-precision.ts';
import type { Judgements } from './judgements.ts';
import { ndcg } from './ndcg.ts';
import { precision } from './precision.ts';
import { recall } from './recall.ts';
import { reciprocalRank } from './reciprocal-rank.ts';

type RankingMetric = (ranking: readonly string[], judgements: Judgements) => number;

/** Every figure of a ranking by the name that reports use. All lie in [0, 1], higher is better. */
const rankingMetrics = {
  'ndcg@5': (ranking, judgements) => ndcg(ranking, judgements, 5),
  'ndcg@10': (ranking, judgements) => ndcg(ranking, judgements, 10),
  'mrr@10': (ranking, judgements) => reciprocalRank(ranking, judgements, 10),
  map: averagePrecision,
  'p@5': (ranking, judgements) => precision(ranking, judgements, 5),
  'recall@3': (ranking, judgements) => recall(ranking, judgements, 3),
  'recall@5': (ranking, judgements) => recall(ranking, judgements, 5),
  'recall@10': (ranking, judgements) => recall(ranking, judgements, 10),
  'recall@20': (ranking, judgements) => recall(ranking, judgements, 20),
  'recall@100': (ranking, judgements) => recall(ranking, judgements, 100),
} satisfies Record<string, RankingMetric>;

export type RankingMetricName = keyof typeof rankingMetrics;

/** A value for each metric. */
export type RankingFigures = Readonly<Record<RankingMetricName, number>>;

/** In the order of reports. */
export const rankingMetricNames = Object.keys(rankingMetrics) as readonly RankingMetricName[];

/** The metric that reports lead with and that wins and losses are counted by. */
export const mainMetric: RankingMetricName = 'ndcg@10';

/** All figures of one ranking. `ranking` holds document ids, best first, each once. */
export function judgeRanking(ranking: readonly string[], judgements: Judgements): RankingFigures {
  return figures((name) => rankingMetrics[name](ranking, judgements));
}

/** Mean of each figure over questions; 0 where there are none. */
export function meanFigures(questions: readonly RankingFigures[]): RankingFigures {
  return figures(
    (name) => questions.reduce((sum, question) => sum + question[name], 0) / Math.max(1, questions.length),
  );
}

function figures(valueOf: (name: RankingMetricName) => number): RankingFigures {
  return Object.fromEntries(rankingMetricNames.map((name) => [name, valueOf(name)])) as RankingFigures;
}
