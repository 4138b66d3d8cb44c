import type { LanguageModel } from '../../contracts/language-model.ts';
import type { Reranker } from '../../contracts/reranker.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { requireFields, requireNumbers, requireObject } from '../../values/require-arguments.ts';
import { rankingPrompt } from './ranking-prompt.ts';
import { readRanking } from './read-ranking.ts';

/** Settings of {@link llmReranker}. */
export interface LlmRerankerOptions {
  /** Closed with the reranker. */
  readonly model: LanguageModel;
  /** Default 20. */
  readonly maxCandidates?: number;
}

/**
 * A reranker that asks a language model for the order of all candidates at once (listwise: Sun et al., "Is ChatGPT Good
 * at Search?", EMNLP 2023). What the model does not name keeps its order behind what it does. Scores are places: 1 for
 * the best, 0 for the last.
 * Errors: `request_invalid` where there is no model; of reranking those of {@link LanguageModel}, and
 * `model_answer_invalid` where the answer names none of the passages.
 */
export function llmReranker(options: LlmRerankerOptions): Reranker {
  requireFields('options', options, ['model', 'maxCandidates']);
  requireNumbers(options, { maxCandidates: [1, Infinity] });
  const { model, maxCandidates = 20 } = options;
  requireObject('model', model);
  return {
    name: `llm ${model.name}`,
    maxCandidates,
    async rerank(question, candidates, options = {}) {
      throwIfAborted(options.signal);
      if (candidates.length === 0) return [];
      const texts = candidates.map(({ text }) => text);
      const reply = await model.complete(rankingPrompt(question, texts), options);
      const ranking = readRanking(reply, candidates.length);
      if (ranking === undefined) {
        const problem = 'its answer has no list of passage numbers';
        throw new FootnoteError('model_answer_invalid', { model: model.name, problem });
      }
      return candidates.map(({ chunkId }, index) => ({
        chunkId,
        score: 1 - ranking.indexOf(index + 1) / Math.max(1, candidates.length - 1),
      }));
    },
    close: async () => model.close?.(),
  };
}
