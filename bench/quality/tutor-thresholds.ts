/**
 * What two numbers of the preset `tutor` are with the shipped model: the least cosine of its vector leg, which its
 * description states for another embedder, and the scale on which its reranker tells relevance. Run with
 * `node bench/quality/tutor-thresholds.ts [--data DIR] [--cache DIR]`; some minutes without a cache.
 *
 * The cosine is the one that {@link passing} of the answerable questions have a passage above, the description's
 * "minimum 1 result returned". The reranker's scale has .5 where {@link passing} of them have a best passage above, and
 * .95 where 1 − {@link passing} have.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { withFootnote } from '../../src/app/with-footnote.ts';
import { prepareBeir, readBeir } from '../../src/evaluate/beir.ts';
import { keptCache, passingCache } from '../../src/evaluate/evaluation-cache.ts';
import { isAnswerable } from '../../src/evaluate/evaluation-question.ts';
import { relevanceScale } from '../../src/models/rerankers/late-interaction-reranker.ts';
import type { Hit } from '../../src/retrieve/hit.ts';
import { completeConfig } from '../../src/settings/resolve-config.ts';

const sets = ['squad2-500', 'anthropic-docs', 'financebench-evidence'];

/** Questions about something else. */
const offTopicSet = 'cranfield';
const offTopicQuestions = 50;

/** Share of the answerable questions that have to pass. */
const passing = 0.95;

const reranked = 20;

interface Asked {
  readonly isAnswerable: boolean;
  /** −1 where the vector leg found nothing. */
  readonly bestCosine: number;
  /** The best score where only three are reranked; −1 where there are none. */
  readonly bestOfThree: number;
  /** In the order of the reranker with its weight, the best first. */
  readonly hits: readonly { readonly score: number; readonly isRight: boolean; readonly from: number }[];
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: fileURLToPath(new URL('../../../shared/eval', import.meta.url)) },
    cache: { type: 'string' },
  },
});
const cache = values.cache === undefined ? await passingCache() : keptCache(values.cache);

const settings = completeConfig({
  preset: 'tutor',
  // Questions about something else are to be reranked too.
  retrieval: { vectorMinCosine: 0, minCosine: 0, minCoverage: 0 },
});
const offTopic = (await readBeir(join(values.data, offTopicSet))).questions.slice(0, offTopicQuestions);
const all: Asked[] = [];
for (const name of sets) {
  const set = await readBeir(join(values.data, name));
  const { config, questions } = await prepareBeir(set, settings, cache);
  const asked: Asked[] = [];
  await withFootnote(config, async (footnote) => {
    const ask = async (text: string, isRight: (hit: Hit) => boolean, answerable: boolean) => {
      const { hits, dropped, relevance } = await footnote.search(text, { topK: reranked });
      const seen = [...hits, ...dropped].flatMap((hit) => {
        const { rerank } = hit.explain;
        return rerank?.relevance === undefined
          ? []
          : [{ ...rerank, score: scoreOf(rerank.relevance), isRight: isRight(hit) }];
      });
      const three = hits.slice(0, 3).map(({ chunkId: id, content }) => ({ id, text: content }));
      const few = await footnote.rerank(text, three);
      asked.push({
        isAnswerable: answerable,
        bestCosine: relevance.bestCosine ?? -1,
        bestOfThree: three.length === 0 ? -1 : scoreOf(few.max),
        hits: seen.toSorted((a, b) => a.to - b.to),
      });
    };
    for (const question of questions.filter(isAnswerable))
      await ask(question.text, (hit) => (question.judgements.get(question.itemOf(hit)) ?? 0) > 0, true);
    for (const { text } of offTopic) await ask(text, () => false, false);
  });
  report(name, asked);
  all.push(...asked);
}
report('all', all);
await cache.close();

function report(name: string, asked: readonly Asked[]): void {
  const answerable = asked.filter((one) => one.isAnswerable);
  const others = asked.filter((one) => !one.isAnswerable);
  const cosines = answerable.map(({ bestCosine }) => bestCosine);
  const bests = answerable.map(({ hits }) => Math.max(0, ...hits.map(({ score }) => score)));
  const offTopicBests = others.map(({ hits }) => Math.max(0, ...hits.map(({ score }) => score)));
  const [low, high] = [quantile(bests, 1 - passing), quantile(bests, passing)];
  const byScore = answerable.map(({ hits }) => hits.toSorted((a, b) => b.score - a.score));
  const before = answerable.map(({ hits }) => hits.toSorted((a, b) => a.from - b.from));
  const lines = {
    questions: answerable.length,
    'share with a cosine over .6': share(cosines, (cosine) => cosine > 0.6),
    'cosine that 95 % pass': quantile(cosines, 1 - passing),
    'off-topic questions over it': share(
      others.map(({ bestCosine }) => bestCosine),
      (cosine) => cosine > quantile(cosines, 1 - passing),
    ),
    'best reranked score, 5 %': low,
    'best reranked score, 50 %': quantile(bests, 0.5),
    'best reranked score, 95 %': high,
    'off-topic best scores, 50 %': quantile(offTopicBests, 0.5),
    'off-topic best scores over the 5 %': share(offTopicBests, (best) => best > low),
    'best score of three, 5 %': quantile(
      answerable.map(({ bestOfThree }) => bestOfThree),
      1 - passing,
    ),
    'share of the best over the middle': share(bests, (best) => best >= relevanceScale.middle),
    'slope of the scale': Math.log(passing / (1 - passing)) / (high - low),
    'nDCG@5 before reranking': mean(before.map(ndcg5)),
    'nDCG@5 reranked': mean(answerable.map(({ hits }) => ndcg5(hits))),
    'nDCG@5 by the scores alone': mean(byScore.map(ndcg5)),
    'order differs': share(answerable, ({ hits }) => hits.some(({ from }, at) => from !== at + 1)),
  };
  console.log(
    `${name}\n${Object.entries(lines)
      .map(([label, figure]) => `  ${label}: ${Number(figure.toFixed(3))}`)
      .join('\n')}`,
  );
}

/** By one right passage at least: sets judge few. */
function ndcg5(hits: Asked['hits']): number {
  const gain = hits
    .slice(0, 5)
    .reduce((sum, { isRight }, at) => sum + (isRight ? 1 / Math.log2(at + 2) : 0), 0);
  const right = Math.min(5, Math.max(1, hits.filter(({ isRight }) => isRight).length));
  const ideal = Array.from({ length: right }, (_, at) => 1 / Math.log2(at + 2)).reduce(
    (sum, one) => sum + one,
    0,
  );
  return gain / ideal;
}

/** The score that a relevance was made of. */
function scoreOf(relevance: number): number {
  const { middle, slope } = relevanceScale;
  return middle + Math.log(relevance / (1 - relevance)) / slope;
}

function quantile(figures: readonly number[], at: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0;
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.filter(holds).length / Math.max(1, items.length);
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / Math.max(1, figures.length);
}
