import { z } from 'zod';
import type { Reranker } from '../../contracts/reranker.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { RemoteModel, type RemoteModelOptions } from '../remote-model.ts';
import { rankingPrompt } from './ranking-prompt.ts';
import { readRanking } from './read-ranking.ts';

/** Settings of {@link llmReranker}. */
export interface LlmRerankerOptions extends RemoteModelOptions {
  /** Default 20. */
  readonly maxCandidates?: number;
}

/** `CreateChatCompletionResponse` of OpenAI's API, as far as it is needed. */
const answerShape = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().nullable() }) })]).rest(z.unknown()),
});

/**
 * A reranker that asks a language model behind an OpenAI-compatible `POST /chat/completions` for the order of all
 * candidates at once (listwise: Sun et al., "Is ChatGPT Good at Search?", EMNLP 2023). What the model does not name
 * keeps its order behind what it does. Scores are places: 1 for the best, 0 for the last.
 * Errors: `config_invalid`; of reranking `model_unavailable`, `model_rejected`, `aborted`, and `model_answer_invalid`
 * where the answer names none of the passages.
 */
export function llmReranker({ maxCandidates = 20, ...options }: LlmRerankerOptions): Reranker {
  const remote = new RemoteModel('reranker', options);
  return {
    name: `llm ${remote.name}`,
    maxCandidates,
    async rerank(question, candidates, { signal } = {}) {
      throwIfAborted(signal);
      if (candidates.length === 0) return [];
      const messages = rankingPrompt(
        question,
        candidates.map(({ text }) => text),
      );
      const body = await remote.post('chat/completions', { model: remote.name, messages }, signal);
      const ranking = readRanking(replyOf(body, remote.name), candidates.length);
      if (ranking === undefined) throw unusable(remote.name, 'its answer has no list of passage numbers');
      return candidates.map(({ chunkId }, index) => ({
        chunkId,
        score: 1 - ranking.indexOf(index + 1) / Math.max(1, candidates.length - 1),
      }));
    },
    close: async () => remote.close(),
  };
}

function replyOf(body: unknown, model: string): string {
  const result = answerShape.safeParse(body);
  if (!result.success) throw unusable(model, 'the answer is no chat completion');
  return result.data.choices[0].message.content ?? '';
}

function unusable(model: string, problem: string): FootnoteError {
  return new FootnoteError('model_answer_invalid', { model, problem });
}
