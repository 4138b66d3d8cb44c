import { isFloat32Array } from 'node:util/types';
import type { Embedder, TextEmbedding } from '../contracts/embedder.ts';
import type { GenerateEvent, GenerateRequest, Generator } from '../contracts/generator.ts';
import { eitherSignal, FootnoteError, isFootnoteError, messageOf } from '../errors.ts';
import { ownValue } from '../values/own-value.ts';
import { requireObject, requireText, unusable } from '../values/require-arguments.ts';
import { TimeLimit } from './remote/request-retry.ts';
import { estimatingTokenizer } from './tokenizers.ts';

/**
 * What an adapter that anyone may have written failed with: its own error where that is typed, `aborted` where the
 * caller left, else `model_unavailable`, which names it.
 */
function adapterFailure(error: unknown, name: string, signal: AbortSignal | undefined): FootnoteError {
  if (isFootnoteError(error)) return error;
  if (signal?.aborted) return new FootnoteError('aborted', {}, { cause: error });
  const remedy = 'Try again; if it keeps happening, check this adapter';
  return new FootnoteError(
    'model_unavailable',
    { model: name, reason: messageOf(error), remedy },
    { cause: error },
  );
}

/**
 * An embedder that anyone may have written, held to what {@link Embedder} says of its answers: one for each text, with
 * vectors of its length. Errors: `request_invalid` where it does not say what it is; of its methods those of the
 * embedder, as {@link adapterFailure} has them, `model_answer_invalid` for another number of answers, and
 * `vector_invalid` for vectors of another length.
 */
export function checkedEmbedder(embedder: Embedder): Embedder {
  const { id, dimension, weights, languages, cosines, tokenizer, passagesAtOnce } = embedder;
  requireText('embedder.id', id);
  requireObject('embedder.tokenizer', tokenizer);
  if (!Number.isInteger(dimension) || dimension < 1)
    throw unusable('embedder.dimension', 'it must be a whole number above 0');
  const invalid = (problem: string) => new FootnoteError('model_answer_invalid', { model: id, problem });
  const requireVector = (vector: unknown, subject: string) => {
    const length = isFloat32Array(vector) ? vector.length : undefined;
    if (length === dimension) return;
    const problem =
      length === undefined ? 'it is not a Float32Array' : `it has ${length} numbers instead of ${dimension}`;
    throw new FootnoteError('vector_invalid', { subject: `${subject} from ${id}`, problem });
  };
  return {
    id,
    dimension,
    languages,
    tokenizer,
    ...(weights !== undefined && { weights }),
    ...(cosines !== undefined && { cosines }),
    ...(passagesAtOnce !== undefined && { passagesAtOnce }),
    async embedDocuments(texts, options) {
      const embeddings = await answerOf(() => embedder.embedDocuments(texts, options), options?.signal);
      if (embeddings?.length !== texts.length)
        throw invalid(`${embeddings?.length ?? 'no'} embeddings for ${texts.length} texts`);
      for (const [place, embedding] of embeddings.entries()) {
        const subject = `text ${place + 1} of ${texts.length}`;
        const { vectors, tokens }: Partial<TextEmbedding> = embedding ?? {};
        if (!Array.isArray(vectors) || vectors.length === 0) throw invalid(`no vectors for ${subject}`);
        if (!Number.isInteger(tokens)) throw invalid(`no number of tokens for ${subject}`);
        for (const vector of vectors) requireVector(vector, subject);
      }
      return embeddings;
    },
    async embedQuery(text, options) {
      const vector = await answerOf(() => embedder.embedQuery(text, options), options?.signal);
      requireVector(vector, 'the question');
      return vector;
    },
    ...(embedder.embedTokens && { embedTokens: embedder.embedTokens.bind(embedder) }),
    ...(embedder.usage && { usage: embedder.usage.bind(embedder) }),
    close: () => embedder.close(),
  };

  async function answerOf<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw adapterFailure(error, id, signal);
    }
  }
}

/**
 * A generator that anyone may have written, held to what {@link Generator} says of its events. Errors: those of the
 * generator, as {@link adapterFailure} has them; `model_answer_invalid` for what is no event.
 */
export function checkedGenerator(generator: Generator): Generator {
  const { name, tokenizer, maxPromptTokens } = generator;
  return {
    name,
    ...(tokenizer && { tokenizer }),
    maxPromptTokens,
    async *generate(request) {
      try {
        for await (const event of generator.generate(request)) {
          requireEvent(event, name);
          yield event;
        }
      } catch (error) {
        throw adapterFailure(error, name, request.signal);
      }
    },
    ...(generator.warmUp && { warmUp: generator.warmUp.bind(generator) }),
    ...(generator.close && { close: generator.close.bind(generator) }),
  };
}

/** Of what type the fields of each event are that nobody can do without. */
const fields: Readonly<Record<GenerateEvent['type'], Readonly<Record<string, string>>>> = {
  waiting: { reason: 'string' },
  text: { text: 'string' },
  quote: { passage: 'number', start: 'number', end: 'number' },
  fallback: { failure: 'object' },
  finish: { reason: 'string' },
};

/** Refuses what no answer can be made of. Errors: `model_answer_invalid`. */
function requireEvent(event: unknown, model: string): void {
  const said: Readonly<Record<string, unknown>> = Object(event);
  const type = String(said['type']);
  const types = ownValue(fields, type);
  const wrong = types && Object.keys(types).find((field) => typeof said[field] !== types[field]);
  if (types && wrong === undefined) return;
  const problem = types ? `an event “${type}” without its “${wrong}”` : `an event of the type “${type}”`;
  throw new FootnoteError('model_answer_invalid', { model, problem });
}

/** How much one answer may be. */
interface AnswerBounds {
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
