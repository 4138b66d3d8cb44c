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

/** Relevance of documents to one question by document id: 0 is judged not relevant, higher is better. */
export type Judgements = ReadonlyMap<string, number>;

/** The documents judged above 0, in the order of the judgements. */
export function relevantDocuments(judgements: Judgements): string[] {
  return [...judgements].filter(([, gain]) => gain > 0).map(([id]) => id);
}

/**
 * Share of the first `k` places that hold a relevant document (judged above 0), in [0, 1], as trec_eval's P. Places
 * that the ranking leaves empty count as not relevant. `ranking` holds document ids, best first, each once.
 */
export function precision(ranking: readonly string[], judgements: Judgements, k: number): number {
  return ranking.slice(0, k).filter((id) => (judgements.get(id) ?? 0) > 0).length / k;
}

/**
 * Share of the relevant documents (judged above 0) among the first `k`, in [0, 1], as trec_eval's recall. Without
 * relevant documents the value is 0. `ranking` holds document ids, best first, each once.
 */
export function recall(ranking: readonly string[], judgements: Judgements, k: number): number {
  const relevant = relevantDocuments(judgements);
  if (relevant.length === 0) return 0;
  const found = new Set(ranking.slice(0, k));
  return relevant.filter((id) => found.has(id)).length / relevant.length;
}

/**
 * 1 / rank of the first relevant document (judged above 0) among the first `k`, 0 where there is none. Its mean over
 * questions is the MRR. `ranking` holds document ids, best first, each once.
 */
export function reciprocalRank(ranking: readonly string[], judgements: Judgements, k: number): number {
  const position = ranking.slice(0, k).findIndex((id) => (judgements.get(id) ?? 0) > 0);
  return position === -1 ? 0 : 1 / (position + 1);
}

/**
 * Mean of the precision at the place of each relevant document (judged above 0), in [0, 1]; one that the ranking
 * lacks adds 0. Without relevant documents the value is 0. Its mean over questions is the MAP, as trec_eval's map.
 * `ranking` holds document ids, best first, each once.
 */
export function averagePrecision(ranking: readonly string[], judgements: Judgements): number {
  const relevant = relevantDocuments(judgements).length;
  if (relevant === 0) return 0;
  let found = 0;
  let sum = 0;
  for (const [position, id] of ranking.entries()) {
    if ((judgements.get(id) ?? 0) <= 0) continue;
    found += 1;
    sum += found / (position + 1);
  }
  return sum / relevant;
}

/**
 * Normalised discounted cumulative gain of the first `k` documents, in [0, 1]: linear gain, log2 discount, as
 * trec_eval's ndcg_cut. A document that was not judged gains nothing; without relevant documents the value is 0.
 * `ranking` holds document ids, best first, each once.
 * Source: Järvelin, Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002.
 */
export function ndcg(ranking: readonly string[], judgements: Judgements, k: number): number {
  const ideal = [...judgements.values()].filter((gain) => gain > 0).toSorted((a, b) => b - a);
  const best = discounted(ideal.slice(0, k));
  if (best === 0) return 0;
  return discounted(ranking.slice(0, k).map((id) => Math.max(0, judgements.get(id) ?? 0))) / best;
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, position) => sum + gain / Math.log2(position + 2), 0);
}
