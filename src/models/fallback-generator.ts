import type { GenerateEvent, GenerateRequest, Generator } from '../contracts/generator.ts';
import { isFootnoteError } from '../errors.ts';
import { requireObject } from '../require-arguments.ts';

/**
 * Asks `first`, and `second` where the first is not available before its first word, which it says. What fails
 * later, or for another reason than `model_unavailable`, is thrown. Errors: `request_invalid` where one is missing.
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
        if (hasSpoken || !isFootnoteError(error) || error.code !== 'model_unavailable') throw error;
        yield { type: 'fallback', failure: error };
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
