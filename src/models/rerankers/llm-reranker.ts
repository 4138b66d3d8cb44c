import type { LanguageModel, PromptMessage } from '../../contracts/generator.ts';
import type { Reranker } from '../../contracts/reranker.ts';
import { FootnoteError, throwIfAborted } from '../../errors.ts';
import { fencedPrompt } from '../../text/fenced-prompt.ts';
import { requireFields, requireNumbers, requireObject } from '../../values/require-arguments.ts';

/** Characters of a passage that a model is shown: what a chunk of the default length has. */
const maxPassageCharacters = 3000;

/** Asks for the order of numbered passages. */
function rankingPrompt(question: string, passages: readonly string[]): readonly PromptMessage[] {
  return fencedPrompt({
    task: ['You order passages by how well they answer a question.'],
    reply:
      'Answer with one JSON list of all passage numbers, the best first, and nothing else. Example: [2,1,3]',
    texts: [
      ['question', question],
      ...passages.map(
        (text, index) => [`passage ${index + 1}`, text.slice(0, maxPassageCharacters)] as const,
      ),
    ],
    closing: `Order the ${passages.length} passages.`,
  });
}

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

/**
 * The order of passages in a language model's answer, as 1-based numbers, all of 1 to `count`: the longest list of
 * numbers in brackets, single ones in brackets one after another, or an answer of nothing but numbers. Numbers that
 * no passage has are dropped, of repeated ones the first counts, and missing ones follow in their old order.
 * Undefined where no passage is named.
 */
export function readRanking(answer: string, count: number): readonly number[] | undefined {
  const lists = [...answer.matchAll(/\[([^[\]]*)\]/g)]
    .map(([, list = '']) => numbersIn(list, count))
    .filter((numbers) => numbers.length > 0);
  const [longest] = lists.toSorted((a, b) => b.length - a.length);
  const bare = /^[\s\d,;>]+$/.test(answer) ? numbersIn(answer, count) : [];
  const named = longest === undefined ? bare : longest.length > 1 ? longest : lists.flat();
  if (named.length === 0) return undefined;
  return [...new Set([...named, ...Array.from({ length: count }, (_, index) => index + 1)])];
}

function numbersIn(text: string, count: number): readonly number[] {
  return (text.match(/\d+/g) ?? []).map(Number).filter((number) => number >= 1 && number <= count);
}
