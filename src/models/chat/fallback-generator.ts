import type { GenerateEvent, GenerateRequest, Generator } from '../../contracts/generator.ts';
import { requireObject } from '../../values/require-arguments.ts';
import { adapterFailure } from '../adapter-failure.ts';

/** Failures of a model that say nothing of whether the documents answer. */
const fallsBack = { model_unavailable: true, model_answer_invalid: true };

/**
 * Asks `first`, and `second` where the first is not available, or has nothing to say, before its first word, which it
 * says. What fails later, or for another reason, is thrown. Errors: `request_invalid` where one is missing.
 */
export function fallbackGenerator(first: Generator, second: Generator): Generator {
  requireObject('first', first);
  requireObject('second', second);
  return {
    name: first.name,
    tokenizer: first.tokenizer,
    maxPromptTokens: first.maxPromptTokens,
    async *generate(request: GenerateRequest): AsyncGenerator<GenerateEvent, void> {
      let hasSpoken = false;
      try {
        for await (const event of first.generate(request)) {
          hasSpoken ||= event.type === 'text' || event.type === 'quote';
          yield event;
        }
      } catch (error) {
        const failure = adapterFailure(error, first.name, request.signal);
        if (hasSpoken || !(failure.code in fallsBack)) throw failure;
        yield { type: 'fallback', failure };
        yield* second.generate(request);
      }
    },
    async warmUp() {
      await Promise.all([first.warmUp?.(), second.warmUp?.()]);
    },
    async close() {
      await Promise.all([first.close?.(), second.close?.()]);
    },
  };
}
