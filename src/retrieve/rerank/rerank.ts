import type { Metadata } from '../../contracts/chunk.ts';
import type { ModelCallOptions } from '../../contracts/generator.ts';
import type { RerankCandidate, Reranker, RerankScore } from '../../contracts/reranker.ts';
import { messageOf, throwIfAborted } from '../../errors.ts';
import { ownValue } from '../../values/own-value.ts';
import { standardise } from '../fuse/create-fusion.ts';
import type { RerankSummary } from '../hit.ts';
import type { FoundPassage } from '../passage.ts';
import { type AskedTerms, coverageOf } from '../relevance.ts';

/** What reranking works with. */
export interface RerankContext {
  readonly reranker: Reranker;
  /** Passages from the first that are reranked, 1–50; a reranker that takes fewer gets fewer. */
  readonly limit: number;
  /** Metadata field that holds a passage's date. */
  readonly dateField: string;
  readonly asked: AskedTerms;
}

/** Passages in their new order. */
export interface Reranked {
  readonly passages: readonly FoundPassage[];
  /** Null where the reranker failed or had nothing to do. */
  readonly summary: RerankSummary | null;
  readonly warnings: readonly string[];
}

/**
 * Has the first passages put into a new order by a reranker; the others follow as they were. Where its weight is
 * below 1 its scores are added to the ones that the passages came with, both standardised over them. A reranker that
 * fails changes nothing and is named in a warning. Errors: `aborted`.
 */
export async function rerank(
  question: string,
  passages: readonly FoundPassage[],
  context: RerankContext,
  options: ModelCallOptions,
): Promise<Reranked> {
  const { reranker } = context;
  const head = passages.slice(0, Math.min(context.limit, reranker.maxCandidates));
  if (head.length === 0) return { passages, summary: null, warnings: [] };
  try {
    const scored = await scoresOf(question, head, context, options);
    const reranked = reorder(head, scored, reranker.weight ?? 1);
    return {
      passages: [...reranked, ...passages.slice(head.length)],
      summary: {
        reranker: reranker.name,
        candidates: head.length,
        ...spread(scored.map(({ score }) => score)),
      },
      warnings: [],
    };
  } catch (error) {
    throwIfAborted(options.signal);
    const warning = `The passages are in the order of the fused scores, because the reranker ${reranker.name} failed: ${messageOf(error)}`;
    return { passages, summary: null, warnings: [warning] };
  }
}

/** The reranker's scores in the order of the passages. */
async function scoresOf(
  question: string,
  passages: readonly FoundPassage[],
  { reranker, dateField, asked }: RerankContext,
  options: ModelCallOptions,
): Promise<readonly RerankScore[]> {
  const coverage = coverageOf(asked.terms, asked.expansions);
  const candidates = passages.map(({ ranked: { candidate, score }, chunk }): RerankCandidate => {
    const date = dateOf(chunk.metadata, dateField);
    return {
      chunkId: chunk.id,
      text: [...new Set([chunk.title, ...chunk.headingPath, chunk.content])].join('\n'),
      score,
      cosine: candidate.vector?.score ?? null,
      coverage: coverage(candidate.matchedTerms),
      ...(date !== undefined && { date }),
    };
  });
  const answered = await reranker.rerank(question, candidates, options);
  const byId = new Map(answered.map((scored) => [scored.chunkId, scored]));
  return candidates.map(({ chunkId }) => {
    const scored = byId.get(chunkId);
    if (scored !== undefined && Number.isFinite(scored.score)) return scored;
    throw new TypeError(`it gave the passage ${chunkId} ${scored === undefined ? 'no score' : 'no number'}.`);
  });
}

function dateOf(metadata: Metadata, field: string): string | undefined {
  const value = ownValue(metadata, field);
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

function reorder(
  passages: readonly FoundPassage[],
  scored: readonly RerankScore[],
  weight: number,
): FoundPassage[] {
  const own = standardise(Float64Array.from(scored, ({ score }) => score));
  const before = standardise(Float64Array.from(passages, ({ ranked }) => ranked.score));
  const blended = own.map((score, at) => weight * score + (1 - weight) * (before[at] as number));
  return [...passages.keys()]
    .toSorted((a, b) => (blended[b] as number) - (blended[a] as number) || a - b)
    .map((from, to): FoundPassage => {
      const { ranked, chunk } = passages[from] as FoundPassage;
      const { score, relevance } = scored[from] as RerankScore;
      const trace = { score, ...(relevance !== undefined && { relevance }), from: from + 1, to: to + 1 };
      return { ranked, chunk, rerank: trace };
    });
}

function spread(scores: readonly number[]): { min: number; max: number; mean: number } {
  const sum = scores.reduce((total, score) => total + score, 0);
  return { min: Math.min(...scores), max: Math.max(...scores), mean: sum / scores.length };
}
