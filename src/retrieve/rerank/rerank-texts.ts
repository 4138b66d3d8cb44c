import type { ModelCallOptions } from '../../contracts/generator.ts';
import type { RerankCandidate, Reranker, RerankScore } from '../../contracts/reranker.ts';
import { settingInvalid } from '../../errors.ts';

/** A passage that is to be judged, from wherever. */
export interface TextToRerank {
  /** Names it in the result: unique among those of one call. */
  readonly id: string;
  readonly text: string;
  /** The score it comes with, on any scale. Default 0. */
  readonly score?: number;
}

/** A passage as it was judged. */
export interface RerankedText {
  readonly id: string;
  /** How well it answers the question, in [0, 1]. */
  readonly relevance: number;
  /** 0-based place among the passages that were given. */
  readonly place: number;
}

/** What came of reranking. */
export interface RerankedTexts {
  /** The most relevant first; of equals those that came earlier. */
  readonly passages: readonly RerankedText[];
  readonly reranker: string;
  /** Of all that were judged; 0 where there were none. */
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly milliseconds: number;
}

/**
 * Puts passages into the order of their relevance to a question, as the reranker sees it, and leaves the best `topN`.
 * Relevance compares between questions where the reranker says it; else the best passage has 1 and the worst 0. More
 * passages than the reranker takes at once are judged in parts. Errors: `config_invalid` where there is no reranker;
 * those of the reranker.
 */
export async function rerankTexts(
  question: string,
  passages: readonly TextToRerank[],
  { reranker, topN }: { readonly reranker: Reranker | undefined; readonly topN: number },
  options: ModelCallOptions = {},
): Promise<RerankedTexts> {
  if (!reranker)
    throw settingInvalid('reranker.kind is none: choose one that reranks, such as late-interaction');
  const startMs = performance.now();
  const candidates = passages.map(({ text, score = 0 }, place): RerankCandidate => {
    return { chunkId: String(place), text, score, cosine: null, coverage: 0 };
  });
  const scores = new Map<number, RerankScore>();
  for (let from = 0; from < candidates.length; from += reranker.maxCandidates) {
    const part = candidates.slice(from, from + reranker.maxCandidates);
    for (const scored of await reranker.rerank(question, part, options))
      scores.set(Number(scored.chunkId), scored);
  }
  const relevances = relevancesOf(candidates.flatMap((_, place) => scores.get(place) ?? []));
  const judged = passages.map(({ id }, place): RerankedText => {
    return { id, place, relevance: relevances[place] ?? 0 };
  });
  const isEmpty = relevances.length === 0;
  return {
    passages: judged.toSorted((a, b) => b.relevance - a.relevance || a.place - b.place).slice(0, topN),
    reranker: reranker.name,
    min: isEmpty ? 0 : Math.min(...relevances),
    max: isEmpty ? 0 : Math.max(...relevances),
    mean: relevances.reduce((sum, one) => sum + one, 0) / Math.max(1, relevances.length),
    milliseconds: performance.now() - startMs,
  };
}

function relevancesOf(scored: readonly RerankScore[]): readonly number[] {
  const scores = scored.map(({ score }) => score);
  const [lowest, highest] = [Math.min(...scores), Math.max(...scores)];
  return scored.map(({ score, relevance }) => {
    return relevance ?? (highest === lowest ? 1 : (score - lowest) / (highest - lowest));
  });
}
