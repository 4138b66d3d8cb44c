import type { GenerateEvent, Generator } from '../contracts/generator.ts';
import { eitherSignal, FootnoteError } from '../errors.ts';
import { estimatingTokenizer } from './estimating-tokenizer.ts';
import { TimeLimit } from './remote/time-limit.ts';

/** How much one answer may be. */
export interface AnswerBounds {
  /** Most tokens, as the generator's own tokenizer counts them, or an estimate of them. Default: any number. */
  readonly maxTokens?: number;
  /** Most bytes in UTF-8. */
  readonly maxBytes: number;
  /** From the question to its last word. Default: any time. */
  readonly timeoutMs?: number;
}

/**
 * A generator whose answers end, also where its model goes on for ever: what goes beyond the bounds is cut off, and the
 * answer ends there as one that was cut at the most tokens it may have. Quotes are not counted, since a passage has
 * only so many. Errors: those of the generator; `model_unavailable` where the time is over.
 */
export function boundedGenerator(generator: Generator, bounds: AnswerBounds): Generator {
  const { name, tokenizer = estimatingTokenizer } = generator;
  const { maxTokens = Number.POSITIVE_INFINITY, maxBytes, timeoutMs } = bounds;
  return {
    name,
    ...(generator.tokenizer && { tokenizer }),
    maxPromptTokens: generator.maxPromptTokens,
    async *generate(request) {
      const limit = timeoutMs === undefined ? undefined : new TimeLimit('whole answer', timeoutMs);
      const signal = limit ? eitherSignal(request.signal, limit.signal) : request.signal;
      const left = { tokens: maxTokens, bytes: maxBytes };
      try {
        for await (const event of untilAborted(
          generator.generate({ ...request, ...(signal && { signal }) }),
          limit?.signal,
        )) {
          if (event.type !== 'text') {
            yield event;
            continue;
          }
          const text = cutTo(event.text, left, tokenizer.count(event.text));
          if (text !== '') yield { type: 'text', text };
          if (text.length < event.text.length) {
            yield { type: 'finish', reason: 'length', model: name };
            return;
          }
        }
      } catch (error) {
        if (!limit?.signal.aborted || request.signal?.aborted) throw error;
        const { message: reason } = limit.signal.reason as Error;
        const remedy = 'Try again in a moment, or allow more time in the settings of generator';
        throw new FootnoteError('model_unavailable', { model: name, reason, remedy }, { cause: error });
      } finally {
        limit?.callOff();
      }
    },
    ...(generator.warmUp && { warmUp: generator.warmUp.bind(generator) }),
    ...(generator.close && { close: generator.close.bind(generator) }),
  };
}

/** What of a piece there is room for, which is taken from what is left. */
function cutTo(text: string, left: { tokens: number; bytes: number }, tokens: number): string {
  const bytes = Buffer.from(text);
  if (tokens <= left.tokens && bytes.length <= left.bytes) {
    left.tokens -= tokens;
    left.bytes -= bytes.length;
    return text;
  }
  const share = Math.min(left.tokens / tokens, left.bytes / bytes.length);
  // A character that is cut in two is left out.
  return new TextDecoder().decode(bytes.subarray(0, Math.floor(share * bytes.length)), { stream: true });
}

/** The events until the signal is aborted, whatever their source makes of it. Errors: its own; the signal's reason. */
async function* untilAborted(
  source: AsyncIterable<GenerateEvent>,
  signal: AbortSignal | undefined,
): AsyncGenerator<GenerateEvent, void> {
  if (!signal) {
    yield* source;
    return;
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  aborted.catch(() => undefined);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  const events = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = events.next();
      next.catch(() => undefined);
      const step = await Promise.race([next, aborted]);
      if (step.done) return;
      yield step.value;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    // One that does not hear the signal does not hear this either: nobody waits for it.
    void events.return?.().catch(() => undefined);
  }
}
