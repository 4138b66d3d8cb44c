import { z } from 'zod';
import type { RerankCandidate, Reranker, RerankScore } from '../../contracts/reranker.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { requireNumbers, requireObject, requireOneOf } from '../../values/require-arguments.ts';
import { schemaProblem } from '../../values/value-problem.ts';
import { RemoteModel, type RemoteModelOptions } from '../remote/model-request.ts';

/** Whose interface a server has: Cohere's, Jina's, or that of Hugging Face's text-embeddings-inference. */
export type RerankShape = 'cohere' | 'jina' | 'tei';

/** Settings of {@link httpReranker}. `model` is not sent to a `tei` server, which has but one; it names it. */
export interface HttpRerankerOptions extends RemoteModelOptions {
  readonly shape: RerankShape;
  /** Default 50. */
  readonly maxCandidates?: number;
}

/** What a server says of one text: its place among those sent, and how well it answers. */
interface RankedText {
  readonly index: number;
  readonly score: number;
}

/** How a request is written and its answer is read. */
interface Dialect {
  /** Added to the base address. */
  readonly path: string;
  readonly request: (model: string, query: string, texts: readonly string[]) => object;
  readonly answer: z.ZodType<readonly RankedText[]>;
}

const results = z
  .object({ results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })) })
  .transform((answer) => answer.results.map(({ index, relevance_score: score }) => ({ index, score })));

const dialects: Readonly<Record<RerankShape, Dialect>> = {
  cohere: {
    path: 'v2/rerank',
    request: (model, query, documents) => ({ model, query, documents, top_n: documents.length }),
    answer: results,
  },
  jina: {
    path: 'v1/rerank',
    request: (model, query, documents) => ({
      model,
      query,
      documents,
      top_n: documents.length,
      return_documents: false,
    }),
    answer: results,
  },
  tei: {
    path: 'rerank',
    request: (_, query, texts) => ({ query, texts, truncate: true }),
    answer: z.array(z.object({ index: z.int().min(0), score: z.number() })),
  },
};

/**
 * A reranker behind `POST /v2/rerank` (Cohere), `/v1/rerank` (Jina) or `/rerank` (text-embeddings-inference), which are
 * added to the base address. All candidates go in one request, repeated at most twice.
 * Errors: `config_invalid`, `request_invalid`; of reranking `model_unavailable`, `model_rejected`, `aborted`, and
 * `model_answer_invalid` where the answer is not one score for each candidate.
 */
export function httpReranker(options: HttpRerankerOptions): Reranker {
  requireObject('options', options);
  requireNumbers(options, { maxCandidates: [1, Infinity] });
  const { shape, maxCandidates = 50, ...endpoint } = options;
  requireOneOf('shape', shape, Object.keys(dialects));
  const remote = new RemoteModel('reranker', endpoint);
  const { path, request, answer } = dialects[shape];
  return {
    name: remote.name === shape ? shape : `${shape} ${remote.name}`,
    maxCandidates,
    async rerank(question, candidates, options = {}) {
      throwIfAborted(options.signal);
      if (candidates.length === 0) return [];
      // Lone surrogates are no JSON that every server reads.
      const texts = candidates.map(({ text }) => text.toWellFormed());
      const body = await remote.post(path, request(remote.name, question.toWellFormed(), texts), options);
      return readScores(answer.safeParse(body), candidates, remote.name);
    },
    close: async () => remote.close(),
  };
}

function readScores(
  { success, data, error }: z.ZodSafeParseResult<readonly RankedText[]>,
  candidates: readonly RerankCandidate[],
  model: string,
): readonly RerankScore[] {
  const invalid = (problem: string) => new FootnoteError('model_answer_invalid', { model, problem });
  if (!success) throw invalid(schemaProblem(error));
  const scores = new Map(data.map(({ index, score }) => [index, score]));
  if (data.length !== candidates.length || scores.size !== data.length)
    throw invalid(
      `${data.length} results with scores of ${scores.size} texts, for ${candidates.length} texts`,
    );
  return candidates.map(({ chunkId }, index) => {
    const score = scores.get(index);
    if (score === undefined) throw invalid(`there is no score for text ${index + 1}`);
    return { chunkId, score };
  });
}
